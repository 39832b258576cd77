import type { InstrumentRow } from '@tarazu/protocol';
import { newClientId } from '#client/query.ts';
import { orderDraftsSlice } from '#client/store.ts';

/** One order of a basket as it stands in the form. */
export interface Leg {
  /** Tells it from the others in the form; nobody else knows it. */
  readonly id: string;
  readonly instrumentId: string;
  readonly symbol: string;
  readonly quoteAsset: string;
  readonly side: 'buy' | 'sell';
  readonly type: 'market' | 'limit';
  readonly quantity: string;
  readonly price: string;
}

export const LEGS_MAX = 10;
const DRAFT = 'basket';
const ATTEMPT = 'basket-attempt';

/** Legs in the browser's drafts, a field each, so that a reload loses nothing. */
export function useLegs(): readonly Leg[] {
  return legsOf(orderDraftsSlice.use()[DRAFT]);
}

export function setLegs(legs: readonly Leg[]): void {
  const texts = Object.fromEntries(legs.map((leg, at) => [String(at), JSON.stringify(leg)]));
  const attempt = { clientId: newClientId() };
  orderDraftsSlice.update((drafts) => ({ ...drafts, [DRAFT]: texts, [ATTEMPT]: attempt }));
}

/**
 * The id under which the legs are placed as they stand: kept over retries and reloads, so that they are
 * placed once. Other legs have another, and so has a basket that was answered.
 */
export function attemptId(): string {
  const known = orderDraftsSlice.get()[ATTEMPT]?.['clientId'];
  if (known !== undefined) return known;
  const clientId = newClientId();
  orderDraftsSlice.update((drafts) => ({ ...drafts, [ATTEMPT]: { clientId } }));
  return clientId;
}

function legsOf(draft: Readonly<Record<string, string>> | undefined): readonly Leg[] {
  return Object.entries(draft ?? {})
    .sort(([left], [right]) => Number(left) - Number(right))
    .flatMap(([, text]) => {
      const leg = legOf(JSON.parse(text));
      return leg === undefined ? [] : [leg];
    });
}

function legOf(value: unknown): Leg | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const fields = new Map(Object.entries(value).map(([name, text]) => [name, String(text)]));
  const text = (name: string) => fields.get(name) ?? '';
  if (text('id') === '' || text('instrumentId') === '') return undefined;
  return {
    id: text('id'),
    instrumentId: text('instrumentId'),
    symbol: text('symbol'),
    quoteAsset: text('quoteAsset'),
    side: text('side') === 'sell' ? 'sell' : 'buy',
    type: text('type') === 'limit' ? 'limit' : 'market',
    quantity: text('quantity'),
    price: text('price'),
  };
}

export function newLeg({ instrumentId, symbol, quoteAsset, price }: InstrumentRow): Leg {
  const common = { id: newClientId(), instrumentId, symbol, quoteAsset };
  return { ...common, side: 'buy', type: 'market', quantity: '', price };
}

/** As the call takes them. */
export function legsText(legs: readonly Leg[]): string {
  return JSON.stringify(
    legs.map(({ instrumentId, side, type, quantity, price }) => ({
      instrumentId,
      side,
      type,
      quantity,
      ...(type === 'limit' ? { price } : {}),
    })),
  );
}

/** Every leg says how many, and a limit says at which price. */
export function isWhole({ type, quantity, price }: Leg): boolean {
  return /[1-9]/.test(quantity) && (type === 'market' || /[1-9]/.test(price));
}
