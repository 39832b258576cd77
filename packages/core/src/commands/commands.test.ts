import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeCommand, encodeCommand } from '#codec/journal-codec.ts';
import type { Command } from '#model/command.ts';
import type { SessionPhase } from '#model/instrument.ts';
import type { Applied } from '#model/outcome.ts';
import { stateOf, tablesOf } from '#simulation/tables.ts';
import { codeOf, orderOf, Trader } from '#simulation/trader.ts';
import { ARUNA, BTC_USDT, GRANTS, INR, START, sessionOfDay } from '#simulation/world.ts';
import { stateHash } from '#state-hash.ts';
import {
  type AccountId,
  accountId,
  amount,
  type ClientId,
  DAY_MS,
  instantMs,
  type OrderId,
  orderId,
  parseClientId,
  price,
  quantity,
} from '#values/index.ts';

function idOf(text: string): ClientId {
  const id = parseClientId(text);
  assert.ok(id !== undefined);
  return id;
}

const nobody = accountId(404);
const asked = { accountId: nobody, clientId: idOf('of-nobody-01'), contentHash: 'content' };
const terms = { kind: 'dividend', amountPerShare: amount(100n) } as const;
const OF_ONE_ACCOUNT: readonly Command[] = [
  new Trader().command('buy', ARUNA, { by: nobody, size: 1n, at: 50_000n }),
  { type: 'account.set', accountId: nobody, status: 'frozen' },
  { type: 'account.reset', ...asked, grants: GRANTS },
  { type: 'lots.settle', accountId: nobody },
  { type: 'order.cancel', accountId: nobody, orderId: orderId(1) },
  { type: 'order.cancelAll', accountId: nobody },
  { type: 'orders.expire', accountId: nobody },
  { type: 'intraday.close', accountId: nobody, instrumentId: ARUNA.id },
  { type: 'order.modify', ...asked, orderId: orderId(1), quantity: quantity(1n) },
  { type: 'corporate.act', ...asked, instrumentId: ARUNA.id, terms },
];
for (const command of OF_ONE_ACCOUNT) {
  test(`${command.type} of an account that nobody opened is refused and changes nothing`, () => {
    const trader = new Trader();
    const before = stateHash(trader.state);
    const applied = trader.apply(command);
    assert.equal(codeOf(applied), 'ACCOUNT_UNKNOWN');
    assert.deepEqual([applied.changes.postings, applied.changes.accounts], [[], []]);
    assert.equal(stateHash(trader.state), before);
  });
}

const books = (applied: Applied): string[] =>
  applied.books.map(({ instrumentId, environment }) => `${environment} ${instrumentId}`);
const ARUNA_DEMO = [`demo ${ARUNA.id}`];

test('each command names the books whose levels it changed, and no other', () => {
  const trader = new Trader();
  const [by, other] = [trader.open(1), trader.open(2)];
  const rested = trader.buy(ARUNA, { by, at: 49_000n, size: 10n });
  assert.deepEqual(books(rested), ARUNA_DEMO);
  const { id } = orderOf(rested);
  const change = (what: { quantity?: bigint; priceLimit?: bigint }, nth: string) =>
    trader.apply({
      type: 'order.modify',
      accountId: by,
      clientId: idOf(`modify-${nth}`),
      contentHash: nth,
      orderId: id,
      ...(what.quantity !== undefined && { quantity: quantity(what.quantity) }),
      ...(what.priceLimit !== undefined && { priceLimit: price(what.priceLimit) }),
    });
  assert.deepEqual(books(change({ quantity: 8n }, '01')), ARUNA_DEMO, 'smaller in its place');
  assert.deepEqual(books(change({ priceLimit: 49_100n }, '02')), ARUNA_DEMO, 'at another price');
  assert.deepEqual(books(trader.sell(ARUNA, { by: other, at: 49_100n, size: 2n })), ARUNA_DEMO, 'a trade');
  const missed = trader.sell(ARUNA, { by: other, at: 49_500n, size: 2n, validity: 'ioc' });
  assert.deepEqual(books(missed), [], 'who met nobody and did not rest changed no level');
  assert.deepEqual(books(trader.apply({ type: 'order.cancel', accountId: by, orderId: id })), ARUNA_DEMO);
  trader.buy(ARUNA, { by, at: 49_000n, size: 1n });
  assert.deepEqual(books(trader.apply({ type: 'session.end', venue: 'NSE_SIM' })), ARUNA_DEMO);
  assert.deepEqual(books(trader.apply({ type: 'instrument.set', instrument: ARUNA })), [
    `real ${ARUNA.id}`,
    ...ARUNA_DEMO,
  ]);
});

test('a changed instrument is a row to be written, and the books of an auction are told when it begins and ends', () => {
  const trader = new Trader();
  const halted = { ...ARUNA, status: 'halted' } as const;
  assert.deepEqual(trader.apply({ type: 'instrument.set', instrument: halted }).changes.instruments, [
    halted,
  ]);
  const enter = (phase: SessionPhase) =>
    books(
      trader.apply({
        type: 'rules.set',
        session: { ...sessionOfDay(0), phases: { auction: phase, average: 'continuous' } },
      }),
    );
  assert.ok(enter('preOpen').includes(`demo ${ARUNA.id}`));
  assert.ok(enter('preOpenMatch').includes(`demo ${ARUNA.id}`));
});

