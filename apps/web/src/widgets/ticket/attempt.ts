import { isPricedType, namesTrigger } from '@tarazu/core/checks';
import { call } from '#client/api.ts';
import type { CallInput, CallOutput } from '#client/calls.ts';
import { type CallError, isRefusal, NetworkError, RefusalError } from '#client/errors.ts';
import { type Environment, orderDraftsSlice } from '#client/store.ts';
import { isWithinDay, wireNameOf } from '#products/list.ts';
import { isCoin } from '#widgets/instrument/ids.ts';
import { orderTypeOf, validityOf } from '#widgets/ticket/checks/offered.ts';
import type { OrderType, Side, Validity } from '#widgets/ticket/checks/terms.ts';

/**
 * One order on its way. Its client id is made before the first send and stays over every retry, so that the
 * server can answer the same order once and never take it twice.
 */
export interface Attempt {
  readonly clientId: string;
  readonly environment: Environment;
  readonly instrumentId: string;
  readonly side: Side;
  readonly type: OrderType;
  readonly validity: Validity;
  readonly price: string;
  readonly quantity: string;
  readonly trigger: string;
  readonly trail: string;
  readonly shown: string;
  /** Of a bracket; empty without one. Without a price its stop trails by `trail`. */
  readonly takeProfit: string;
  readonly stopLoss: string;
  readonly minutes: string;
  /** Of validity `gtd`, reckoned once: the same attempt says the same again. */
  readonly expiresAtMs: string;
  readonly afterMarket: boolean;
  readonly product: 'CNC' | 'MIS';
  readonly confirmLarge: boolean;
}

export type Placed = Pick<CallOutput<'stockBuy'>, 'order' | 'fills'>;

/** Sends it. The same attempt may be sent again: the answer is then the first one. */
export async function send(attempt: Attempt): Promise<Placed> {
  const { side, type, validity } = attempt;
  const common = { ...termsInput(attempt), type };
  if (isCoin(attempt.instrumentId)) {
    return await call('coinOrderAdd', {
      ...common,
      side,
      validity: SPOT_VALIDITIES.find((one) => one === validity) ?? 'gtc',
      ...(type === 'trailingStop' ? { trailPercent: attempt.trail } : {}),
      ...(attempt.takeProfit === '' ? {} : { takeProfitPrice: attempt.takeProfit, ...stopOf(attempt) }),
      ...(validity === 'gtd' ? { expiresAtMs: attempt.expiresAtMs } : {}),
    });
  }
  const input: CallInput<'stockBuy'> = {
    ...common,
    type: STOCK_TYPES.find((one) => one === type) ?? 'limit',
    validity: STOCK_VALIDITIES.find((one) => one === validity) ?? 'day',
    ...(validity === 'ttl' ? { ttlMinutes: attempt.minutes } : {}),
    ...(attempt.afterMarket ? { afterMarket: 'true' } : {}),
    ...(isWithinDay(attempt.product) ? { product: attempt.product } : {}),
    ...(attempt.confirmLarge ? { confirmLarge: 'true' } : {}),
  };
  return await call(side === 'buy' ? 'stockBuy' : 'stockSell', input);
}

/** The stop of a bracket: at a price, or trailing. */
function stopOf({ stopLoss, trail }: Attempt) {
  return stopLoss === '' ? { stopLossTrailPercent: trail } : { stopLossPrice: stopLoss };
}

const SPOT_VALIDITIES = ['gtc', 'gtd', 'ioc', 'fok', 'postOnly'] as const;
const STOCK_TYPES = ['market', 'limit', 'stopLimit', 'stopMarket'] as const;
const STOCK_VALIDITIES = ['day', 'ioc', 'ttl'] as const;

/** The terms in a ticket of either kind; a field that the type does not take stays out. */
function termsInput({ clientId, instrumentId, type, quantity, ...attempt }: Attempt) {
  return {
    clientId,
    instrumentId,
    quantity,
    ...(isPricedType(type) ? { price: attempt.price } : {}),
    ...(namesTrigger(type) ? { triggerPrice: attempt.trigger } : {}),
    ...(attempt.shown === '' ? {} : { disclosedQuantity: attempt.shown }),
  };
}

/**
 * Asks what became of an order whose answer never came:
 * coins by their client id, stocks by the same order again.
 */
export async function ask(attempt: Attempt): Promise<Placed> {
  if (!isCoin(attempt.instrumentId)) return await send(attempt);
  try {
    return await call('coinOrderQuery', { clientId: attempt.clientId });
  } catch (error) {
    // An unknown order never arrived. With the same id it can still only be taken once.
    if (isRefusal(error, 'ORDER_UNKNOWN')) return await send(attempt);
    throw error;
  }
}

/**
 * Whether it is not known if the order was taken: no answer, or one that says "look before you send again".
 */
export function isUnknown(error: CallError): boolean {
  return error instanceof NetworkError || isRefusal(error, 'UNAVAILABLE', 'INTERNAL');
}

export function asCallError(error: unknown): CallError {
  if (error instanceof RefusalError || error instanceof NetworkError) return error;
  throw error;
}

const ASK_AFTER_MS = [1_000, 2_000, 4_000] as const;

/** Asks a few times with growing waits. Rejects with the last failure when nothing is known still. */
export async function askPatiently(
  attempt: Attempt,
  wait: (ms: number) => Promise<void> = sleep,
): Promise<Placed> {
  for (const waitMs of ASK_AFTER_MS.slice(0, -1)) {
    await wait(waitMs);
    try {
      return await ask(attempt);
    } catch (error) {
      if (!isUnknown(asCallError(error))) throw error;
    }
  }
  await wait(ASK_AFTER_MS[ASK_AFTER_MS.length - 1] ?? 0);
  return await ask(attempt);
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

const pendingKey = (instrumentId: string) => `pending:${instrumentId}`;

/** Kept in the browser while no answer is known: a reload must not lose the id under which it was sent. */
export function keepPending(attempt: Attempt): void {
  const { confirmLarge, afterMarket, ...texts } = attempt;
  const kept = { ...texts, confirmLarge: String(confirmLarge), afterMarket: String(afterMarket) };
  orderDraftsSlice.update((drafts) => ({ ...drafts, [pendingKey(attempt.instrumentId)]: kept }));
}

export function dropPending(instrumentId: string): void {
  const { [pendingKey(instrumentId)]: _answered, ...others } = orderDraftsSlice.get();
  orderDraftsSlice.set(others);
}

/** An attempt of this environment that was sent and whose answer was never seen. */
export function pendingAttempt(instrumentId: string, environment: Environment): Attempt | undefined {
  const kept = orderDraftsSlice.get()[pendingKey(instrumentId)];
  if (kept === undefined || kept['environment'] !== environment) return undefined;
  const { clientId, price, quantity } = kept;
  if (clientId === undefined || quantity === undefined) return undefined;
  return {
    clientId,
    environment,
    instrumentId,
    side: kept['side'] === 'sell' ? 'sell' : 'buy',
    type: orderTypeOf(kept['type']),
    validity: validityOf(kept['validity']),
    price: price ?? '',
    quantity,
    trigger: kept['trigger'] ?? '',
    trail: kept['trail'] ?? '',
    shown: kept['shown'] ?? '',
    takeProfit: kept['takeProfit'] ?? '',
    stopLoss: kept['stopLoss'] ?? '',
    minutes: kept['minutes'] ?? '',
    expiresAtMs: kept['expiresAtMs'] ?? '',
    afterMarket: kept['afterMarket'] === 'true',
    product: wireNameOf(kept['product']),
    confirmLarge: kept['confirmLarge'] === 'true',
  };
}
