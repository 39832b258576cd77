import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { bookView, type CorporateTerms, checkInvariants, snapshotAccount } from '#engine.ts';
import type { Order } from '#model/order.ts';
import type { Applied } from '#model/outcome.ts';
import { codeOf, orderOf, Trader } from '#simulation/trader.ts';
import { ARUNA, BTC_USDT, INR } from '#simulation/world.ts';
import {
  type AccountId,
  amount,
  instantMs,
  parseClientId,
  parseStoredClientId,
  price,
  quantity,
  systemClientId,
} from '#values/index.ts';

function act(trader: Trader, by: AccountId, terms: CorporateTerms, more: { id?: string } = {}): Applied {
  const clientId = parseClientId(more.id ?? 'action-0001');
  assert.ok(clientId);
  const instrumentId = ARUNA.id;
  const content = { contentHash: 'published', instrumentId, terms };
  const applied = trader.apply({ type: 'corporate.act', accountId: by, clientId, ...content });
  assert.deepEqual(checkInvariants(trader.state, { allLoaded: false }), []);
  return applied;
}

const ratio = (kind: 'split' | 'bonus', before: bigint, after: bigint): CorporateTerms => ({
  kind,
  sharesBefore: quantity(before),
  sharesAfter: quantity(after),
  fractionPrice: price(10_000n),
});

/** A day whose band holds the prices of before and after. */
function wideTrader(): Trader {
  const trader = new Trader();
  const band = { priceLow: price(5_000n), priceHigh: price(60_000n) };
  trader.apply({ type: 'instrument.set', instrument: { ...ARUNA, band } });
  return trader;
}

function ordersOf({ outcome }: Applied): readonly Order[] {
  assert.ok(outcome.ok && outcome.type === 'orders');
  return outcome.orders;
}

function held(trader: Trader, by: AccountId) {
  const rows = snapshotAccount(trader.state, by);
  const position = rows?.positions.find(({ instrumentId }) => instrumentId === ARUNA.id);
  return { rows, quantity: position?.quantity, cost: position?.cost };
}

test('a split makes more shares of the same cost, settled or not, and what is ordered of them is re-priced', () => {
  const trader = wideTrader();
  const by = trader.open(1);
  trader.quote(ARUNA, { asks: [[50_000n, 10n]] });
  trader.buy(ARUNA, { by, at: 50_000n, size: 10n });
  const order = orderOf(trader.sell(ARUNA, { by, at: 54_000n, size: 20n }));
  const before = held(trader, by);
  const applied = act(trader, by, ratio('split', 1n, 5n));
  const after = held(trader, by);
  assert.deepEqual([before.quantity, after.quantity], [510n, 2_550n]);
  assert.equal(after.cost, before.cost);
  const shares = { by, wallet: 'stock', asset: ARUNA.baseAsset } as const;
  assert.equal(trader.balance(shares), 2_400n);
  assert.equal(trader.balance({ ...shares, bucket: 'held' }), 100n);
  assert.equal(trader.balance({ ...shares, bucket: 'unsettled' }), 50n);
  const [repriced] = ordersOf(applied);
  assert.deepEqual(
    [repriced?.id, repriced?.priceLimit, repriced?.quantity, repriced?.state],
    [order.id, 10_800n, 100n, { name: 'open', held: 100n }],
  );
  assert.equal(repriced?.conditions?.repricedAtMs, trader.atMs);
  assert.ok(applied.changes.postings.some(({ kind }) => kind === 'corporateAction'));
  trader.quote(ARUNA, { bids: [[10_800n, 100n]] });
  assert.equal(held(trader, by).quantity, 2_450n, 'and it fills at its new price');
});

test('with a split the market maker’s old quotes are gone, and the published price stands in for the last', () => {
  const trader = wideTrader();
  const by = trader.open(1);
  trader.quote(ARUNA, { bids: [[49_900n, 10n]], asks: [[50_000n, 10n]] });
  trader.buy(ARUNA, { by, size: 1n });
  const terms = ratio('split', 1n, 5n);
  const applied = act(trader, by, terms);
  const key = { instrumentId: ARUNA.id, environment: 'demo' } as const;
  assert.deepEqual(applied.books, [key], 'who watches the book is told');
  assert.deepEqual(bookView(trader.state, key, 5), { bids: [], asks: [] });
  const published = terms.kind === 'split' ? terms.fractionPrice : 0n;
  assert.equal(trader.state.instrumentSide.books.get(ARUNA.id)?.demo.priceLast, published);
});

