import type { Fill, Order, ProductName, Venue } from '@tarazu/core';
import { type AccountId, type OrderId, SEQUENCES_MASK, SEQUENCES_MAX } from '@tarazu/core/values';
import { type FillRow, fillOf, type OrderRow, orderOf } from '#domains/orders/rows.ts';
import { type Queryable, statement } from '#platform/database/pool.ts';
import { idsAt } from '#products/ids.ts';

/** Which of an account's orders or fills: of a kind of instrument, one instrument, older than the cursor. */
export interface OwnQuery {
  readonly accountId: AccountId;
  /** Absent: any. */
  readonly venues?: readonly Venue[] | undefined;
  readonly instrumentId?: string;
  readonly beforeSequence?: bigint;
  readonly beforeIndex?: number;
  readonly limit: number;
  /** Placed or filled at or after, and before. */
  readonly fromMs?: bigint;
  readonly toMs?: bigint;
}

/** The conditions asked of the orders besides; all of them must hold. */
export interface OrderQuery extends OwnQuery {
  readonly live?: boolean;
  readonly states?: readonly string[];
  readonly side?: 'buy' | 'sell';
  /** Any of these instruments. */
  readonly among?: readonly string[];
  /** Of stocks: as its row names it; null for the usual one. */
  readonly product?: ProductName | null;
  /** Only those that are, or came of, a GTT. */
  readonly isGtt?: true;
}

/** Orders that live: in a book, and for a trigger or a session. */
export interface LiveCounts {
  readonly open: number;
  readonly waiting: number;
}

/** The largest sequence there can be: "from the newest". */
const NEWEST = 9_223_372_036_854_775_807n;

/** The command that placed an order, as SQL: baskets have their legs' places in the bits above. */
const PLACED_BY = `(order_id & ${SEQUENCES_MASK})`;
// An order that a command has ended counts as cancelled, though a sweep has still to release it.
const IS_ENDING = `(live and terms is not null and terms::json -> 'ended' is not null)`;
const STATE_SHOWN = `(case when ${IS_ENDING} then 'cancelled' else state end)`;
const ASKED = `account_id = $1 and instrument_id like any($2::text[]) and ($3::text is null or instrument_id = $3)
     and ($4::boolean is null or (live and not ${IS_ENDING}) = $4)
     and ($7::text[] is null or ${STATE_SHOWN} = any($7)) and ($8::text is null or side = $8)
     and ($9::text[] is null or instrument_id = any($9)) and placed_at_ms >= $10 and placed_at_ms < $11
     and ($12::boolean is null or terms::json ->> 'origin' = 'gtt')
     and ($13::boolean is not true or product is not distinct from $14)`;
// The legs of baskets have an index of their own, so that
// the page of a long history is read by index either way.
const ordersOf = statement<OrderRow>(
  'orders-of-account',
  `select * from (
     (select * from orders where ${ASKED} and order_id < ${SEQUENCES_MAX}
         and order_id <= $5 & ${SEQUENCES_MASK} and order_id <> $5 order by order_id desc limit $6)
     union all
     (select * from orders where ${ASKED} and order_id >= ${SEQUENCES_MAX}
         and (${PLACED_BY}, order_id) < ($5 & ${SEQUENCES_MASK}, $5) order by ${PLACED_BY} desc, order_id desc limit $6)
   ) own order by ${PLACED_BY} desc, order_id desc limit $6`,
);
const liveCounts = statement<LiveCounts>(
  'orders-live-counts',
  `select (count(*) filter (where state <> 'new'))::int4 as open, (count(*) filter (where state = 'new'))::int4 as waiting
     from orders where account_id = $1 and live and not ${IS_ENDING} and instrument_id like any($2::text[])`,
);
const anyLive = statement<{ found: boolean }>(
  'orders-live-any',
  `select exists (select from orders where account_id = $1 and live and instrument_id like any($2::text[])
                    and ($3::text is null or instrument_id = $3)) as found`,
);
const orderById = statement<OrderRow>(
  'order-of-account',
  'select * from orders where account_id = $1 and order_id = $2',
);
const ordersByNumber = statement<OrderRow>(
  'orders-of-account-by-number',
  'select * from orders where account_id = $1 and order_id = any($2::bigint[])',
);
const orderByClientId = statement<OrderRow>(
  'order-of-client-id',
  `select orders.* from client_id as used join orders on orders.account_id = used.account_id and order_id = sequence
     where used.account_id = $1 and used.client_id = $2`,
);
const fillsOf = statement<FillRow>(
  'fills-of-account',
  `${['taker', 'maker'].map(ownSide).join(' union all ')} order by sequence desc, index desc limit $6`,
);
// An order that waited, was changed or traded in an auction
// takes in a later command than the one that gave it its number.
const fillsOfOrder = statement<FillRow>(
  'fills-of-order',
  `select * from (
     select * from fill where taker_account_id = $1 and taker_order_id = $2 and sequence >= $2 & ${SEQUENCES_MASK}
     union all select * from fill where maker_account_id = $1 and maker_order_id = $2 and sequence >= $2 & ${SEQUENCES_MASK}
   ) own order by sequence, index limit 500`,
);

