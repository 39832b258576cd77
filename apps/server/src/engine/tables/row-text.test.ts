import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { openTestDatabase } from '#platform/database/test-database.ts';
import { rowsText } from './row-text.ts';
import { shapeProblem } from './table-shape.ts';
import { TABLES } from './tables.ts';

const { pool } = await openTestDatabase();
await pool.query('create table sample (number int8, amount numeric, word text, flag bool)');

test('rows are an array of records that PostgreSQL reads back as they were', async () => {
  const word = fc.oneof(
    fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('\0')),
    fc.string({ unit: fc.constantFrom('"', '\\', ',', '(', ')', '{', '}', '\n', '\t', ' ', 'a') }),
    fc.constantFrom('', 'NULL', 'null', 'b-1', 'COIN_SIM:BTC-USDT'),
  );
  const row = fc.tuple(
    fc.option(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), { nil: undefined }),
    fc.option(fc.integer(), { nil: undefined }),
    fc.option(word, { nil: undefined }),
    fc.option(fc.boolean(), { nil: undefined }),
  );
  const property = fc.asyncProperty(fc.array(row, { maxLength: 20 }), async (rows) => {
    const { rows: read } = await pool.query({
      text: 'select x.* from unnest($1::sample[]) as x',
      values: [rowsText(rows)],
      rowMode: 'array',
    });
    const expected = rows.map(([number, amount, ...rest]) => [
      number,
      amount === undefined ? undefined : String(amount),
      ...rest,
    ]);
    assert.deepEqual(
      read.map((cells: unknown[]) => cells.map((cell) => cell ?? undefined)),
      expected,
    );
  });
  await fc.assert(property, { numRuns: 200 });
});

test('every table is as its rows are described: columns in their order, types, key, and what may be missing', async () => {
  assert.equal(await shapeProblem(pool), undefined);
  for (const { table, key } of TABLES) {
    const { rows } = await pool.query(
      `select a.attname from pg_index as i join pg_attribute as a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
        where i.indrelid = $1::regclass and i.indisprimary`,
      [table],
    );
    assert.deepEqual(rows.map(({ attname }) => attname).sort(), [...key].sort(), table);
  }
});

test('a table that has a column less, more or of another type is told', async () => {
  for (const [change, told] of [
    ['alter table position alter column cost type int4', /position.*cost.*int4/],
    ['alter table position drop column cost', /position/],
    ['alter table position add column colour text', /position.*colour/],
  ] as const) {
    const client = await pool.connect();
    try {
      await client.query('begin');
      await client.query(change);
      assert.match((await shapeProblem(client)) ?? '', told);
    } finally {
      await client.query('rollback');
      client.release();
    }
  }
});
