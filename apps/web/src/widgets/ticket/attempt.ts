import { type CallError, isRefusal, NetworkError, RefusalError } from '#client/errors.ts';
import { stream } from '#client/live.ts';
import { type Environment, orderDraftsSlice } from '#client/store.ts';
import type { Attempt, Placed } from '#products/attempt.ts';
import { productAt, wireNameOf } from '#products/list.ts';
import { orderTypeOf, validityOf } from '#widgets/ticket/checks/offered.ts';

/** An order is placed within this long after the tap, or never. */
const PLACE_WITHIN_MS = 8_000;
/** After so long the server has answered whatever it took within that time: what it does not know is lost. */
const SETTLED_AFTER_MS = 10_000;
/** A deadline that has passed, whatever the clocks say. */
const NEVER_PLACE = '0';

/** The tap's own times: an order that is late is not wanted any more, at prices that nobody has seen. */
export function timesOfTap(): Pick<Attempt, 'tappedAtMs' | 'placeBeforeMs'> {
  return { tappedAtMs: Date.now(), placeBeforeMs: placeBefore() ?? '' };
}

/** Until when an order that is sent now may be placed; undefined while the server's clock is not known. */
export function placeBefore(): string | undefined {
  const nowMs = stream.serverNowMs();
  return nowMs === undefined ? undefined : String(nowMs + PLACE_WITHIN_MS);
}

/** Sends it, once: what became of it is asked, and never sent again. */
export async function send(attempt: Attempt): Promise<Placed> {
  return await productAt(attempt.instrumentId).place.send(attempt);
}

/**
 * Asks what became of an order whose answer never came: the same order, which is answered as it was, or
 * refused as too late. It places nothing.
 */
export async function ask(attempt: Attempt): Promise<Placed> {
  return await send({ ...attempt, placeBeforeMs: NEVER_PLACE });
}

/** Whether it is not known if the order was taken: the answer to its sending says nothing. */
export function isUnknown(error: CallError, attempt: Attempt): boolean {
  if (isRefusal(error, 'ORDER_TOO_LATE')) return leftMs(attempt) > 0;
  return error instanceof NetworkError || isRefusal(error, 'UNAVAILABLE', 'INTERNAL');
}

/** Whether the answer to a question says nothing of the order: the question itself was turned away. */
export function isUnanswered(error: CallError, attempt: Attempt): boolean {
  return isUnknown(error, attempt) || isRefusal(error, ...TURNED_AWAY);
}

const TURNED_AWAY = ['OVERLOADED', 'RATE_LIMITED', 'ORDER_RATE', 'SIGN_IN_NEEDED'] as const;

/** Time for which the order may still be on its way, which a clock that was put back does not make longer. */
function leftMs({ tappedAtMs }: Attempt): number {
  const sinceMs = Date.now() - tappedAtMs;
  return sinceMs < 0 ? 0 : Math.max(0, SETTLED_AFTER_MS - sinceMs);
}

export function asCallError(error: unknown): CallError {
  if (error instanceof RefusalError || error instanceof NetworkError) return error;
  throw error;
}

const ASK_AFTER_MS = [1_000, 2_000] as const;
const ASK_LAST_AFTER_MS = 4_000;

/**
 * Asks a few times with growing waits, the last time when the order can no longer be on its way. Rejects with
 * the last failure when nothing is known still.
 */
export async function askPatiently(attempt: Attempt): Promise<Placed> {
  for (const waitMs of ASK_AFTER_MS) {
    await sleep(waitMs);
    try {
      return await ask(attempt);
    } catch (error) {
      if (!isUnanswered(asCallError(error), attempt)) throw error;
    }
  }
  await sleep(Math.max(ASK_LAST_AFTER_MS, leftMs(attempt)));
  return await ask(attempt);
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

const PENDING = 'pending:';
const pendingKey = (instrumentId: string) => `${PENDING}${instrumentId}`;

/** Kept in the browser while no answer is known: a reload must not lose the id under which it was sent. */
export function storePending(attempt: Attempt): void {
  const { confirmLarge, afterMarket, tappedAtMs, ...texts } = attempt;
  const others = { afterMarket: String(afterMarket), tappedAtMs: String(tappedAtMs) };
  const kept = { ...texts, ...others, confirmLarge: String(confirmLarge) };
  orderDraftsSlice.update((drafts) => ({ ...drafts, [pendingKey(attempt.instrumentId)]: kept }));
}

export function dropPending(instrumentId: string): void {
  const { [pendingKey(instrumentId)]: _answered, ...others } = orderDraftsSlice.get();
  orderDraftsSlice.set(others);
}

type Drafts = ReturnType<typeof orderDraftsSlice.get>;

/** An attempt of this environment that was sent and whose answer was never seen. */
export function pendingAttempt(instrumentId: string, environment: Environment): Attempt | undefined {
  return attemptIn(orderDraftsSlice.get(), instrumentId, environment);
}

/** All of them, the newest first. */
export function pendingIn(drafts: Drafts, environment: Environment): readonly Attempt[] {
  return Object.keys(drafts)
    .filter((key) => key.startsWith(PENDING))
    .flatMap((key) => attemptIn(drafts, key.slice(PENDING.length), environment) ?? [])
    .sort((one, other) => other.tappedAtMs - one.tappedAtMs);
}

function attemptIn(drafts: Drafts, instrumentId: string, environment: Environment): Attempt | undefined {
  const kept = drafts[pendingKey(instrumentId)];
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
    tappedAtMs: Number(kept['tappedAtMs'] ?? '0'),
    placeBeforeMs: kept['placeBeforeMs'] ?? '',
  };
}
