import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  apply,
  auctionView,
  bookView,
  checkInvariants,
  decodeMarketMakerDepth,
  encodeMarketMakerDepth,
} from '#engine.ts';
import type { ClosingBy, SessionPhase } from '#model/instrument.ts';
import type { Applied } from '#model/outcome.ts';
import { reload } from '#simulation/reload.ts';
import { codeOf, orderOf, Trader } from '#simulation/trader.ts';
import { ARUNA, BHUMI, sessionOfDay } from '#simulation/world.ts';
import { stateHash } from '#state-hash.ts';
import { type OrderId, orderId, price, quantity } from '#values/index.ts';

function enter(trader: Trader, auction: SessionPhase, average: SessionPhase = auction): Applied {
  const phases: Record<ClosingBy, SessionPhase> = { auction, average };
  const applied = trader.apply({ type: 'rules.set', session: { ...sessionOfDay(0), phases } });
  assert.deepEqual(checkInvariants(trader.state, { allLoaded: true }), []);
  return applied;
}

const DEMO = { instrumentId: ARUNA.id, environment: 'demo' } as const;

test('a pre-open collects, shows an indicative price and trades once; limit orders go on into continuous trading', () => {
  const trader = new Trader();
  const [one, two] = [trader.open(1), trader.open(2)];
  enter(trader, 'preOpen');
  const buyer = orderOf(trader.buy(ARUNA, { by: one, at: 50_100n, size: 30n }));
  const market = orderOf(trader.buy(ARUNA, { by: one, size: 10n }));
  assert.equal(market.state.name, 'open');
  assert.equal(market.priceLimit, 55_000n, 'a market order sets aside what the worst price asks');
  assert.equal(auctionView(trader.state, DEMO)?.indicativePrice, undefined);
  trader.sell(ARUNA, { by: two, at: 49_900n, size: 25n });
  trader.quote(ARUNA, { bids: [[49_950n, 100n]], asks: [[50_050n, 5n]] });
  assert.deepEqual(auctionView(trader.state, DEMO), {
    indicativePrice: 50_050n,
    indicativeQuantity: 30n,
    imbalance: 10n,
    buyQuantity: 140n,
    sellQuantity: 30n,
  });

  const ended = enter(trader, 'preOpenMatch');
  assert.deepEqual(
    ended.changes.fills.map((fill) => [
      fill.price,
      fill.quantity,
      fill.maker.isMarketMaker || fill.taker.isMarketMaker,
    ]),
    [
      [50_050n, 10n, false],
      [50_050n, 15n, false],
      [50_050n, 5n, true],
    ],
  );
  assert.equal(codeOf(trader.buy(ARUNA, { by: one, at: 50_000n, size: 1n })), 'SESSION_CLOSED');
  enter(trader, 'continuous');
  const sold = orderOf(trader.sell(ARUNA, { by: two, at: 50_100n, size: 10n }));
  assert.equal(sold.state.name, 'completed', 'what was left of the buyer waits in the book');
  const left = trader.state.accountSide.accounts.get(one)?.orders.get(buyer.id);
  assert.equal(left, undefined);
});

test('of prices at which as much trades, the one nearest the published reference is paid', () => {
  for (const reference of [49_700n, 50_300n]) {
    const trader = new Trader();
    const [one, two] = [trader.open(1), trader.open(2)];
    trader.apply({ type: 'instrument.set', instrument: { ...ARUNA, referencePrice: price(reference) } });
    enter(trader, 'preOpen');
    trader.buy(ARUNA, { by: one, at: 50_500n, size: 10n });
    trader.sell(ARUNA, { by: two, at: 49_500n, size: 10n });
    assert.deepEqual(
      enter(trader, 'preOpenMatch').prints.map((print) => print.price),
      [reference],
    );
  }
});

test('an auction begins without what the market maker quoted before it', () => {
  const trader = new Trader();
  const by = trader.open(1);
  trader.quote(ARUNA, { bids: [[49_500n, 10n]], asks: [[50_500n, 10n]] });
  enter(trader, 'closingAuction');
  trader.buy(ARUNA, { by, at: 51_000n, size: 5n });
  assert.equal(auctionView(trader.state, DEMO)?.sellQuantity, 0n);
  assert.deepEqual(enter(trader, 'closingMatch').changes.fills, []);
  assert.equal(auctionView(trader.state, DEMO), undefined, 'nothing is collected any more');
});

