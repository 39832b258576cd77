import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { openTestDatabase } from '#platform/database/test-database.ts';
import { rowsText } from './row-text.ts';
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

test('every table has the columns that a batch writes, in their order', async () => {
  for (const { name, columns } of TABLES) {
    const { rows } = await pool.query(
      'select column_name, udt_name from information_schema.columns where table_name = $1 order by ordinal_position',
      [name],
    );
    const found = rows.map(({ column_name, udt_name }) => [column_name, udt_name]);
    assert.deepEqual(found, columns, name);
  }
});
