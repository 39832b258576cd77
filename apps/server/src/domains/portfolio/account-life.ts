import { Valuation } from '#domains/balance/index.ts';
import { dayOf, valuesOf } from '#domains/portfolio/close-days.ts';
import { DayStore } from '#domains/portfolio/day-store.ts';
import { InDay } from '#domains/portfolio/in-day.ts';
import type { Asked, Point } from '#domains/portfolio/points.ts';
import { type StoredValue, ValueStore } from '#domains/portfolio/value-store.ts';
import { type DatedFlow, type Xirr, xirr } from '#domains/portfolio/xirr.ts';
import type { Queryable } from '#platform/database/pool.ts';
import type { MarketPort } from '#ports.ts';

/** More days with a flow than this are not made into a rate. */
const FLOW_DAYS_MAX = 400;
const SEQUENCE_MAX = 9_223_372_036_854_775_807n;

/** The worth of accounts over time: their stored values, joined by the one of now. */
export class AccountLives {
  readonly #values: ValueStore;
  readonly #days: DayStore;
  readonly #valuation: Valuation;
  readonly #inDay: InDay;

  constructor(database: Queryable, market: MarketPort) {
    this.#values = new ValueStore(database);
    this.#days = new DayStore(database);
    this.#valuation = new Valuation(market);
    this.#inDay = new InDay(database, market);
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

  /** The account at each quarter of an hour of today, and now; each with what came since the one before. */
  async today(asked: Asked, newest: StoredValue | undefined, begunAtMs: number): Promise<readonly Point[]> {
    const afterSequence = newest?.through_sequence ?? 0n;
    const points = await this.#inDay.of(asked, { begunAtMs, afterSequence });
    return points.length === 0 ? [await this.now(asked, newest)] : points;
  }

  /**
   * Return by the first day's flows and all later ones; the
   * first stored day's worth stands for what came before.
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
