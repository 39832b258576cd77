import assert from 'node:assert/strict';
import { test } from 'node:test';
import { COUNTRY_CODES } from '@tarazu/core/countries';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import {
  COIN,
  type Customer,
  openTrader,
  quoted,
  type Row,
  rowsOf,
  STOCK,
  sum,
  traded,
  units,
} from '#domains/orders/test-trader.ts';
import { exchangeOf } from '#market/exchanges.ts';
import { type Fields, recordOf, textOf } from '#test-app.ts';
import { eventSeen } from '#test-events.ts';

const trader = await openTrader();
const DAY_MS = 86_400_000;

function dayNow(): string {
  return new Date(trader.nowMs() + 19_800_000).toISOString().slice(0, 10);
}

/** The text of a printed document. */
async function linesOf(document: Row): Promise<string> {
  const data = Uint8Array.from(Buffer.from(textOf(document, 'base64'), 'base64'));
  const page = await (await getDocument({ data, useSystemFonts: false }).promise).getPage(1);
  const { items } = await page.getTextContent();
  return items.map((item) => ('str' in item ? item.str : '')).join(' ');
}

/** All money of the stock account: usable, held and waiting. */
async function rupees(customer: Customer): Promise<bigint> {
  const cash = recordOf((await customer.read('userAssets'))['stockCash']);
  return units(cash, 'available') + units(cash, 'held') + units(cash, 'unsettled');
}

async function signed(data: Row, name: string): Promise<bigint> {
  return BigInt(textOf(data, name).replace('.', ''));
}

/** When an order takes no part in the market any more, as its row says. */
async function ended(customer: Customer, orderId: string): Promise<Row> {
  const info = async () => recordOf((await customer.read('stockOrderInfo', { id: orderId }))['order']);
  for (let order = await info(); ; order = await info()) {
    if (!['new', 'open', 'partial'].includes(textOf(order, 'state'))) return order;
    await eventSeen(trader.app.engine, () => true);
  }
}

/**
 * A market order of a share that is filled whole before this returns: an auction may hold it, and a thin
 * book may leave a rest, which is sent again.
 */
async function tradedWhole(customer: Customer, side: 'buy' | 'sell', fields: Fields): Promise<void> {
  let left = BigInt(fields['quantity'] ?? '0');
  for (let tries = 0; left > 0n; tries += 1) {
    assert.ok(tries < 20, `${side} ${JSON.stringify(fields)} is not filled`);
    const send = () => customer.stock(side, { ...fields, quantity: String(left) });
    const { order } = await traded(trader, [STOCK], send);
    left -= units(await ended(customer, textOf(order, 'id')), 'quantityFilled');
  }
}

/** A day of every kind of order in shares, and coins, with as many shares as their price gives. */
async function trade(customer: Customer): Promise<void> {
  const owned = units((await customer.holding(STOCK)) ?? {}, 'quantity');
  const within = { product: 'MIS' };
  const orders = [
    ['buy', { quantity: '37' }],
    ['sell', { quantity: String(owned - 11n) }],
    ['sell', { quantity: '11' }],
    ['buy', { quantity: '60', ...within }],
    ['sell', { quantity: '25', ...within }],
    ['sell', { quantity: '35', ...within }],
    ['sell', { quantity: '20', ...within }],
  ] as const;
  for (const [side, fields] of orders) await tradedWhole(customer, side, fields);
  await traded(trader, [COIN], () => customer.coin('buy', { quantity: '0.01' }));
}

const asha = await trader.enter();
const grant = await rupees(asha);
await trade(asha);
const firstDay = dayNow();
const afterFirst = await rupees(asha);
// The position left open within the first day is squared off on the second, whose note has it.
const squaredOff = eventSeen(
  trader.app.engine,
  ({ command, applied }) => command.type === 'intraday.close' && applied.changes.fills.length > 0,
);
trader.advance(DAY_MS);
await quoted(trader);
await squaredOff;
await tradedWhole(asha, 'buy', { quantity: '20', product: 'MIS' });
await tradedWhole(asha, 'buy', { quantity: '3' });
const secondDay = dayNow();
const afterSecond = await rupees(asha);

