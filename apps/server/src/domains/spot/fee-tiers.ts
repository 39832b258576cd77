import {
  type AccountId,
  accountId,
  DAY_MS,
  formatDecimal,
  INDIA_OFFSET_MS,
  parseDecimal,
  RATE_SCALE,
  RUPEE_SCALE,
  spotTierOf,
} from '@tarazu/core/values';
import { type DayRange, TurnoverStore } from '#domains/spot/turnover-store.ts';
import type { Queryable } from '#platform/database/pool.ts';
import { inGroups } from '#platform/paced.ts';
import type { Clock } from '#platform/time/clock.ts';
import type { EnginePort, MarketPort } from '#ports.ts';
import { spotChargeRules, tetherRate } from '#rules/families/spot-charges.ts';

export interface FeeTierParts {
  readonly database: Queryable;
  readonly engine: EnginePort;
  readonly market: MarketPort;
  readonly clock: Clock;
}

const VOLUME_DAYS = 30;
const FILLS_AT_ONCE = 5_000;
const ACCOUNTS_AT_ONCE = 500;

/** The thirty whole days in India before the one of an instant: what a tier is made of. */
function volumeDays(nowMs: number): DayRange {
  const beforeDay = Math.floor((nowMs + INDIA_OFFSET_MS) / DAY_MS);
  return { fromDay: beforeDay - VOLUME_DAYS, beforeDay };
}

const startOfDay = (day: number): number => day * DAY_MS - INDIA_OFFSET_MS;

/**
 * Counts what was traded before today and moves each account to the tier of its 30-day volume (rules 2.2), up
 * or down. Fills, rates and tiers are in tables, so that a run that broke off is simply run again.
 * @throws Error where an account refused its tier, after all others have theirs.
 */
export async function assignFeeTiers({ database, engine, market, clock }: FeeTierParts): Promise<void> {
  const store = new TurnoverStore(database);
  const nowMs = clock.nowMs();
  const days = volumeDays(nowMs);
  const fills = {
    sinceMs: startOfDay(days.fromDay),
    beforeMs: startOfDay(days.beforeDay),
    limit: FILLS_AT_ONCE,
  };
  for (let counted = FILLS_AT_ONCE; counted === FILLS_AT_ONCE; ) counted = await store.countPage(fills);
  await store.closeDays(days, rupeesPerTether(market, nowMs));
  const rules = market.rules.at(spotChargeRules, nowMs);
  const refused = new Map<string, number>();
  let after: AccountId | undefined = accountId(0);
  while (after !== undefined) {
    const page = await store.tieredAfter(after, days, ACCOUNTS_AT_ONCE);
    const moves = page
      .map((account) => ({ ...account, tier: spotTierOf(rules, account.volumeInr) }))
      .filter((account) => account.tier !== account.spotFeeTier);
    const answers = await inGroups(moves, ({ accountId: of, tier }) =>
      engine.submit({ type: 'account.set', accountId: of, spotFeeTier: tier }),
    );
    for (const { outcome } of answers)
      if (!outcome.ok) refused.set(outcome.refusal.code, (refused.get(outcome.refusal.code) ?? 0) + 1);
    after = page.length === ACCOUNTS_AT_ONCE ? page.at(-1)?.accountId : undefined;
  }
  const refusals = Array.from(refused, ([code, count]) => `${count} by ${code}`);
  if (refusals.length > 0) throw new Error(`Some accounts refused their tier: ${refusals.join(', ')}`);
}

/** The market's own last price of a USDT in rupees, or the published row where it lists no such pair. */
function rupeesPerTether(market: MarketPort, nowMs: number): { rupeesE8: bigint; source: string } {
  const pair = market
    .listings()
    .find(({ baseAsset, quoteAsset }) => baseAsset === 'USDT' && quoteAsset === 'INR');
  const last =
    pair === undefined ? undefined : parseDecimal(market.ticker(pair.instrumentId).price, RATE_SCALE);
  if (pair !== undefined && last !== undefined && last > 0n)
    return { rupeesE8: last, source: pair.instrumentId };
  const row = market.rules.at(tetherRate, nowMs);
  return { rupeesE8: row.rupeesE8, source: row.version };
}

/** The rate that an account pays for trading coins, why, and what the next tier asks. */
export async function readFeeTier(
  { database, market }: Pick<FeeTierParts, 'database' | 'market'>,
  of: AccountId,
  nowMs: number,
) {
  const days = volumeDays(nowMs);
  const rules = market.rules.at(spotChargeRules, nowMs);
  const account = await new TurnoverStore(database).tiered(of, days);
  const known = account?.spotFeeTier ?? 0;
  const tier = known < rules.tiers.length ? known : 0;
  const [first] = rules.tiers;
  const now = rules.tiers[tier] ?? first;
  if (now === undefined) throw new Error('Invariant: published fees have at least one tier');
  const next = rules.tiers[tier + 1];
  const wire = (one: typeof now) => ({
    volumeMinInr: formatDecimal(one.volumeMinInr, RUPEE_SCALE),
    makerRate: formatDecimal(one.makerRate, RATE_SCALE),
    takerRate: formatDecimal(one.takerRate, RATE_SCALE),
  });
  return {
    tier,
    ...wire(now),
    volumeInr: formatDecimal(account?.volumeInr ?? 0n, RUPEE_SCALE),
    volumeDays: VOLUME_DAYS,
    countedUntilMs: startOfDay(days.beforeDay),
    ruleVersion: rules.version,
    ...(next === undefined ? {} : { next: wire(next) }),
  };
}
