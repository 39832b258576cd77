import { formatDecimal, parseDecimal } from '@tarazu/core/values';
import type { OwnOrder } from '@tarazu/protocol';
import { GripVertical } from 'lucide-react';
import { type KeyboardEvent, type PointerEvent, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from '#locales/i18n.ts';
import { Icon } from '#ui/icon.tsx';
import { addDecimal, negateDecimal, toPixels } from '#ui/numbers/decimal-text.ts';
import { formatMoney, formatNumber, groupingOf } from '#ui/numbers/format.ts';
import { useFormat } from '#ui/numbers/use-format.ts';
import { useOrderTitle } from '#widgets/orders/words.ts';
import type { OrderLine } from './engine/own-marks.ts';
import type { ChartInstrument, MountedChart } from './use-chart.ts';

/** One price of an own order, and where its line lies. */
export interface OwnLine {
  readonly id: string;
  readonly order: OwnOrder;
  readonly of: 'price' | 'trigger';
  readonly price: string;
  readonly canChange: boolean;
  /** Moves the handle with its line; written by the handle, called by the picture. */
  readonly place: { current: ((y: number | undefined) => void) | undefined };
}

interface LineHandleProps {
  line: OwnLine;
  instrument: ChartInstrument;
  chart: MountedChart;
  /** Asks to change the order to this price: a sheet confirms. */
  onChange: (price: string) => void;
  onOpen: () => void;
}

/** Beyond this many px a press is a drag. */
const DRAG_PX = 4;
const LEAP = 10;

const PILL =
  'absolute top-0 left-2 z-10 -mt-3 flex h-6 items-center gap-0.5 rounded-tag border bg-bg pr-2 pl-0.5 text-micro font-semibold whitespace-nowrap touch-none select-none';

/**
 * The grip of an order's line: dragged, or moved by arrow keys, it asks for the
 * change; nothing is changed before the sheet has said so.
 */
export function LineHandle({ line, instrument, chart, onChange, onOpen }: LineHandleProps) {
  const { t } = useTranslation('trade');
  const settings = useFormat();
  const titleOf = useOrderTitle();
  const element = useRef<HTMLDivElement>(null);
  const hand = useHand({ line, instrument, chart, onChange, onOpen });
  useLayoutEffect(() => followLine(line, element));
  const price = hand.held ?? line.price;
  const written = formatMoney(price, instrument.quoteAsset, {
    settings,
    decimals: instrument.priceScale,
    unit: 'sign',
  });
  const title = titleOf(line.order);
  const what = line.of === 'trigger' ? `${title}, ${t('triggerShort')}` : title;
  const tone = line.order.side === 'buy' ? 'border-up text-up' : 'border-down text-down';
  if (!line.canChange) {
    return (
      <div ref={element} hidden className="pointer-events-none absolute inset-x-0 top-0">
        <button type="button" onClick={onOpen} className={`${PILL} ${tone} pointer-events-auto pl-2`}>
          {what} <span className="number">{written}</span>
        </button>
      </div>
    );
  }
  return (
    <div ref={element} hidden className="pointer-events-none absolute inset-x-0 top-0">
      <div
        role="slider"
        tabIndex={0}
        aria-orientation="vertical"
        aria-label={t('lineOf', { order: what })}
        aria-valuenow={toPixels(price)}
        aria-valuetext={written}
        {...hand.events}
        className={`${PILL} ${tone} target pointer-events-auto cursor-grab active:cursor-grabbing`}
      >
        <Icon icon={GripVertical} size={14} />
        {what}
        {hand.held !== undefined && <span className="number ml-1">{written}</span>}
      </div>
    </div>
  );
}

/** The picture says where the line lies, at each drawing: written to the style, never drawn by React. */
function followLine(line: OwnLine, element: React.RefObject<HTMLDivElement | null>): () => void {
  const { place } = line;
  place.current = (y) => {
    if (element.current === null) return;
    element.current.hidden = y === undefined;
    element.current.style.transform = `translateY(${y ?? 0}px)`;
  };
  return () => {
    place.current = undefined;
  };
}

/** The line as the picture draws it, at the order's price or under the hand. */
export function drawnAt(line: OwnLine, price: string, quoteAsset: string): OrderLine {
  return {
    id: line.id,
    price: toPixels(price),
    side: line.order.side,
    text: formatNumber(price, { grouping: groupingOf(quoteAsset) }),
    onPlace: (y) => line.place.current?.(y),
  };
}

/** A price of the picture, at the nearest tick of the market. */
function atTick(value: number, { tickSize = '1', priceScale }: ChartInstrument): string | undefined {
  const units = parseDecimal(value.toFixed(priceScale), priceScale);
  const tick = parseDecimal(tickSize, priceScale);
  if (units === undefined || tick === undefined || tick <= 0n || units <= 0n) return undefined;
  const ticks = (units + tick / 2n) / tick;
  return formatDecimal((ticks < 1n ? 1n : ticks) * tick, priceScale);
}

function useHand({ line, instrument, chart, onChange, onOpen }: LineHandleProps) {
  const [held, setHeld] = useState<string>();
  const startY = useRef<number>(undefined);
  const isDragged = useRef(false);
  // Moves come faster than they are drawn: what counts at the end is the last one.
  const latest = useRef<string>(undefined);
  const hold = (price: string | undefined) => {
    latest.current = price;
    setHeld(price);
    chart.handle.current?.moveLine(drawnAt(line, price ?? line.price, instrument.quoteAsset));
  };
  const settle = () => {
    const price = latest.current;
    hold(undefined);
    if (price === undefined || price === line.price) onOpen();
    else onChange(price);
  };
  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    startY.current = event.clientY;
    isDragged.current = false;
  };
  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => {
    if (startY.current === undefined) return;
    if (Math.abs(event.clientY - startY.current) > DRAG_PX) isDragged.current = true;
    if (!isDragged.current) return;
    const top = chart.element.current?.getBoundingClientRect().top ?? 0;
    const value = chart.handle.current?.priceAt(event.clientY - top);
    const price = value === undefined ? undefined : atTick(value, instrument);
    if (price !== undefined) hold(price);
  };
  const onPointerUp = () => {
    if (startY.current === undefined) return;
    startY.current = undefined;
    settle();
  };
  const onPointerCancel = () => {
    startY.current = undefined;
    hold(undefined);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const step = stepOf(event.key, instrument.tickSize ?? '1');
    if (step !== undefined) {
      const next = addDecimal(latest.current ?? line.price, step);
      if (toPixels(next) > 0) hold(next);
    } else if (event.key === 'Enter' || event.key === ' ') settle();
    else if (event.key === 'Escape' && held !== undefined) hold(undefined);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const onBlur = () => {
    if (startY.current === undefined && held !== undefined) hold(undefined);
  };
  return { held, events: { onPointerDown, onPointerMove, onPointerUp, onPointerCancel, onKeyDown, onBlur } };
}

function stepOf(key: string, tick: string): string | undefined {
  const leap = Array.from({ length: LEAP - 1 }, () => tick).reduce(addDecimal, tick);
  const steps: Readonly<Record<string, string>> = {
    ArrowUp: tick,
    ArrowRight: tick,
    ArrowDown: negateDecimal(tick),
    ArrowLeft: negateDecimal(tick),
    PageUp: leap,
    PageDown: negateDecimal(leap),
  };
  return steps[key];
}
