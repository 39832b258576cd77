import type { OwnLimit } from '@tarazu/core';
import { EXCLUSION_MAX_MS, limitAt, NO_ASSET } from '@tarazu/core/checks';
import { countryOfPhone } from '@tarazu/core/countries';
import {
  type AccountId,
  amount,
  assetId,
  DAY_MS,
  formatDecimal,
  instrumentId,
  MINUTE_MS,
} from '@tarazu/core/values';
import { readLogin } from '#domains/account/index.ts';
import {
  listOwnLimits,
  openOrdersOf,
  ordersSince,
  realisedSince,
} from '#domains/security/limits/limit-store.ts';
import {
  isWired,
  readValue,
  type WiredName,
  type WireLimit,
  wireLimit,
} from '#domains/security/limits/limit-values.ts';
import type { NotifyOwner } from '#domains/security/notify-owner.ts';
import type { CallContext } from '#gateway/binding.ts';
import type { Queryable } from '#platform/database/pool.ts';
import type { RateLimiter } from '#platform/network/rate-limit.ts';
import { type EnginePort, type MarketPort, type Reply, refuse, reply, type Session } from '#ports.ts';

export interface LimitParts {
  readonly pool: Queryable;
  readonly engine: Pick<EnginePort, 'submit' | 'exposed' | 'exposure'>;
  readonly market: Pick<MarketPort, 'listings'>;
  readonly notifyOwner: NotifyOwner;
  readonly limiter: RateLimiter;
}

type Times = Pick<CallContext, 'nowMs' | 'monotonicMs'>;

/** A limit as it was sent. */
export interface LimitAsked {
  readonly name: WiredName;
  readonly asset?: string | undefined;
  readonly value?: string | undefined;
}

const NO_SCALE = 0;
/** Each is written down for ever; nobody sets a limit this often by hand. */
const CHANGES_PER_MINUTE = 30;
/** A day, and more than the clock of a phone is usually ahead. */
const SHORT_BREAK_MS = DAY_MS + 10 * MINUTE_MS;

/** Own limits of an account, and what else a check before trade needs to know. */
export async function readLimits(parts: LimitParts, { accountId }: Session, nowMs: number) {
  const scales = scalesOf(parts);
  const [rows, openOrders] = await Promise.all([
    listOwnLimits(parts.pool, accountId),
    openOrdersOf(parts.pool, accountId),
  ]);
  return reply({
    list: rows.flatMap((row) => (isShown(row, nowMs) ? [wireLimit(row, scaleOf(scales, row), nowMs)] : [])),
    lossOpen: lossesOpen(parts, accountId, scales),
    assets: [...scales.keys()],
    openOrders,
  });
}

/** A break that is over is none any more, and a limit that was removed is kept for its count alone. */
function isShown(row: OwnLimit, nowMs: number): row is OwnLimit & { readonly name: WiredName } {
  const value = limitAt(row, nowMs);
  const waits = row.nextFromMs !== undefined && nowMs < row.nextFromMs;
  if (value === undefined && !waits) return false;
  return isWired(row.name) && !(row.name === 'exclusion' && value !== undefined && value <= nowMs);
}

/** Sets a limit by the engine, which alone decides what is looser and from when it holds. */
export async function setLimit(
  parts: LimitParts,
  session: Session,
  { asked, onlyStricter, context }: { asked: LimitAsked; onlyStricter: boolean; context: Times },
): Promise<Reply<{ limit: WireLimit }>> {
  const { name, asset } = asked;
  const scales = scalesOf(parts);
  const scale = asset === undefined ? NO_SCALE : scales.get(asset);
  if (scale === undefined) return unfit('asset');
  const value = asked.value === undefined ? undefined : readValue(name, asked.value, scale);
  if (value === undefined && asked.value !== undefined) return unfit('value');
  const { accountId, loginId, guest } = session;
  const { nowMs } = context;
  const before = await findRow(parts, accountId, asked);
  if (before !== undefined && isSetSo(before, value, nowMs))
    return reply({ limit: wireLimit({ ...before, name }, scale, nowMs) });
  const rate = { key: `limit:${accountId}`, limit: CHANGES_PER_MINUTE, windowMs: MINUTE_MS };
  const taken = parts.limiter.take({ ...rate, nowMs: context.monotonicMs });
  if (!taken.allowed) return refuse('RATE_LIMITED', { retryAfterMs: taken.retryAfterMs });
  const login = await readLogin(parts.pool, loginId);
  const { offsetMinutes } = countryOfPhone(login.phone);
  const usedBefore =
    before === undefined
      ? await usedToday(parts, { accountId, name, asset }, { offsetMinutes, nowMs })
      : undefined;
  const { outcome } = await parts.engine.submit({
    ...{ type: 'limit.set', accountId, name, onlyStricter, offsetMinutes },
    ...(asset !== undefined && { assetId: assetId(asset) }),
    ...(value !== undefined && { value }),
    ...(usedBefore !== undefined && { usedBefore: amount(usedBefore) }),
  });
  if (!outcome.ok)
    return refuse(outcome.refusal.code, { field: outcome.refusal.detail?.['part'] ?? 'value' });
  const row = await findRow(parts, accountId, asked);
  if (row === undefined) throw new Error('Invariant: a limit that was set has a row');
  const limit = wireLimit({ ...row, name }, scale, nowMs);
  if (limit.nextFromMs !== undefined && !guest) await parts.notifyOwner(login, 'limitLoosened', nowMs);
  return reply({ limit });
}

