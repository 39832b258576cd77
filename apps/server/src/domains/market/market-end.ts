import { type AccountId, accountId } from '@tarazu/core/values';
import type pg from 'pg';
import { insertNotice, insertNoticeForAll } from '#domains/notice/index.ts';
import { cancelAllOf } from '#engine/cancel-all.ts';
import {
  IDENTITY_KEY,
  isPastMarketKey,
  keysFrom,
  NUMBER_KEY,
  pastMarketState,
} from '#market/identity/market-identity.ts';
import { publishLastKeys } from '#market/session/day-key-references.ts';
import { TapeStore } from '#market/tape/tape-store.ts';
import { StartupError } from '#platform/config/startup-error.ts';
import { inTransaction, type Queryable, statement } from '#platform/database/pool.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';
import type { Answer, EnginePort } from '#ports.ts';

/** When the market ends, as it was announced. */
const ENDS_KEY = 'market-ends-at';
/** Cancels that wait for the writer at a time. */
const ACCOUNTS_AT_ONCE = 200;

const writeState = statement(
  'market-end-write',
  'insert into market_state values ($1, $2) on conflict (key) do update set value = excluded.value',
);
const withOrders = statement<{ account_id: bigint }>(
  'market-end-accounts',
  `select distinct account_id from orders where live order by account_id limit ${ACCOUNTS_AT_ONCE}`,
);

/** Tells every login that this market ends at a time, with what becomes of open orders. */
export async function announceEnd(
  pool: pg.Pool,
  when: { readonly endsAtMs: number; readonly nowMs: number },
): Promise<void> {
  const { endsAtMs, nowMs } = when;
  if (endsAtMs <= nowMs)
    throw new StartupError('The end of the market must lie ahead, so that people can act on it.');
  await inTransaction(pool, async (on) => {
    const detail = { atMs: String(endsAtMs) };
    await insertNoticeForAll(on, { kind: 'marketEnds', topic: 'market', detail, nowMs });
    await writeState(on, [ENDS_KEY, String(endsAtMs)]);
  });
}

interface MarketEnd {
  readonly pool: pg.Pool;
  /** Of a server that does not run: nobody trades meanwhile. */
  readonly engine: Pick<EnginePort, 'submit'>;
  readonly nowMs: number;
  /** Of an installation that nobody but its operator uses. */
  readonly isUnannounced: boolean;
  /** The secrets that open the market's secret: undefined where that key is lost. */
  readonly secrets: Secrets | undefined;
  readonly marketSeed: string | null;
}

/**
 * Ends the market of a database after the announced time, by cancelling every order; accounts keep what they
 * own. Done again, it finishes what was begun.
 *
 * @returns how many accounts had orders, and whether the keys of its last days are published.
 */
export async function endMarket({
  pool,
  engine,
  nowMs,
  isUnannounced,
  ...by
}: MarketEnd): Promise<{ readonly accounts: number; readonly areKeysPublished: boolean }> {
  const store = new TapeStore(pool);
  const state = await store.state();
  const endsAtMs = state.get(ENDS_KEY);
  if (!isUnannounced && (endsAtMs === undefined || Number(endsAtMs) > nowMs))
    throw new StartupError(tooEarly(endsAtMs));
  const cancelled = await cancelAll(pool, engine);
  const { secrets, marketSeed } = by;
  const keys = secrets && keysFrom(state, { secrets, marketSeed });
  if (keys) await publishLastKeys({ keys, engine, store, atMs: nowMs });
  const number = Number(state.get(NUMBER_KEY) ?? '1');
  const identity = state.get(IDENTITY_KEY);
  const past = pastMarketState(number, { endedAtMs: nowMs, ...(identity !== undefined && { identity }) });
  await inTransaction(pool, async (on) => {
    await insertNoticeForAll(on, { kind: 'marketEnded', topic: 'market', nowMs });
    await endAlerts(on, nowMs);
    await on.query('delete from candle');
    await on.query('delete from day_kept');
    const ofThis = [...(await new TapeStore(on).state()).keys()].filter((key) => !isPastMarketKey(key));
    await on.query('delete from market_state where key = any($1)', [ofThis]);
    await writeState(on, [past.key, past.value]);
    await writeState(on, [NUMBER_KEY, String(number + 1)]);
  });
  return { accounts: cancelled.size, areKeysPublished: keys !== undefined };
}

/** Levels of the market that has ended mean nothing in another: whoever waited for one is told. */
async function endAlerts(on: Queryable, nowMs: number): Promise<void> {
  const { rows } = await on.query<{ login_id: number; count: number }>(
    `with ended as (delete from alert where fired_at_ms is null returning login_id)
     select login_id, count(*)::int4 as count from ended group by login_id order by login_id`,
  );
  for (const { login_id: loginId, count } of rows)
    await insertNotice(on, { loginId, kind: 'alertsEnded', detail: { count: String(count) }, nowMs });
}

function tooEarly(endsAtMs: string | undefined): string {
  if (endsAtMs === undefined)
    return 'Nobody was told that this market ends. Say when, with "npm run market -- end --at 2026-12-31T18:00+05:30", and come back then. Where nobody else uses it, add --without-notice.';
  return `People were told that this market ends at ${new Date(Number(endsAtMs)).toISOString()}: come back then.`;
}

async function cancelAll(pool: pg.Pool, engine: MarketEnd['engine']): Promise<ReadonlySet<AccountId>> {
  const cancelled = new Set<AccountId>();
  for (let reasons = new Set<string>(); ; ) {
    const accounts = (await withOrders(pool, [])).map((row) => accountId(Number(row.account_id)));
    if (accounts.length === 0) return cancelled;
    if (accounts.every((one) => cancelled.has(one))) throw new StartupError(staysOpen(reasons));
    const answers = await Promise.all(
      accounts.map((one) => cancelAllOf(engine, { type: 'order.cancelAll', accountId: one })),
    );
    reasons = new Set(answers.flatMap(whatHeldBack));
    for (const one of accounts) cancelled.add(one);
  }
}

/** Codes for which orders stay open although all of an account were to be cancelled. */
function whatHeldBack({ outcome }: Answer): string[] {
  if (!outcome.ok) return [outcome.refusal.code];
  return outcome.type === 'ordersEnded' ? (outcome.left ?? []).map(({ code }) => code) : [];
}

function staysOpen(reasons: ReadonlySet<string>): string {
  const why = reasons.size === 0 ? '' : ` (${[...reasons].sort().join(', ')})`;
  return `Some orders can not be cancelled in this phase of the day${why}: try again after it.`;
}
