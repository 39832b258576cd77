import assert from 'node:assert/strict';
import { test } from 'node:test';
import { auctionView, checkInvariants } from '#engine.ts';
import type { Instrument } from '#instrument.ts';
import type { Applied } from '#outcome.ts';
import { codeOf, Desk, orderOf } from '#simulation/desk.ts';
import { reload } from '#simulation/reload.ts';
import { ARUNA, BHUMI, sessionOfDay } from '#simulation/world.ts';
import { stateHash } from '#state-hash.ts';
import { price } from '#values/index.ts';

const DEMO = { instrumentId: ARUNA.id, lane: 'demo' } as const;

function set(desk: Desk, change: Partial<Instrument>): Applied {
  const applied = desk.apply({ type: 'instrument.set', instrument: { ...ARUNA, ...change } });
  assert.deepEqual(checkInvariants(desk.state, { allLoaded: true }), []);
  return applied;
}

test('after a halt a share collects by itself, what rested included, and trades at one price before it goes on', () => {
  const desk = new Desk();
  const [one, two] = [desk.open(1), desk.open(2)];
  const rested = orderOf(desk.buy(ARUNA, { by: one, at: 50_100n, size: 10n }));
  set(desk, { status: 'halted' });
  assert.equal(codeOf(desk.sell(ARUNA, { by: two, at: 50_000n, size: 1n })), 'INSTRUMENT_HALTED');

  set(desk, { ownPhase: 'reopeningAuction', referencePrice: price(50_050n) });
  assert.equal(auctionView(desk.state, DEMO)?.buyQuantity, 10n, 'what rested takes part');
  assert.equal(orderOf(desk.sell(ARUNA, { by: two, at: 50_000n, size: 4n })).state.name, 'open');
  assert.equal(auctionView(desk.state, DEMO)?.indicativePrice, 50_050n, 'nearest the reference');
  assert.equal(codeOf(desk.buy(BHUMI, { by: two, at: 100n, size: 10n })), 'order', 'other shares trade');
  assert.equal(stateHash(reload(desk.state)), stateHash(desk.state));
  assert.deepEqual(auctionView(reload(desk.state), DEMO), auctionView(desk.state, DEMO));

  const ended = set(desk, { ownPhase: 'auctionMatch', referencePrice: price(50_050n) });
  assert.deepEqual(
    ended.changes.fills.map((fill) => [fill.price, fill.quantity]),
    [[50_050n, 4n]],
  );
  assert.equal(codeOf(desk.sell(ARUNA, { by: two, at: 50_000n, size: 1n })), 'SESSION_CLOSED');
  set(desk, {});
  const sold = orderOf(desk.sell(ARUNA, { by: two, at: 50_100n, size: 6n }));
  assert.deepEqual([sold.state.name, sold.quantityFilled], ['completed', 6n]);
  assert.equal(desk.state.accountSide.accounts.get(one)?.orders.get(rested.id), undefined);
});

test('on its listing day a share takes limit orders at any price, and the band comes with the auction’s price', () => {
  const desk = new Desk();
  const [one, two] = [desk.open(1), desk.open(2)];
  const { band: _none, ...bandless } = ARUNA;
  const apply = (change: Partial<Instrument>): Applied =>
    desk.apply({ type: 'instrument.set', instrument: { ...bandless, ...change } });
  apply({ ownPhase: 'listingAuction' });
  assert.equal(codeOf(desk.buy(ARUNA, { by: one, size: 1n })), 'TYPE_NOT_ALLOWED', 'no market orders');
  orderOf(desk.buy(ARUNA, { by: one, at: 90_000n, size: 5n }));
  orderOf(desk.sell(ARUNA, { by: two, at: 80_000n, size: 5n }));
  const low = orderOf(desk.buy(ARUNA, { by: one, at: 10_000n, size: 5n }));
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
  const desk = new Desk();
  const by = desk.open(1);
  set(desk, { ownPhase: 'reopeningAuction' });
  orderOf(desk.buy(ARUNA, { by, at: 50_000n, size: 1n }));
  desk.apply({ type: 'rules.set', session: sessionOfDay(0, 'closed') });
  assert.equal(auctionView(desk.state, DEMO), undefined);
  assert.equal(codeOf(desk.buy(ARUNA, { by, at: 50_000n, size: 1n })), 'SESSION_CLOSED');
});