test('each day that traded has a note, newest first and in pages', async () => {
  const days = await asha.list('stockNoteList');
  assert.deepEqual(
    days.map((row) => [row['day'], row['isFinal']]),
    [
      [secondDay, false],
      [firstDay, true],
    ],
  );
  const first = await asha.read('stockNoteList', { limit: '1' });
  const rest = await asha.read('stockNoteList', { limit: '1', cursor: textOf(first, 'next') });
  assert.deepEqual([...rowsOf(first, 'list'), ...rowsOf(rest, 'list')], days);
  assert.equal((await asha.call('stockNoteList', { cursor: '2026-02-31' })).reason, 'INVALID_INPUT');
});

test('a note sums to the postings, and to what the account has more or less, to the paisa', async () => {
  const changes: readonly (readonly [day: string, change: bigint])[] = [
    [firstDay, afterFirst - grant],
    [secondDay, afterSecond - afterFirst],
  ];
  for (const [day, change] of changes) {
    const note = await asha.read('stockNoteInfo', { day });
    const totals = recordOf(note['totals']);
    const net = await signed(totals, 'net');
    assert.equal(totals['postings'], totals['net'], day);
    assert.equal(net, change, day);
    const lines = rowsOf(note, 'lines');
    assert.equal(sum(lines, 'chargesTotal'), units(totals, 'chargesTotal'));
    assert.equal(sum(rowsOf(totals, 'charges'), 'amount'), units(totals, 'chargesTotal'));
    for (const line of lines) {
      assert.equal(sum(rowsOf(line, 'charges'), 'amount'), units(line, 'chargesTotal'), JSON.stringify(line));
      assert.match(textOf(line, 'ruleVersion'), /^stock-/);
    }
    const delivered = lines.filter((line) => line['product'] === 'CNC');
    assert.equal(
      sum(
        delivered.filter((line) => line['side'] === 'buy'),
        'value',
      ),
      units(totals, 'bought'),
    );
    assert.equal(
      sum(
        delivered.filter((line) => line['side'] === 'sell'),
        'value',
      ),
      units(totals, 'sold'),
    );
  }
  const first = rowsOf(await asha.read('stockNoteInfo', { day: firstDay }), 'lines');
  assert.ok(first.length >= 7);
  assert.ok(first.filter((line) => line['product'] === 'MIS').length >= 4);
  assert.deepEqual(new Set(first.map((line) => line['symbol'])), new Set(['ARUNA']), 'no coins in it');
  const second = rowsOf(await asha.read('stockNoteInfo', { day: secondDay }), 'lines');
  assert.deepEqual(new Set(second.map((line) => line['origin'])), new Set(['customer', 'squareOff']));
  const document = await asha.read('stockNoteFile', { day: secondDay, format: 'csv' });
  assert.match(Buffer.from(textOf(document, 'base64'), 'base64').toString('utf8'), /,MIS SQ,/);
});

test('the files say what the note says', async () => {
  const note = await asha.read('stockNoteInfo', { day: firstDay });
  const csv = await asha.read('stockNoteFile', { day: firstDay, format: 'csv' });
  assert.deepEqual([csv['mediaType'], csv['fileName']], ['text/csv', `contract-note-demo-${firstDay}.csv`]);
  const text = Buffer.from(textOf(csv, 'base64'), 'base64').toString('utf8');
  assert.ok(text.startsWith('\ufeffContract note'));
  assert.ok(text.includes('DEMO'));
  for (const line of rowsOf(note, 'lines'))
    assert.ok(
      text.includes(
        `${line['orderId']},${line['symbol']},${line['product']},${line['side']},${line['quantity']}`,
      ),
    );
  assert.ok(text.includes(`Total of the day’s ledger entries,${recordOf(note['totals'])['net']}\r\n`));
  const inEnglish = await linesOf(await asha.read('stockNoteFile', { day: firstDay, format: 'pdf' }));
  assert.ok(inEnglish.includes(textOf(recordOf(note['totals']), 'chargesTotal')));
  assert.ok(inEnglish.includes(`Contract note ${firstDay}`) && inEnglish.includes('₹ (INR)'));
  assert.ok(inEnglish.includes('stock-2026-04-01-intraday'), 'each line names its rule version');
  // A document is in the language of its owner, whatever the program that fetches it speaks.
  await asha.read('userUpdate', { language: 'bn-BN' });
  const inBengali = await linesOf(await asha.read('stockNoteFile', { day: firstDay, format: 'pdf' }));
  const month = firstDay.slice(0, 7);
  const statement = await linesOf(await asha.read('userStatementFile', { month, format: 'pdf' }));
  assert.ok(!statement.includes('Statement') && /[\u0980-\u09ff]/.test(statement), statement.slice(0, 200));
  await asha.read('userUpdate', { language: 'en-US' });
  assert.ok(
    !inBengali.includes('Contract note') && inBengali.includes(textOf(recordOf(note['totals']), 'net')),
  );
});

