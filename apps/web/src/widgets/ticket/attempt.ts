import { type CallError, isRefusal, NetworkError, RefusalError } from '#client/errors.ts';
import { type Environment, orderDraftsSlice } from '#client/store.ts';
import type { Attempt, Placed } from '#products/attempt.ts';
import { productAt, wireNameOf } from '#products/list.ts';
import { orderTypeOf, validityOf } from '#widgets/ticket/checks/offered.ts';

/** Sends it. The same attempt may be sent again: the answer is then the first one. */
export async function send(attempt: Attempt): Promise<Placed> {
  return await productAt(attempt.instrumentId).place.send(attempt);
}

/** Asks what became of an order whose answer never came. */
export async function ask(attempt: Attempt): Promise<Placed> {
  return await productAt(attempt.instrumentId).place.ask(attempt);
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
