/**
 * What everybody writes first: one transaction for each order. It reads the balance under a lock, moves the cost to held, writes the order
 * and its two ledger rows, and commits. It matches nothing, charges nothing and keeps no journal, so that it does less than the engine.
 */
import type pg from 'pg';

export const NAIVE_TABLES = `
create table naive_balance (account_id int8 primary key, available int8 not null, held int8 not null);
create table naive_order (
  id bigserial primary key, account_id int8 not null, client_id text not null, instrument_id text not null, side text not null,
  price int8 not null, quantity int8 not null, state text not null, at timestamptz not null default now(),
  unique (account_id, client_id)
);
create table naive_posting (id bigserial primary key, order_id int8 not null, account_id int8 not null, bucket text not null, amount int8 not null);
create index on naive_posting (account_id, id);
`;

export interface NaiveOrder {
  readonly accountId: number;
  readonly clientId: string;
  readonly instrumentId: string;
  readonly side: string;
  readonly price: bigint;
  readonly quantity: bigint;
  readonly cost: bigint;
}

export async function placeOneByOne(pool: pg.Pool, order: NaiveOrder): Promise<number> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const { rows } = await client.query<{ available: bigint }>({
      name: 'naive-lock',
      text: 'select available from naive_balance where account_id = $1 for update',
      values: [order.accountId],
    });
    if ((rows[0]?.available ?? 0n) < order.cost) throw new Error('The naive account is out of money.');
    const placed = await client.query<{ id: bigint }>({
      name: 'naive-order',
      text: `insert into naive_order (account_id, client_id, instrument_id, side, price, quantity, state)
             values ($1, $2, $3, $4, $5, $6, 'open') returning id`,
      values: [order.accountId, order.clientId, order.instrumentId, order.side, order.price, order.quantity],
    });
    const id = placed.rows[0]?.id;
    await client.query({
      name: 'naive-postings',
      text: `insert into naive_posting (order_id, account_id, bucket, amount) values ($1, $2, 'available', -$3::int8), ($1, $2, 'held', $3::int8)`,
      values: [id, order.accountId, order.cost],
    });
    await client.query({
      name: 'naive-hold',
      text: 'update naive_balance set available = available - $2, held = held + $2 where account_id = $1',
      values: [order.accountId, order.cost],
    });
    await client.query('commit');
    return Number(id);
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}