test('an iceberg goes through an auction whole, and shows behind it what is left of its part', () => {
  const trader = new Trader();
  const [hides, buyer] = [trader.open(1), trader.open(2)];
  const conditions = { quantityShown: quantity(10n) };
  trader.sell(ARUNA, { by: hides, at: 50_000n, size: 40n, conditions });
  enter(trader, 'closingAuction');
  assert.equal(trader.state.instrumentSide.books.get(ARUNA.id)?.demo.icebergs.size, 0);
  trader.buy(ARUNA, { by: buyer, at: 50_000n, size: 23n });
  assert.deepEqual(
    enter(trader, 'closingMatch').changes.fills.map((fill) => fill.quantity),
    [23n],
  );
  enter(trader, 'continuous');
  assert.equal(bookView(trader.state, DEMO, 1)?.asks[0]?.quantity, 7n, 'three of the third part are sold');
  assert.equal(trader.state.instrumentSide.books.get(ARUNA.id)?.demo.icebergs.size, 1);
});

test('a market order that the auction can not fill ends with it, and its hold is free', () => {
  const trader = new Trader();
  const by = trader.open(1);
  enter(trader, 'preOpen');
  const before = trader.balance({ by, wallet: 'stock', asset: ARUNA.quoteAsset });
  trader.buy(ARUNA, { by, size: 10n });
  assert.ok(trader.balance({ by, wallet: 'stock', asset: ARUNA.quoteAsset }) < before);
  const [order] = enter(trader, 'continuous').changes.orders;
  assert.ok(order?.state.name === 'cancelled' && order.state.cause === 'auctionEnd');
  assert.equal(trader.balance({ by, wallet: 'stock', asset: ARUNA.quoteAsset }), before);
});

test('each phase takes the orders that it may', () => {
  const trader = new Trader();
  const by = trader.open(1);
  const limit = (validity: 'day' | 'ioc' = 'day') =>
    codeOf(trader.buy(ARUNA, { by, at: 50_000n, size: 1n, validity }));
  const market = () => codeOf(trader.buy(ARUNA, { by, size: 1n }));
  for (const phase of ['closed', 'preOpenMatch', 'closingReference', 'closingMatch'] as const) {
    enter(trader, phase);
    assert.deepEqual([limit(), market()], ['SESSION_CLOSED', 'SESSION_CLOSED'], phase);
  }
  enter(trader, 'closingAuction');
  assert.deepEqual([limit(), limit('ioc'), market()], ['order', 'TYPE_NOT_ALLOWED', 'order']);
  enter(trader, 'closingLimit');
  assert.deepEqual([limit(), market()], ['order', 'TYPE_NOT_ALLOWED']);
  const refused = trader.buy(ARUNA, { by, size: 1n }).outcome;
  assert.deepEqual(!refused.ok && refused.refusal.detail, { phase: 'closingLimit', allowed: 'limit (day)' });
});

test('market orders are locked in the last part of the closing auction, limit orders are not', () => {
  const trader = new Trader();
  const by = trader.open(1);
  const less = (id: OrderId) => {
    const { clientId } = trader.command('buy', ARUNA, { by, size: 1n });
    const about = { accountId: by, clientId, contentHash: 'less', orderId: id };
    return trader.apply({ type: 'order.modify', ...about, quantity: quantity(1n) });
  };
  enter(trader, 'closingAuction');
  const market = orderOf(trader.buy(ARUNA, { by, size: 1n }));
  const limit = orderOf(trader.buy(ARUNA, { by, at: 50_000n, size: 1n }));
  assert.equal(codeOf(less(market.id)), 'NOT_MODIFIABLE', 'it has no price that could change');
  const cancel = (id: number) =>
    codeOf(trader.apply({ type: 'order.cancel', accountId: by, orderId: orderId(id) }));
  enter(trader, 'closingLimit');
  assert.equal(cancel(market.id), 'AUCTION_LOCKED');
  assert.equal(codeOf(less(market.id)), 'AUCTION_LOCKED', 'nor are they changed');
  assert.equal(cancel(limit.id), 'order');
});

test('the closing auction takes over what rests; shares that close otherwise trade on', () => {
  const trader = new Trader();
  const [one, two] = [trader.open(1), trader.open(2)];
  trader.buy(ARUNA, { by: one, at: 50_000n, size: 10n });
  trader.buy(BHUMI, { by: one, at: 100n, size: 10n });
  enter(trader, 'closingReference', 'continuous');
  enter(trader, 'closingAuction', 'continuous');
  assert.equal(orderOf(trader.sell(BHUMI, { by: two, at: 100n, size: 10n })).state.name, 'completed');
  assert.equal(orderOf(trader.sell(ARUNA, { by: two, at: 50_000n, size: 4n })).state.name, 'open');
  const { fills } = enter(trader, 'closingMatch', 'continuous').changes;
  assert.deepEqual(
    fills.map(({ price: at, quantity: traded, takerSide }) => [at, traded, takerSide]),
    [[50_000n, 4n, 'sell']],
  );
});

