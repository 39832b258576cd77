import type { AccountId } from '@tarazu/core/values';
import { Valuation } from '#domains/balance/index.ts';
import { dayOf, valuesOf } from '#domains/portfolio/close-days.ts';
import { DayStore } from '#domains/portfolio/day-store.ts';
import { type StoredValue, ValueStore } from '#domains/portfolio/value-store.ts';
import { type DatedFlow, type Xirr, xirr } from '#domains/portfolio/xirr.ts';
import type { Queryable } from '#platform/database/pool.ts';
import type { MarketPort } from '#ports.ts';

/** More days with a flow than this are not made into a rate. */
const FLOW_DAYS_MAX = 400;
const SEQUENCE_MAX = 9_223_372_036_854_775_807n;

/** A value of an account with what came from outside since the one before, in paise. */
export interface Point {
  readonly atMs: number;
  readonly value: bigint;
  readonly flow: bigint;
}

/** An account and the moment at which it is asked for. */
export interface Asked {
  readonly accountId: AccountId;
  readonly nowMs: number;
}

/** The worth of accounts over time: their stored values, joined by the one of now. */
export class AccountLives {
  readonly #values: ValueStore;
  readonly #days: DayStore;
  readonly #valuation: Valuation;

  constructor(database: Queryable, market: MarketPort) {
    this.#values = new ValueStore(database);
    this.#days = new DayStore(database);
    this.#valuation = new Valuation(market);
  }

  get values(): ValueStore {
    return this.#values;
  }

  /** The account now: its worth, and what came from outside since its newest stored value. */
  async now({ accountId, nowMs }: Asked, newest: StoredValue | undefined): Promise<Point> {
    const since = {
      from_sequence: newest?.through_sequence ?? 0n,
      through_sequence: SEQUENCE_MAX,
    };
    const [row] = valuesOf(await this.#days.units([BigInt(accountId)], since), this.#valuation);
    return { atMs: nowMs, value: row?.value ?? 0n, flow: row?.flow ?? 0n };
  }

  /**
   * The first day's flows are what the account began with. Where values are stored only from a later day on,
   * the worth of that day stands for all that came before.
   */
  async xirr(asked: Asked): Promise<Xirr | { readonly reason: 'flows' }> {
    const { accountId, nowMs } = asked;
    const lifeDay = dayOf(await this.#values.begunAtMs(accountId));
    const today = dayOf(nowMs);
    const [first, stored, [newest]] = await Promise.all([
      this.#values.first(accountId, lifeDay),
      this.#values.flows(accountId, lifeDay, FLOW_DAYS_MAX + 1),
      this.#values.between(accountId, { fromDay: lifeDay, untilDay: today }, 1),
    ]);
    if (stored.length > FLOW_DAYS_MAX) return { reason: 'flows' };
    const now = await this.now(asked, newest);
    const isWhole = first === undefined || first.day === lifeDay;
    const later = isWhole ? stored : stored.filter(({ day }) => day > first.day);
    const flows: DatedFlow[] = later.map(({ day, flow }) => ({ day, amount: flow }));
    if (!isWhole) flows.unshift({ day: first.day, amount: first.value });
    if (now.flow !== 0n) flows.push({ day: today, amount: now.flow });
    return xirr(flows, { day: today, amount: now.value });
  }
}

/** Profit between two values: the difference that nothing from outside made. */
export function profitBetween(points: readonly Point[]): { profit: bigint; base: bigint } {
  const [first] = points;
  const last = points.at(-1);
  if (first === undefined || last === undefined) return { profit: 0n, base: 0n };
  const flows = points.slice(1).reduce((sum, { flow }) => sum + flow, 0n);
  return {
    profit: last.value - first.value - flows,
    base: first.value + (flows > 0n ? flows : 0n),
  };
}