/**
 * Whether a limit stands so already; a trading break is set again, to end orders that were locked at first.
 */
function isSetSo(row: OwnLimit, value: bigint | undefined, nowMs: number): boolean {
  const waits = row.nextFromMs !== undefined && nowMs < row.nextFromMs;
  return row.name !== 'exclusion' && !waits && limitAt(row, nowMs) === value;
}

/** A break that nobody shortens: set by a stolen session, a long one would lock its owner out for long. */
export function isLongBreak({ name, value = '' }: LimitAsked, nowMs: number): boolean {
  return name === 'exclusion' && Number(value) > nowMs + SHORT_BREAK_MS;
}

export async function refuseTooLongBreak({ value = '' }: LimitAsked, nowMs: number) {
  return Number(value) > nowMs + EXCLUSION_MAX_MS ? unfit('value') : undefined;
}

async function findRow(
  { pool }: LimitParts,
  accountId: AccountId,
  { name, asset = NO_ASSET }: LimitAsked,
): Promise<OwnLimit | undefined> {
  const rows = await listOwnLimits(pool, accountId);
  return rows.find((row) => row.name === name && row.assetId === asset);
}

const unfit = (field: string) => refuse('OWN_LIMIT_UNFIT', { field });

/** Of limits that count: what the day has used, for a limit that was never set before. */
async function usedToday(
  { pool }: LimitParts,
  { accountId, name, asset }: { accountId: AccountId; name: WiredName; asset: string | undefined },
  { offsetMinutes, nowMs }: { readonly offsetMinutes: number; readonly nowMs: number },
): Promise<bigint | undefined> {
  const offsetMs = offsetMinutes * MINUTE_MS;
  const fromMs = Math.floor((nowMs + offsetMs) / DAY_MS) * DAY_MS - offsetMs;
  if (name === 'dayOrders') return ordersSince(pool, accountId, fromMs);
  if (name !== 'dayLoss' || asset === undefined) return undefined;
  return realisedSince(pool, { accountId, asset, fromMs });
}

/** Assets that things are paid with, each with its decimals. */
function scalesOf({ market }: LimitParts): ReadonlyMap<string, number> {
  return new Map(
    market
      .listings()
      .flatMap(({ kind, quoteAsset, quoteScale }) =>
        kind === 'index' ? [] : [[quoteAsset, quoteScale] as const],
      ),
  );
}

function scaleOf(scales: ReadonlyMap<string, number>, { assetId: of }: OwnLimit): number {
  return scales.get(of) ?? NO_SCALE;
}

/** Loss of what the account has open on margin, by asset; nothing where nothing is open. */
function lossesOpen(
  { engine }: LimitParts,
  accountId: AccountId,
  scales: ReadonlyMap<string, number>,
): { asset: string; amount: string }[] {
  const losses = new Map<string, bigint>();
  for (const { instrumentId: id } of engine.exposed()) {
    const exposure = engine.exposure({ accountId, instrumentId: instrumentId(id) });
    const profit = exposure?.marked?.profitUnrealised;
    if (exposure === undefined || profit === undefined) continue;
    const { assetId: asset } = exposure.open;
    losses.set(asset, (losses.get(asset) ?? 0n) - profit);
  }
  return Array.from(losses, ([asset, loss]) => ({
    asset,
    amount: formatDecimal(loss, scales.get(asset) ?? NO_SCALE),
  }));
}