test('who holds nothing of a share gets nothing of it', () => {
  const trader = new Trader();
  const by = trader.open(1);
  trader.quote(ARUNA, { bids: [[50_000n, 500n]] });
  trader.sell(ARUNA, { by, size: 500n });
  const done = [
    act(trader, by, { kind: 'dividend', amountPerShare: amount(450n) }, { id: 'action-0003' }),
    act(trader, by, ratio('bonus', 1n, 2n), { id: 'action-0004' }),
  ];
  for (const { outcome, changes } of done) assert.deepEqual([outcome.ok, changes.postings], [true, []]);
});

test('a bonus too small for a share is paid, and makes no lot', () => {
  const trader = new Trader();
  const by = trader.open(1);
  const before = held(trader, by).rows?.lots.length;
  const { changes } = act(trader, by, ratio('bonus', 1_000n, 1_001n));
  assert.equal(held(trader, by).rows?.lots.length, before);
  assert.deepEqual(
    changes.postings.map(({ kind, assetId }) => [kind, assetId]),
    [['corporateAction', INR]],
  );
});

test('an action touches an account once', () => {
  const trader = new Trader();
  const by = trader.open(1);
  act(trader, by, ratio('split', 1n, 2n));
  const again = act(trader, by, ratio('split', 1n, 2n));
  assert.ok(again.duplicate);
  assert.equal(held(trader, by).quantity, 1_000n);
  act(trader, by, ratio('split', 1n, 2n), { id: 'action-0002' });
  assert.equal(held(trader, by).quantity, 2_000n);
});

test('a bonus is a lot that has cost nothing; a part of a share is paid', () => {
  const trader = new Trader();
  const by = trader.open(1);
  trader.sell(ARUNA, { by, at: 50_000n, size: 1n });
  trader.quote(ARUNA, { bids: [[50_000n, 1n]] });
  const cash = trader.balance({ by, wallet: 'stock', asset: INR });
  act(trader, by, ratio('bonus', 2n, 3n));
  assert.equal(held(trader, by).quantity, 748n, '499 held give 249 and a half');
  assert.ok(held(trader, by).rows?.lots.some((lot) => lot.amountLeft === 249n && lot.costLeft === 0n));
  assert.equal(trader.balance({ by, wallet: 'stock', asset: INR }) - cash, 5_000n);
});

test('bonus shares on shares that are not settled wait as long as these (fault 13)', () => {
  const trader = wideTrader();
  const by = trader.open(1);
  trader.quote(ARUNA, { asks: [[50_000n, 10n]] });
  trader.buy(ARUNA, { by, at: 50_000n, size: 10n });
  const shares = { by, wallet: 'stock', asset: ARUNA.baseAsset } as const;
  const waiting = held(trader, by).rows?.lots.find(({ settled }) => !settled);
  assert.ok(waiting);
  act(trader, by, ratio('bonus', 1n, 2n));
  assert.equal(held(trader, by).quantity, 1_020n);
  assert.equal(trader.balance(shares), 1_000n, 'the 500 that are settled bring 500 that may be sold');
  assert.equal(trader.balance({ ...shares, bucket: 'unsettled' }), 20n);
  const given = held(trader, by).rows?.lots.filter(({ costLeft }) => costLeft === 0n) ?? [];
  assert.deepEqual(
    given.map(({ amountLeft, settled }) => [amountLeft, settled]),
    [
      [500n, true],
      [10n, false],
    ],
  );
  assert.equal(given[1]?.usableAtMs, waiting.usableAtMs);
  assert.equal(
    codeOf(trader.sell(ARUNA, { by, at: 50_000n, size: 1_001n })),
    'HOLDINGS_UNSETTLED',
    'what came of unsettled shares can’t be sold at once',
  );
  trader.atMs = instantMs(waiting.usableAtMs);
  trader.apply({ type: 'lots.settle', accountId: by });
  assert.equal(trader.balance(shares), 1_020n);
});

test('a purchase after a split or a bonus joins the day’s lot that waits, never the shares of the bonus', () => {
  for (const { kind, waiting } of [
    { kind: 'split', waiting: [24n] },
    { kind: 'bonus', waiting: [14n, 10n] },
  ] as const) {
    const trader = wideTrader();
    const by = trader.open(1);
    trader.quote(ARUNA, { asks: [[50_000n, 10n]] });
    trader.buy(ARUNA, { by, at: 50_000n, size: 10n });
    act(trader, by, ratio(kind, 1n, 2n));
    trader.quote(ARUNA, { asks: [[25_000n, 10n]] });
    trader.buy(ARUNA, { by, at: 25_000n, size: 4n });
    const lots = held(trader, by).rows?.lots.filter(({ kind: of, settled }) => of === 'shares' && !settled);
    assert.deepEqual(
      lots?.map(({ amountLeft }) => amountLeft),
      waiting,
    );
    assert.deepEqual(checkInvariants(trader.state, { allLoaded: false }), []);
  }
});

