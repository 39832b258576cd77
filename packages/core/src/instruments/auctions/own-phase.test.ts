import assert from 'node:assert/strict';
import { test } from 'node:test';
import { auctionView, checkInvariants } from '#engine.ts';
import type { Instrument } from '#model/instrument.ts';
import type { Applied } from '#model/outcome.ts';
import { reload } from '#simulation/reload.ts';
import { codeOf, orderOf, Trader } from '#simulation/trader.ts';
import { ARUNA, BHUMI, sessionOfDay } from '#simulation/world.ts';
import { stateHash } from '#state-hash.ts';
import { price } from '#values/index.ts';

const DEMO = { instrumentId: ARUNA.id, environment: 'demo' } as const;

function set(trader: Trader, change: Partial<Instrument>): Applied {
  const applied = trader.apply({ type: 'instrument.set', instrument: { ...ARUNA, ...change } });
  assert.deepEqual(checkInvariants(trader.state, { allLoaded: true }), []);
  return applied;
}

test('after a halt a share collects by itself, what rested included, and trades at one price before it goes on', () => {
  const trader = new Trader();
  const [one, two] = [trader.open(1), trader.open(2)];
  const rested = orderOf(trader.buy(ARUNA, { by: one, at: 50_100n, size: 10n }));
  set(trader, { status: 'halted' });
  assert.equal(codeOf(trader.sell(ARUNA, { by: two, at: 50_000n, size: 1n })), 'INSTRUMENT_HALTED');

  set(trader, { ownPhase: 'reopeningAuction', referencePrice: price(50_050n) });
  assert.equal(auctionView(trader.state, DEMO)?.buyQuantity, 10n, 'what rested takes part');
  assert.equal(orderOf(trader.sell(ARUNA, { by: two, at: 50_000n, size: 4n })).state.name, 'open');
  assert.equal(auctionView(trader.state, DEMO)?.indicativePrice, 50_050n, 'nearest the reference');
  assert.equal(codeOf(trader.buy(BHUMI, { by: two, at: 100n, size: 10n })), 'order', 'other shares trade');
  assert.equal(stateHash(reload(trader.state)), stateHash(trader.state));
  assert.deepEqual(auctionView(reload(trader.state), DEMO), auctionView(trader.state, DEMO));

  const ended = set(trader, { ownPhase: 'auctionMatch', referencePrice: price(50_050n) });
  assert.deepEqual(
    ended.changes.fills.map((fill) => [fill.price, fill.quantity]),
    [[50_050n, 4n]],
  );
  assert.equal(codeOf(trader.sell(ARUNA, { by: two, at: 50_000n, size: 1n })), 'SESSION_CLOSED');
  set(trader, {});
  const sold = orderOf(trader.sell(ARUNA, { by: two, at: 50_100n, size: 6n }));
  assert.deepEqual([sold.state.name, sold.quantityFilled], ['completed', 6n]);
  assert.equal(trader.state.accountSide.accounts.get(one)?.orders.get(rested.id), undefined);
});

test('on its listing day a share takes limit orders at any price, and the band comes with the auction’s price', () => {
  const trader = new Trader();
  const [one, two] = [trader.open(1), trader.open(2)];
  const { band: _none, ...bandless } = ARUNA;
  const apply = (change: Partial<Instrument>): Applied =>
    trader.apply({ type: 'instrument.set', instrument: { ...bandless, ...change } });
  apply({ ownPhase: 'listingAuction' });
  assert.equal(codeOf(trader.buy(ARUNA, { by: one, size: 1n })), 'TYPE_NOT_ALLOWED', 'no market orders');
  orderOf(trader.buy(ARUNA, { by: one, at: 90_000n, size: 5n }));
  orderOf(trader.sell(ARUNA, { by: two, at: 80_000n, size: 5n }));
  const low = orderOf(trader.buy(ARUNA, { by: one, at: 10_000n, size: 5n }));
  const ended = apply({ ownPhase: 'auctionMatch' });
  assert.deepEqual(
    ended.changes.fills.map((fill) => fill.price),
    [80_000n],
  );
  const banded = apply({ band: { priceLow: price(64_000n), priceHigh: price(96_000n) } });
  const [gone] = banded.changes.orders;
  assert.ok(gone?.id === low.id && gone.state.name === 'cancelled' && gone.state.cause === 'bandChange');
});

test('a phase of its own ends with its venue’s day', () => {
  const trader = new Trader();
  const by = trader.open(1);
  set(trader, { ownPhase: 'reopeningAuction' });
  orderOf(trader.buy(ARUNA, { by, at: 50_000n, size: 1n }));
  trader.apply({ type: 'rules.set', session: sessionOfDay(0, 'closed') });
  assert.equal(auctionView(trader.state, DEMO), undefined);
  assert.equal(codeOf(trader.buy(ARUNA, { by, at: 50_000n, size: 1n })), 'SESSION_CLOSED');
});