test('cancelling all of a kind leaves the orders of another, and comes back from the journal as it was', () => {
  const trader = new Trader();
  const by = trader.open(1);
  const share = orderOf(trader.buy(ARUNA, { by, at: 49_000n, size: 1n })).id;
  const coin = orderOf(trader.buy(BTC_USDT, { by, at: 6_000_000n, size: 100_000n })).id;
  const command = { type: 'order.cancelAll', accountId: by, kind: 'stock' } as const;
  assert.deepEqual(decodeCommand(encodeCommand(command)), command);
  const { outcome } = trader.apply(command);
  assert.deepEqual(outcome, { ok: true, type: 'ordersEnded', orderIds: [share] });
  assert.ok(trader.state.accountSide.accounts.get(by)?.orders.has(coin));
});

test('what ends many orders ends the oldest first, in whatever order a restart has read them', () => {
  const minutes = { validity: 'ttl', conditions: { ttlMinutes: 1 } } as const;
  const place = (trader: Trader, by: AccountId): OrderId[] =>
    [49_000n, 49_100n, 49_200n].map((at) => orderOf(trader.buy(ARUNA, { by, at, size: 1n, ...minutes })).id);
  const late = instantMs(START + DAY_MS);
  const clientIdOfSplit = idOf('split-0001');
  const split = {
    kind: 'split',
    sharesBefore: quantity(1n),
    sharesAfter: quantity(2n),
    fractionPrice: price(25_000n),
  } as const;
  const commands: ((by: AccountId) => Command)[] = [
    (by) => ({ type: 'order.cancelAll', accountId: by }),
    (by) => ({ type: 'orders.expire', accountId: by }),
    (by) => ({
      type: 'account.reset',
      accountId: by,
      clientId: idOf('reset-0001'),
      contentHash: 'reset',
      grants: GRANTS,
    }),
    (by) => ({
      type: 'corporate.act',
      accountId: by,
      clientId: clientIdOfSplit,
      contentHash: 'split',
      instrumentId: ARUNA.id,
      terms: split,
    }),
  ];
  for (const command of commands) {
    const trader = new Trader();
    const by = trader.open(1);
    const placed = place(trader, by);
    const tables = tablesOf(trader.state);
    trader.state = stateOf(
      { ...tables, orders: new Map([...tables.orders].reverse()) },
      trader.state.lastSequence,
    );
    trader.atMs = late;
    const { changes } = trader.apply(command(by));
    const ids = changes.orders.map(({ id }) => id).filter((id) => placed.includes(id));
    assert.deepEqual([...new Set(ids)], placed, command(by).type);
  }
});

test('squaring off ends what waits within the day, oldest first', () => {
  const trader = new Trader();
  const by = trader.open(1);
  const place = (at: bigint) => orderOf(trader.buy(ARUNA, { by, at, size: 1n, product: 'intraday' })).id;
  const placed = [place(49_000n), place(49_100n), place(49_200n)];
  const tables = tablesOf(trader.state);
  trader.state = stateOf(
    { ...tables, orders: new Map([...tables.orders].reverse()) },
    trader.state.lastSequence,
  );
  const applied = trader.apply({ type: 'intraday.close', accountId: by, instrumentId: ARUNA.id });
  assert.deepEqual(
    applied.changes.orders.map(({ id }) => id),
    placed,
  );
  assert.equal(codeOf(applied), 'done', 'nothing is open, and nothing is ordered to close it');
});

test('an account is opened once: what it has is not given again', () => {
  const trader = new Trader();
  const open = {
    type: 'account.open',
    accountId: accountId(1),
    environment: 'demo',
    grants: GRANTS,
  } as const;
  const [row] = trader.apply(open).changes.accounts;
  assert.deepEqual(
    [row?.accountId, row?.environment, row?.status],
    [1, 'demo', 'active'],
    'its row is written',
  );
  const before = stateHash(trader.state);
  const again = trader.apply(open);
  assert.deepEqual([codeOf(again), again.changes.postings], ['done', []]);
  assert.equal(stateHash(trader.state), before);
});

test('a reset account has what a new one has, and nothing of before', () => {
  const trader = new Trader();
  const by = trader.open(1);
  trader.quote(ARUNA, { asks: [[50_000n, 100n]], bids: [[49_000n, 100n]] });
  trader.buy(ARUNA, { by, size: 10n });
  trader.sell(ARUNA, { by, size: 20n });
  const reset = {
    type: 'account.reset',
    accountId: by,
    clientId: idOf('reset-0001'),
    contentHash: 'reset',
    grants: GRANTS,
  } as const;
  assert.equal(codeOf(trader.apply(reset)), 'done');
  const fresh = new Trader();
  fresh.open(1);
  const cells = (of: Trader) =>
    (['available', 'held', 'unsettled'] as const).map((bucket) =>
      [INR, ARUNA.baseAsset].map((asset) => of.balance({ by, wallet: 'stock', asset, bucket })),
    );
  assert.deepEqual(cells(trader), cells(fresh));
  const holdings = trader.state.accountSide.accounts.get(by)?.holdings;
  assert.deepEqual(
    holdings?.lots.get(ARUNA.baseAsset)?.map(({ row }) => [row.amountLeft, row.settled]),
    [[500n, true]],
    'the lots of before are gone',
  );
  assert.equal(holdings?.dueAtMs, Infinity, 'nothing of before is still to come');
  trader.atMs = instantMs(START + 2 * DAY_MS);
  assert.deepEqual(trader.apply({ type: 'lots.settle', accountId: by }).changes.postings, []);
});

test('an account remembers its last answers and not all of them', () => {
  const trader = new Trader();
  const by = trader.open(1);
  for (let nth = 0; nth < 50; nth += 1) trader.buy(BTC_USDT, { by, at: 1n, size: 1n });
  assert.equal(trader.state.accountSide.accounts.get(by)?.answers.size, 8);
});
