import { type PointerEvent, type RefObject, useRef, useState } from 'react';
import { placeAt } from './reorder.ts';

/** A row on its way: from where, to where, and how many pixels it is from its own place. */
export interface RowDrag {
  readonly from: number;
  readonly to: number;
  readonly by: number;
  readonly height: number;
}

export interface DragProps {
  onPointerDown: (event: PointerEvent<HTMLElement>) => void;
  onPointerMove: (event: PointerEvent<HTMLElement>) => void;
  onPointerUp: (event: PointerEvent<HTMLElement>) => void;
  onPointerCancel: () => void;
}

export interface RowDragOptions {
  onDrop: (from: number, to: number) => void;
  /** A press that moved nothing. */
  onTap: (at: number) => void;
}

interface Grip {
  readonly at: number;
  readonly y: number;
  readonly scrolled: number;
  readonly middles: readonly number[];
  readonly height: number;
  /** Movement of the hand, told here because a quick hand lets go before a move of it is drawn. */
  isDragged: boolean;
}

/** Moves smaller than this are a tap. */
const TAP_PX = 6;
/** Near the edge of what scrolls, the list follows the hand. */
const EDGE_PX = 48;
const SCROLL_STEP_PX = 12;

/** Follows a pointer on a row's handle; other rows make room where it would be dropped. */
export function useRowDrag(list: RefObject<HTMLElement | null>, { onDrop, onTap }: RowDragOptions) {
  const grip = useRef<Grip>(undefined);
  const [drag, setDrag] = useState<RowDrag>();
  const end = () => {
    grip.current = undefined;
    setDrag(undefined);
  };
  const follow = (event: PointerEvent<HTMLElement>): RowDrag | undefined => {
    const { current } = grip;
    if (current === undefined) return undefined;
    const scroller = scrollerOf(list.current);
    const by = event.clientY - current.y + ((scroller?.scrollTop ?? 0) - current.scrolled);
    const middle = (current.middles[current.at] ?? 0) + by;
    const to = placeAt(current.middles, current.at, middle);
    return { from: current.at, to, by, height: current.height };
  };
  const isDragged = ({ by }: RowDrag): boolean => {
    const { current } = grip;
    if (current === undefined) return false;
    current.isDragged ||= Math.abs(by) >= TAP_PX;
    return current.isDragged;
  };
  const propsOf = (at: number): DragProps => ({
    onPointerDown: (event) => {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      grip.current = gripOf(list.current, at, event.clientY);
    },
    onPointerMove: (event) => {
      const next = follow(event);
      if (next === undefined || !isDragged(next)) return;
      scrollAtEdge(list.current, event.clientY);
      setDrag(next);
    },
    onPointerUp: (event) => {
      const last = follow(event);
      const wasDragged = last !== undefined && isDragged(last);
      end();
      if (last === undefined) return;
      if (wasDragged) onDrop(last.from, last.to);
      else onTap(at);
    },
    onPointerCancel: end,
  });
  return { drag, propsOf };
}

function gripOf(list: HTMLElement | null, at: number, y: number): Grip {
  const rows = [...(list?.children ?? [])].map((row) => row.getBoundingClientRect());
  const middles = rows.map(({ top, height }) => top + height / 2);
  const scrolled = scrollerOf(list)?.scrollTop ?? 0;
  return { at, y, scrolled, middles, height: rows[at]?.height ?? 0, isDragged: false };
}

/** The nearest box around the list that scrolls. */
function scrollerOf(from: HTMLElement | null): HTMLElement | undefined {
  for (let box = from?.parentElement; box; box = box.parentElement) {
    const { overflowY } = getComputedStyle(box);
    if ((overflowY === 'auto' || overflowY === 'scroll') && box.scrollHeight > box.clientHeight) return box;
  }
  return undefined;
}

function scrollAtEdge(list: HTMLElement | null, y: number): void {
  const scroller = scrollerOf(list);
  if (scroller === undefined) return;
  const { top, bottom } = scroller.getBoundingClientRect();
  if (y < top + EDGE_PX) scroller.scrollBy({ top: -SCROLL_STEP_PX });
  if (y > bottom - EDGE_PX) scroller.scrollBy({ top: SCROLL_STEP_PX });
}