test('an action that was refused is not written, and is done when it is asked again (fault 8)', () => {
  const trader = new Trader();
  const by = trader.open(1);
  const clientId = systemClientId('corporate-0001');
  const terms = ratio('split', 1n, 2n);
  const asked = { type: 'corporate.act', accountId: by, clientId, contentHash: 'published', terms } as const;
  const refused = trader.apply({ ...asked, instrumentId: BTC_USDT.id });
  assert.deepEqual([codeOf(refused), refused.journaled], ['INSTRUMENT_UNKNOWN', false]);
  const done = trader.apply({ ...asked, instrumentId: ARUNA.id });
  assert.deepEqual([done.outcome.ok, done.duplicate, held(trader, by).quantity], [true, false, 1_000n]);
});

test('no customer’s id is one of the system, and the journal knows both (fault 8)', () => {
  const ours = systemClientId('corporate-0001');
  assert.equal(parseClientId(ours), undefined);
  assert.equal(parseStoredClientId(ours), ours);
  assert.equal(parseStoredClientId('corporate-0001'), parseClientId('corporate-0001'));
  assert.equal(parseStoredClientId('@'), undefined);
  assert.throws(() => systemClientId('a word with spaces'), /Condition/);
});

test('a position that is carried is paid a dividend, and one sold first pays it; each is one posting', () => {
  for (const side of ['buy', 'sell'] as const) {
    const trader = wideTrader();
    const by = trader.open(1);
    trader.quote(ARUNA, { asks: [[50_000n, 1_000n]], bids: [[49_990n, 1_000n]] });
    trader[side](ARUNA, { by, at: side === 'buy' ? 50_000n : 49_990n, size: 100n, product: 'intraday' });
    const cash = () => trader.balance({ by, wallet: 'stock', asset: INR });
    const before = cash();
    act(trader, by, { kind: 'dividend', amountPerShare: amount(450n) });
    const own = side === 'buy' ? 45_000n : -45_000n;
    assert.equal(cash() - before, 225_000n + own, 'of 500 delivered shares, and of what is open');
  }
});

test('a dividend is paid on every share held, and leaves orders alone', () => {
  const trader = new Trader();
  const by = trader.open(1);
  const order = orderOf(trader.sell(ARUNA, { by, at: 54_000n, size: 20n }));
  const cash = trader.balance({ by, wallet: 'stock', asset: INR });
  act(trader, by, { kind: 'dividend', amountPerShare: amount(450n) });
  assert.equal(trader.balance({ by, wallet: 'stock', asset: INR }) - cash, 500n * 450n);
  assert.equal(held(trader, by).rows?.orders[0]?.id, order.id);
});

test('coins have no corporate actions', () => {
  const trader = new Trader();
  const by = trader.open(1);
  const clientId = parseClientId('action-coin');
  assert.ok(clientId);
  const terms: CorporateTerms = { kind: 'dividend', amountPerShare: amount(1n) };
  const content = { contentHash: 'x', instrumentId: BTC_USDT.id, terms };
  const applied = trader.apply({ type: 'corporate.act', accountId: by, clientId, ...content });
  assert.equal(codeOf(applied), 'INSTRUMENT_UNKNOWN');
});

test('whatever the lots, the parts of a split add up to the whole, and never to more than is due', () => {
  const sizes = fc.array(fc.bigInt({ min: 1n, max: 40n }), { maxLength: 5 });
  const ratios = fc.tuple(fc.bigInt({ min: 1n, max: 7n }), fc.bigInt({ min: 0n, max: 9n }));
  fc.assert(
    fc.property(sizes, ratios, fc.constantFrom('split', 'bonus'), (bought, [before, more], kind) => {
      const trader = new Trader();
      const by = trader.open(1);
      for (const size of bought) {
        trader.quote(ARUNA, { asks: [[50_000n, size]] });
        trader.buy(ARUNA, { by, at: 50_000n, size });
      }
      const { quantity: old = 0n } = held(trader, by);
      act(trader, by, ratio(kind, before, before + more));
      assert.equal(held(trader, by).quantity, (old * (before + more)) / before);
    }),
    { numRuns: 100 },
  );
});
