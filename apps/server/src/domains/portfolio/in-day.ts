import type { AccountId } from '@tarazu/core/values';
import { Valuation } from '#domains/balance/index.ts';
import { dayOf, startOfDay, valuesOf } from '#domains/portfolio/close-days.ts';
import { FLOW_KINDS } from '#domains/portfolio/flow-kinds.ts';
import type { Asked, Point } from '#domains/portfolio/points.ts';
import { QUARTER_MS, QuarterCloses } from '#domains/portfolio/quarter-closes.ts';
import { type Queryable, statement } from '#platform/database/pool.ts';
import type { MarketPort } from '#ports.ts';

/** Moved in a quarter of an hour of the day, or had now where there is no quarter. */
interface MovedRow {
  readonly quarter: number | null;
  readonly asset_id: string;
  readonly units: string;
  readonly flow: string;
  readonly is_changed: boolean;
}

/** Movements of a day that are looked at; who moved more often has no quarters. */
const MOVES_MAX = 4_000;
const ENDS = ['account_id = $1', 'other_account_id = $1 and other_account_id > 0'];
const movesOf = (end: string): string =>
  `(select account_id, sequence from movement where ${end} and sequence > $2 limit $3)`;

const movesCount = statement<{ moves: bigint }>(
  'portfolio-day-moves',
  `select count(*) as moves from (${ENDS.map(movesOf).join(' union all ')}) m`,
);
// One statement, so that what there is now and what moved until now are of one moment.
const movedOf = statement<MovedRow>(
  'portfolio-day-moved',
  `with moved as materialized (${ENDS.map(movesOf).join(' union ')}),
   line as (
     select p.at_ms, p.asset_id, p.kind, case when p.to_account_id = $1 then p.amount else -p.amount end as units
       from moved join posting p on p.account_id = moved.account_id and p.sequence = moved.sequence
        and (p.to_account_id = $1) <> (p.from_account_id = $1))
   select quarter, asset_id, sum(units)::text as units, sum(flow)::text as flow, bool_or(is_changed) as is_changed from (
     select null::int4 as quarter, asset_id, available + held + unsettled as units, 0 as flow, false as is_changed
       from balance where account_id = $1
     union all
     select greatest(0, (at_ms - $4) / $5)::int4, asset_id, units, case when kind = any($6::text[]) and at_ms >= $7 then units else 0 end,
            kind = 'corporateAction' from line) of_asset
    group by 1, 2`,
);

interface DayQuery {
  readonly accountId: AccountId;
  /** The last command that a stored value knows of. */
  readonly afterSequence: bigint;
  readonly startMs: number;
  readonly begunAtMs: number;
}

/** The worth of an account at each quarter of an hour of today, made from what moved and from the chart. */
export class InDay {
  readonly #database: Queryable;
  readonly #closes: QuarterCloses;
  readonly #now: Valuation;

  constructor(database: Queryable, market: MarketPort) {
    this.#database = database;
    this.#closes = new QuarterCloses(market);
    this.#now = new Valuation(market);
  }

  /**
   * Points of the day, oldest first, now last, each with its
   * flows; none where a price of one of its things is unknown.
   */
  async of(asked: Asked, life: { begunAtMs: number; afterSequence: bigint }): Promise<readonly Point[]> {
    const { accountId, nowMs } = asked;
    const startMs = startOfDay(dayOf(nowMs));
    const query = { accountId, startMs, ...life };
    if (await this.#isTooBusy(query)) return [];
    const rows = await this.#moved(query);
    const last = Math.floor((nowMs - startMs) / QUARTER_MS);
    const changed = rows.filter((row) => row.is_changed).map(({ quarter }) => quarter ?? 0);
    const begun = Math.floor((Math.max(life.begunAtMs, startMs) - startMs) / QUARTER_MS);
    // Before a split the shares were others than the chart shows today.
    const first = Math.max(begun, ...changed) + 1;
    const prices = await this.#closes.of(new Set(rows.map((row) => row.asset_id)), nowMs);
    if (prices === undefined || first > last) return [];
    const quarters = Array.from({ length: last - first + 1 }, (_, index) => first + index);
    const points = quarters.map((quarter, index) => {
      const atMs = startMs + quarter * QUARTER_MS;
      // The first point has all that moved from midnight on.
      return {
        atMs,
        ...worthAt(rows, { from: index === 0 ? 0 : quarter - 1, until: quarter }, prices(atMs)),
      };
    });
    const now = worthAt(rows, { from: last, until: Number.POSITIVE_INFINITY }, this.#now);
    return [...points, { atMs: nowMs, ...now }];
  }

  async #isTooBusy({ accountId, afterSequence }: DayQuery): Promise<boolean> {
    const [row] = await movesCount(this.#database, [accountId, afterSequence, MOVES_MAX]);
    return (row?.moves ?? 0n) >= BigInt(MOVES_MAX);
  }

  #moved({ accountId, afterSequence, startMs, begunAtMs }: DayQuery): Promise<MovedRow[]> {
    // Twice as many: some may have come since they were counted, and none may be missed.
    const bounds = [afterSequence, 2 * MOVES_MAX, startMs, QUARTER_MS];
    return movedOf(this.#database, [accountId, ...bounds, FLOW_KINDS, begunAtMs]);
  }
}

/** A part of a day in quarters of an hour; the last one is not in it. */
interface Part {
  readonly from: number;
  readonly until: number;
}

/** Worth at the end of a part of the day: of now, less what moved later; and of what came in the part. */
function worthAt(rows: readonly MovedRow[], part: Part, valuation: Valuation) {
  const held = rows.map(({ quarter, asset_id, units, flow }) => {
    const isLater = quarter !== null && quarter >= part.until;
    const isIn = quarter !== null && quarter >= part.from && !isLater;
    const had = quarter === null ? BigInt(units) : isLater ? -BigInt(units) : 0n;
    return { asset_id, units: had, flow: isIn ? BigInt(flow) : 0n };
  });
  const byAsset = Map.groupBy(held, ({ asset_id }) => asset_id);
  const sums = [...byAsset].map(([asset_id, of]) => ({
    account_id: 0n,
    asset_id,
    units: String(of.reduce((sum, { units }) => sum + units, 0n)),
    flow: String(of.reduce((sum, { flow }) => sum + flow, 0n)),
  }));
  const [worth] = valuesOf(sums, valuation);
  return { value: worth?.value ?? 0n, flow: worth?.flow ?? 0n };
}