test('a customer never meets himself in an auction: the later order expires at once', () => {
  const trader = new Trader();
  const by = trader.open(1);
  enter(trader, 'preOpen');
  trader.buy(ARUNA, { by, at: 50_000n, size: 10n });
  const own = orderOf(trader.sell(ARUNA, { by, at: 50_000n, size: 1n }));
  assert.ok(own.state.name === 'cancelled' && own.state.cause === 'selfTrade');
  assert.equal(orderOf(trader.sell(ARUNA, { by, at: 50_005n, size: 1n })).state.name, 'open');
});

test('a customer never meets the dearest purchase or the cheapest sale that is still there, of many', () => {
  const trader = new Trader();
  const by = trader.open(1);
  enter(trader, 'preOpen');
  const stateOf = (applied: Applied): string => orderOf(applied).state.name;
  const bids = [49_990n, 50_000n, 49_995n].map((at) => orderOf(trader.buy(ARUNA, { by, at, size: 1n })));
  assert.equal(stateOf(trader.sell(ARUNA, { by, at: 50_000n, size: 1n })), 'cancelled');
  trader.apply({ type: 'order.cancel', accountId: by, orderId: bids[1]?.id ?? orderId(0) });
  assert.equal(stateOf(trader.sell(ARUNA, { by, at: 49_995n, size: 1n })), 'cancelled');
  assert.equal(stateOf(trader.sell(ARUNA, { by, at: 50_010n, size: 1n })), 'open');
  assert.equal(stateOf(trader.sell(ARUNA, { by, at: 50_000n, size: 1n })), 'open');
  assert.equal(stateOf(trader.buy(ARUNA, { by, at: 50_005n, size: 1n })), 'cancelled', 'its cheapest sale');
  assert.equal(stateOf(trader.buy(ARUNA, { by, at: 49_995n, size: 1n })), 'open');
});

test('a halted instrument does not trade in its auction', () => {
  const trader = new Trader();
  const [one, two] = [trader.open(1), trader.open(2)];
  enter(trader, 'preOpen');
  trader.buy(ARUNA, { by: one, at: 50_000n, size: 10n });
  trader.sell(ARUNA, { by: two, at: 50_000n, size: 10n });
  trader.apply({ type: 'instrument.set', instrument: { ...ARUNA, status: 'halted' } });
  const ended = enter(trader, 'continuous');
  assert.equal(ended.changes.fills.length, 0);
  const causes = ended.changes.orders.map(({ state }) => (state.name === 'cancelled' ? state.cause : ''));
  assert.deepEqual(causes, ['halt', 'halt']);
});

test('after the close trades are made at the closing price alone', () => {
  const trader = new Trader();
  const by = trader.open(1);
  const close = price(50_010n);
  const band = { priceLow: close, priceHigh: close };
  trader.apply({ type: 'instrument.set', instrument: { ...ARUNA, band } });
  enter(trader, 'postClose');
  trader.quote(ARUNA, { asks: [[50_010n, 5n]] });
  assert.equal(codeOf(trader.buy(ARUNA, { by, at: 50_005n, size: 1n })), 'PRICE_BAND');
  assert.equal(orderOf(trader.buy(ARUNA, { by, size: 5n })).turnoverTaken, 250_050n);
});

test('a restart in the middle of an auction, and the journal alone, reach the same state', () => {
  const trader = new Trader();
  const [one, two] = [trader.open(1), trader.open(2)];
  enter(trader, 'preOpen');
  trader.buy(ARUNA, { by: one, at: 50_100n, size: 30n });
  trader.sell(ARUNA, { by: two, at: 49_900n, size: 25n });
  const restarted = reload(trader.state);
  const replayed = reload(trader.state);
  assert.equal(stateHash(restarted), stateHash(trader.state));
  const quote = {
    type: 'marketMaker.quote',
    ...DEMO,
    bids: [],
    asks: [[price(50_050n), ARUNA.lotSize]],
  } as const;
  const atMs = trader.atMs;
  apply(restarted, { sequence: restarted.lastSequence + 1, atMs, command: quote });
  const phases = { auction: 'continuous', average: 'continuous' } as const;
  const command = { type: 'rules.set', session: { ...sessionOfDay(0), phases } } as const;
  const next = { sequence: restarted.lastSequence + 1, atMs, command };
  const ended = apply(restarted, next);
  assert.equal(ended.changes.fills.length, 2);
  const marketMakerDepth = decodeMarketMakerDepth(encodeMarketMakerDepth(ended.marketMakerDepth));
  assert.deepEqual(apply(replayed, { ...next, marketMakerDepth }).changes, ended.changes);
  assert.equal(stateHash(replayed), stateHash(restarted));
});
