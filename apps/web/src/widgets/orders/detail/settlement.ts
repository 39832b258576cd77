import { DAY_MS, INDIA_OFFSET_MS } from '@tarazu/core/units';
import type { InstrumentProfile, OwnOrder } from '@tarazu/protocol';
import type texts from '#locales/en-US/trade.ts';
import { hasLots, isSquaredOff } from '#products/list.ts';
import type { ProgressStep } from '#ui/feedback/progress-steps.tsx';
import { compareDecimal } from '#ui/numbers/decimal-text.ts';
import { isLive } from '#widgets/orders/words.ts';

export interface Settlement {
  readonly kind: 'atOnce' | 'sellable' | 'proceeds' | 'squaredOff';
  readonly state: ProgressStep['state'];
  readonly atMs?: number;
}

/** Words of a settlement that was, or that is the same whenever it is told. */
const WORDS = {
  atOnce: 'lifeSettledAtOnce',
  sellable: 'lifeSellable',
  proceeds: 'lifeProceeds',
  squaredOff: 'lifeWithinDay',
} as const satisfies Record<Settlement['kind'], keyof typeof texts>;

const WORDS_AHEAD = {
  ...WORDS,
  sellable: 'lifeSellableAhead',
  proceeds: 'lifeProceedsAhead',
} as const satisfies Record<Settlement['kind'], keyof typeof texts>;

/** The text of the step: a settlement that is still to come is not told as one that was. */
export function settlementWords({ kind, state }: Settlement) {
  return (state === 'done' ? WORDS : WORDS_AHEAD)[kind];
}

export interface KnownOfSettlement {
  readonly nowMs: number;
  /** Times of today's trades: when they may be sold, and when positions within the day are closed. */
  readonly today?: Pick<InstrumentProfile, 'sellableFromMs' | 'intraday'> | undefined;
  /** The holding of the share now, oldest lot first; undefined while that is not known. */
  readonly lots?:
    | readonly {
        readonly orderId?: string | undefined;
        readonly boughtAtMs: number;
        readonly sellableFromMs: number;
        readonly settled: boolean;
      }[]
    | undefined;
}

type Traded = Pick<
  OwnOrder,
  'id' | 'kind' | 'side' | 'product' | 'state' | 'quantityFilled' | 'placedAtMs' | 'endedAtMs'
>;

/**
 * The settlement of an order's fills; undefined where there is nothing to come, or nothing that can be said
 * for certain. A time stands only beside what has filled: an order that waits may fill on another day.
 */
export function settlementOf(order: Traded, known: KnownOfSettlement): Settlement | undefined {
  const hasFilled = compareDecimal(order.quantityFilled, '0') > 0;
  if (!hasFilled && !isLive(order)) return undefined;
  if (!hasLots(order)) return { kind: 'atOnce', state: hasFilled ? 'done' : 'ahead' };
  const closesToday = isSquaredOff(order.product);
  const isBuy = order.side === 'buy';
  const kind = closesToday ? 'squaredOff' : isBuy ? 'sellable' : 'proceeds';
  if (!hasFilled) return { kind, state: 'ahead' };
  if (!closesToday && isBuy) return ofPurchase(order, known);
  if (!isOfToday(order, known.nowMs)) return undefined;
  const atMs = closesToday ? known.today?.intraday?.squareOffAtMs : known.today?.sellableFromMs;
  return { kind, ...dueAt(atMs, known.nowMs) };
}

/** Purchases settle lot by lot; a lot that is gone was sold, so it had settled. */
function ofPurchase(order: Traded, { lots, today, nowMs }: KnownOfSettlement): Settlement {
  const kind = 'sellable';
  const lot = lots?.find(({ orderId }) => orderId === order.id) ?? lots?.findLast((one) => isOf(order, one));
  if (lot?.settled === true) return { kind, state: 'done', atMs: lot.sellableFromMs };
  if (lot !== undefined) return { kind, ...dueAt(lot.sellableFromMs, nowMs) };
  if (isOfToday(order, nowMs)) return { kind, ...dueAt(today?.sellableFromMs, nowMs) };
  return { kind, state: lots === undefined ? 'ahead' : 'done' };
}

/** Whether the lot of a day, which names its first order only, may hold what this order bought. */
function isOf(
  { placedAtMs, endedAtMs = Infinity }: Traded,
  { orderId, boughtAtMs }: NonNullable<KnownOfSettlement['lots']>[number],
): boolean {
  const day = indianDay(boughtAtMs);
  return orderId !== undefined && day >= indianDay(placedAtMs) && day <= indianDay(endedAtMs);
}

function dueAt(atMs: number | undefined, nowMs: number): Pick<Settlement, 'state' | 'atMs'> {
  return atMs === undefined ? { state: 'ahead' } : { state: atMs <= nowMs ? 'done' : 'ahead', atMs };
}

/** Whether its last fill can only be of this day in India, so that the day's own times hold for it. */
function isOfToday({ endedAtMs }: Traded, nowMs: number): boolean {
  return endedAtMs === undefined || indianDay(endedAtMs) === indianDay(nowMs);
}

function indianDay(atMs: number): number {
  return Math.floor((atMs + INDIA_OFFSET_MS) / DAY_MS);
}
