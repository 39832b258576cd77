import { ArrowDown, ArrowUp, GripVertical } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { Icon } from '#ui/icon.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { moved } from './reorder.ts';
import { type DragProps, type RowDrag, useRowDrag } from './use-row-drag.ts';

export interface ReorderItem {
  readonly id: string;
  /** Names the row in its buttons and in what is announced. */
  readonly label: string;
  readonly content: ReactNode;
  /** Buttons of its own at the end. */
  readonly action?: ReactNode;
}

export interface ReorderWords {
  readonly handle: (label: string) => string;
  readonly up: (label: string) => string;
  readonly down: (label: string) => string;
  /** Announced after each move. */
  readonly moved: (place: { label: string; position: number; count: number }) => string;
}

export interface ReorderListProps {
  label: string;
  items: readonly ReorderItem[];
  words: ReorderWords;
  /** All ids in their new order. */
  onReorder: (ids: readonly string[]) => void;
}

/**
 * Rows that a hand puts in order: dragged by the handle; by arrow keys, Home and End on it; or, for who does
 * not drag, by two buttons that a tap on the handle shows.
 */
export function ReorderList({ label, items, words, onReorder }: ReorderListProps) {
  const list = useRef<HTMLUListElement>(null);
  const [picked, setPicked] = useState<string>();
  const [said, setSaid] = useState('');
  const move = (from: number, to: number) => {
    const place = Math.max(0, Math.min(items.length - 1, to));
    const item = items[from];
    if (item === undefined || place === from) return;
    onReorder(moved(items, from, place).map(({ id }) => id));
    setSaid(words.moved({ label: item.label, position: place + 1, count: items.length }));
  };
  const pick = (id: string) => setPicked((now) => (now === id ? undefined : id));
  const { drag, propsOf } = useRowDrag(list, { onDrop: move, onTap: (at) => pick(items[at]?.id ?? '') });
  return (
    <>
      <ul ref={list} aria-label={label} className="relative flex flex-col">
        {items.map((item, at) => (
          <ReorderRow
            key={item.id}
            {...{ item, at, words, move, drag }}
            isLast={at === items.length - 1}
            isPicked={picked === item.id}
            dragProps={propsOf(at)}
            onPick={() => pick(item.id)}
          />
        ))}
      </ul>
      <p aria-live="polite" className="sr-only">
        {said}
      </p>
    </>
  );
}

interface ReorderRowProps {
  item: ReorderItem;
  at: number;
  isLast: boolean;
  isPicked: boolean;
  words: ReorderWords;
  drag: RowDrag | undefined;
  dragProps: DragProps;
  move: (from: number, to: number) => void;
  onPick: () => void;
}

function ReorderRow({ item, at, words, move, drag, ...props }: ReorderRowProps) {
  const { id, label, content, action } = item;
  const isHeld = drag?.from === at;
  const shift = shiftOf(drag, at);
  const onKeyDown = (event: KeyboardEvent) => {
    const to = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: Number.MAX_SAFE_INTEGER }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    move(at, to);
  };
  return (
    <li
      data-row={id}
      style={shift === 0 ? undefined : { transform: `translateY(${shift}px)` }}
      className={`flex min-h-14 items-center gap-1 rounded-input bg-surface ${isHeld ? 'z-10 shadow-float' : drag === undefined ? '' : 'transition-transform duration-150 motion-reduce:transition-none'}`}
    >
      <button
        type="button"
        aria-label={words.handle(label)}
        aria-expanded={props.isPicked}
        className={`pressable grid size-11 shrink-0 touch-none place-items-center rounded-full text-muted ${isHeld ? 'cursor-grabbing' : 'cursor-grab'}`}
        onKeyDown={onKeyDown}
        // A tap of a pointer is told by the drag; this is the press of a key or a screen reader.
        onClick={(event) => event.detail === 0 && props.onPick()}
        {...props.dragProps}
      >
        <Icon icon={GripVertical} size={20} />
      </button>
      <div className="min-w-0 grow py-1">{content}</div>
      {props.isPicked && (
        <>
          <IconButton
            icon={ArrowUp}
            tone="muted"
            label={words.up(label)}
            disabled={at === 0}
            onClick={() => move(at, at - 1)}
          />
          <IconButton
            icon={ArrowDown}
            tone="muted"
            label={words.down(label)}
            disabled={props.isLast}
            onClick={() => move(at, at + 1)}
          />
        </>
      )}
      {action}
    </li>
  );
}

/** Pixels by which a row stands beside its place while one is dragged. */
function shiftOf(drag: RowDrag | undefined, at: number): number {
  if (drag === undefined) return 0;
  const { from, to, by, height } = drag;
  if (at === from) return by;
  if (from < at && at <= to) return -height;
  return to <= at && at < from ? height : 0;
}