/**
 * Page of the fills in which the account had one part,
 * each by its own index, as nobody trades with themselves.
 */
function ownSide(part: string): string {
  return `(select * from fill where ${part}_account_id = $1 and instrument_id like any($2::text[]) and ($3::text is null or instrument_id = $3)
     and (sequence, index) < ($4, $5) and at_ms >= $7 and at_ms < $8 order by sequence desc, index desc limit $6)`;
}

/** Reads of orders and fills: each names its owner in the query itself. */
export class OrderStore {
  readonly #database: Queryable;

  constructor(database: Queryable) {
    this.#database = database;
  }

  async orders(query: OrderQuery): Promise<Order[]> {
    const { accountId, venues, instrumentId, live, beforeSequence, limit } = query;
    const values = [
      accountId,
      idsAt(venues),
      instrumentId ?? null,
      live ?? null,
      beforeSequence ?? NEWEST,
      limit,
      query.states ?? null,
      query.side ?? null,
      query.among ?? null,
      query.fromMs ?? 0n,
      query.toMs ?? NEWEST,
      query.isGtt ?? null,
      query.product !== undefined,
      query.product ?? null,
    ];
    return (await ordersOf(this.#database, values)).map(orderOf);
  }

  async liveCounts({ accountId, venues }: Pick<OwnQuery, 'accountId' | 'venues'>): Promise<LiveCounts> {
    const [counts] = await liveCounts(this.#database, [accountId, idsAt(venues)]);
    return counts ?? { open: 0, waiting: 0 };
  }

  /** Whether an account has an open order, of one instrument where one is named. */
  async hasLive(
    accountId: AccountId,
    {
      venues,
      instrumentId,
    }: { readonly venues?: readonly Venue[] | undefined; readonly instrumentId?: string | undefined },
  ): Promise<boolean> {
    const [row] = await anyLive(this.#database, [accountId, idsAt(venues), instrumentId ?? null]);
    return row?.found === true;
  }

  async order(accountId: AccountId, id: bigint): Promise<Order | undefined> {
    const [row] = await orderById(this.#database, [accountId, id]);
    return row && orderOf(row);
  }

  /** Orders of an account, each of which it has, as they are now and in the order that is asked for. */
  async ordersByNumber(accountId: AccountId, ids: readonly OrderId[]): Promise<Order[]> {
    const rows = await ordersByNumber(this.#database, [accountId, ids]);
    const orders = new Map(rows.map(orderOf).map((order) => [order.id, order]));
    return ids.flatMap((id) => orders.get(id) ?? []);
  }

  async orderOfClientId(accountId: AccountId, clientId: string): Promise<Order | undefined> {
    const [row] = await orderByClientId(this.#database, [accountId, clientId]);
    return row && orderOf(row);
  }

  async fills(query: OwnQuery): Promise<Fill[]> {
    const { accountId, venues, instrumentId, beforeSequence, beforeIndex, limit } = query;
    const values = [
      accountId,
      idsAt(venues),
      instrumentId ?? null,
      beforeSequence ?? NEWEST,
      beforeIndex ?? 0,
      limit,
      query.fromMs ?? 0n,
      query.toMs ?? NEWEST,
    ];
    return (await fillsOf(this.#database, values)).map(fillOf);
  }

  async fillsOfOrder(accountId: AccountId, id: bigint): Promise<Fill[]> {
    return (await fillsOfOrder(this.#database, [accountId, id])).map(fillOf);
  }
}
