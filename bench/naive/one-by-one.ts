/**
 * The design that everybody writes first, which does less than the engine: one transaction for each order,
 * without matching, charges or journal. With `isJournaled` it has a journal chained by hashes, so that each
 * order waits for the one before.
 */
import { hash } from 'node:crypto';
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
create table naive_journal (sequence int8 primary key, order_id int8 not null, command text not null, hash text not null);
create table naive_chain (only_row boolean primary key default true, last_sequence int8 not null, last_hash text not null);
insert into naive_chain (last_sequence, last_hash) values (0, '');
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

export async function placeOneByOne(
  pool: pg.Pool,
  order: NaiveOrder,
  { isJournaled }: { readonly isJournaled: boolean },
): Promise<number> {
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
    if (isJournaled) await addToJournal(client, order, id);
    await client.query('commit');
    return Number(id);
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}

async function addToJournal(client: pg.PoolClient, order: NaiveOrder, id: bigint | undefined): Promise<void> {
  const { rows } = await client.query<{ last_sequence: bigint; last_hash: string }>({
    name: 'naive-chain',
    text: 'select last_sequence, last_hash from naive_chain for update',
  });
  const command = JSON.stringify(order, (_key, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  );
  const chained = hash('sha256', `${rows[0]?.last_hash}${command}`, 'hex');
  const sequence = (rows[0]?.last_sequence ?? 0n) + 1n;
  await client.query({
    name: 'naive-journal',
    text: `with entry as (insert into naive_journal (sequence, order_id, command, hash) values ($1, $2, $3, $4))
           update naive_chain set last_sequence = $1, last_hash = $4`,
    values: [sequence, id, command, chained],
  });
}