test('a statement opens where the month before closed and closes at what is there', async () => {
  const month = dayNow().slice(0, 7);
  const before = await asha.read('userStatement', { month: '2020-01' });
  assert.deepEqual(before['balances'], []);
  const now = await asha.read('userStatement', { month });
  const months =
    firstDay.slice(0, 7) === month
      ? [now]
      : [await asha.read('userStatement', { month: firstDay.slice(0, 7) }), now];
  for (const statement of months) {
    for (const row of rowsOf(statement, 'balances')) {
      const moves = rowsOf(row, 'movements');
      assert.equal(
        (await signed(row, 'opening')) + sum(moves, 'came') - sum(moves, 'went'),
        await signed(row, 'closing'),
        JSON.stringify(row),
      );
    }
  }
  const closing = rowsOf(now, 'balances').find((row) => row['wallet'] === 'stock' && row['asset'] === 'INR');
  assert.equal(await signed(closing ?? {}, 'closing'), afterSecond);
  trader.advance(28 * DAY_MS);
  await quoted(trader);
  const token = await trader.enter();
  assert.notDeepEqual(
    rowsOf(await token.read('userStatement', { month: dayNow().slice(0, 7) }), 'balances'),
    [],
  );
});

test('a statement’s file ends each balance where the statement does, each movement with its rule', async () => {
  const bela = await trader.enter();
  await trade(bela);
  const month = dayNow().slice(0, 7);
  const statement = await bela.read('userStatement', { month });
  const file = await bela.read('userStatementFile', { month, format: 'csv' });
  const rows = Buffer.from(textOf(file, 'base64'), 'base64')
    .toString('utf8')
    .split('\r\n')
    .map((line) => line.split(','));
  for (const balance of rowsOf(statement, 'balances')) {
    const last = rows.findLast((cells) => cells[1] === balance['wallet'] && cells[2] === balance['asset']);
    assert.equal(last?.[6], balance['closing'], JSON.stringify(balance));
  }
  const charges = rows.filter((cells) => cells[3] === 'brokerage');
  assert.ok(charges.length > 0 && charges.every((cells) => cells[7] === 'stock-2026-04-01-intraday'));
  const pdf = await bela.read('userStatementFile', { month, format: 'pdf' });
  assert.equal(pdf['mediaType'], 'application/pdf');
});

test('nobody sees the documents of another', async () => {
  const stranger = await trader.enter();
  assert.deepEqual(await stranger.list('stockNoteList'), []);
  assert.equal((await stranger.call('stockNoteInfo', { day: firstDay })).reason, 'NOT_FOUND');
  assert.equal((await stranger.call('stockNoteFile', { day: firstDay, format: 'pdf' })).reason, 'NOT_FOUND');
});

test('notes, figures and positions of a country are its own, and of one without an exchange there are none', async () => {
  const [all, home] = await Promise.all([
    asha.read('stockNoteList'),
    asha.read('stockNoteList', { country: 'IN' }),
  ]);
  assert.deepEqual(home, all);
  assert.ok(rowsOf(home, 'list').every((row) => row['asset'] === 'INR'));
  const country = COUNTRY_CODES.find((code) => exchangeOf(code) === undefined);
  if (country === undefined) return;
  const refused = await Promise.all([
    asha.call('stockNoteList', { country }),
    asha.call('stockNoteInfo', { country, day: firstDay }),
    asha.call('stockNoteFile', { country, day: firstDay, format: 'csv' }),
    asha.call('stockStatistics', { country }),
    asha.call('stockHoldings', { country }),
  ]);
  assert.deepEqual(new Set(refused.map(({ reason }) => reason)), new Set(['COUNTRY_UNLISTED']));
});
