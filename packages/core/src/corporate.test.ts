import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type CorporateTerms, checkInvariants, repricedGtt, snapshotAccount } from '#engine.ts';
import type { Order } from '#order.ts';
import type { Applied } from '#outcome.ts';
import { codeOf, Desk, orderOf } from '#simulation/desk.ts';
import { ARUNA, BTC_USDT, INR } from '#simulation/world.ts';
import { type AccountId, amount, parseClientId, price, quantity } from '#values/index.ts';

function act(desk: Desk, by: AccountId, terms: CorporateTerms, more: { id?: string } = {}): Applied {
  const clientId = parseClientId(more.id ?? 'action-0001');
  assert.ok(clientId);
  const instrumentId = ARUNA.id;
  const content = { contentHash: 'published', instrumentId, terms };
  const applied = desk.apply({ type: 'corporate.act', accountId: by, clientId, ...content });
  assert.deepEqual(checkInvariants(desk.state, { allLoaded: false }), []);
  return applied;
}

const ratio = (kind: 'split' | 'bonus', before: bigint, after: bigint): CorporateTerms => ({
  kind,
  sharesBefore: quantity(before),
  sharesAfter: quantity(after),
  fractionPrice: price(10_000n),
});

function held(desk: Desk, by: AccountId) {
  const rows = snapshotAccount(desk.state, by);
  const position = rows?.positions.find(({ instrumentId }) => instrumentId === ARUNA.id);
  return { rows, quantity: position?.quantity, cost: position?.cost };
}

test('a split makes more shares of the same cost, settled or not, and cancels what was ordered of the old ones', () => {
  const desk = new Desk();
  const by = desk.open(1);
  desk.quote(ARUNA, { asks: [[50_000n, 10n]] });
  desk.buy(ARUNA, { by, at: 50_000n, size: 10n });
  const order = orderOf(desk.sell(ARUNA, { by, at: 54_000n, size: 20n }));
  const before = held(desk, by);
  const applied = act(desk, by, ratio('split', 1n, 5n));
  const after = held(desk, by);
  assert.deepEqual([before.quantity, after.quantity], [510n, 2_550n]);
  assert.equal(after.cost, before.cost);
  assert.equal(desk.balance({ by, wallet: 'stock', asset: ARUNA.baseAsset }), 2_500n);
  const unsettled = { by, wallet: 'stock', asset: ARUNA.baseAsset, bucket: 'unsettled' } as const;
  assert.equal(desk.balance(unsettled), 50n);
  assert.ok(applied.outcome.ok && applied.outcome.type === 'orders');
  const [cancelled] = applied.outcome.orders;
  assert.equal(cancelled?.id, order.id);
  assert.ok(cancelled.state.name === 'cancelled' && cancelled.state.cause === 'corporateAction');
  assert.ok(applied.changes.postings.some(({ kind }) => kind === 'corporateAction'));
});

test('an action touches an account once', () => {
  const desk = new Desk();
  const by = desk.open(1);
  act(desk, by, ratio('split', 1n, 2n));
  const again = act(desk, by, ratio('split', 1n, 2n));
  assert.ok(again.duplicate);
  assert.equal(held(desk, by).quantity, 1_000n);
  act(desk, by, ratio('split', 1n, 2n), { id: 'action-0002' });
  assert.equal(held(desk, by).quantity, 2_000n);
});

test('a bonus is a lot that has cost nothing; a part of a share is paid', () => {
  const desk = new Desk();
  const by = desk.open(1);
  desk.sell(ARUNA, { by, at: 50_000n, size: 1n });
  desk.quote(ARUNA, { bids: [[50_000n, 1n]] });
  const cash = desk.balance({ by, wallet: 'stock', asset: INR });
  act(desk, by, ratio('bonus', 2n, 3n));
  assert.equal(held(desk, by).quantity, 748n, '499 held give 249 and a half');
  assert.ok(held(desk, by).rows?.lots.some((lot) => lot.amountLeft === 249n && lot.costLeft === 0n));
  assert.equal(desk.balance({ by, wallet: 'stock', asset: INR }) - cash, 5_000n);
});

test('a dividend is paid on every share held, and leaves orders alone', () => {
  const desk = new Desk();
  const by = desk.open(1);
  const order = orderOf(desk.sell(ARUNA, { by, at: 54_000n, size: 20n }));
  const cash = desk.balance({ by, wallet: 'stock', asset: INR });
  act(desk, by, { kind: 'dividend', amountPerShare: amount(450n) });
  assert.equal(desk.balance({ by, wallet: 'stock', asset: INR }) - cash, 500n * 450n);
  assert.equal(held(desk, by).rows?.orders[0]?.id, order.id);
});

test('coins have no corporate actions', () => {
  const desk = new Desk();
  const by = desk.open(1);
  const clientId = parseClientId('action-coin');
  assert.ok(clientId);
  const terms: CorporateTerms = { kind: 'dividend', amountPerShare: amount(1n) };
  const content = { contentHash: 'x', instrumentId: BTC_USDT.id, terms };
  const applied = desk.apply({ type: 'corporate.act', accountId: by, clientId, ...content });
  assert.equal(codeOf(applied), 'INSTRUMENT_UNKNOWN');
});

test('whatever the lots, the parts of a split add up to the whole, and never to more than is due', () => {
  const sizes = fc.array(fc.bigInt({ min: 1n, max: 40n }), { maxLength: 5 });
  const ratios = fc.tuple(fc.bigInt({ min: 1n, max: 7n }), fc.bigInt({ min: 0n, max: 9n }));
  fc.assert(
    fc.property(sizes, ratios, fc.constantFrom('split', 'bonus'), (bought, [before, more], kind) => {
      const desk = new Desk();
      const by = desk.open(1);
      for (const size of bought) {
        desk.quote(ARUNA, { asks: [[50_000n, size]] });
        desk.buy(ARUNA, { by, at: 50_000n, size });
      }
      const { quantity: old = 0n } = held(desk, by);
      act(desk, by, ratio(kind, before, before + more));
      assert.equal(held(desk, by).quantity, (old * (before + more)) / before);
    }),
    { numRuns: 100 },
  );
});

test('a good-till-triggered instruction is written anew in the new share', () => {
  const desk = new Desk();
  const by = desk.open(1);
  const old = orderOf(desk.buy(ARUNA, { by, at: 50_000n, size: 7n }));
  const terms: Order['terms'] = {
    origin: 'gtt',
    trigger: { price: price(49_000n), when: 'falls' },
    otherLeg: { trigger: { price: price(52_000n), when: 'rises' }, priceLimit: price(52_100n) },
  };
  assert.deepEqual(repricedGtt({ ...old, terms }, ratio('split', 1n, 3n), ARUNA.tickSize), {
    side: 'buy',
    orderType: 'limit',
    validity: 'day',
    priceLimit: 16_665n,
    quantity: 21n,
    special: {
      gtt: true,
      priceTrigger: 16_335n,
      otherLeg: { priceTrigger: 17_335n, priceLimit: 17_365n },
    },
  });
  assert.equal(repricedGtt(old, ratio('split', 1n, 3n), ARUNA.tickSize), undefined);
});
