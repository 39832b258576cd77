import assert from 'node:assert/strict';
import { test } from 'node:test';
import { apply, decodeMarketMakerDepth, encodeMarketMakerDepth } from '#engine.ts';
import { checkInvariants } from '#invariants/check.ts';
import type { ClosingBy, SessionPhase } from '#model/instrument.ts';
import type { Order } from '#model/order.ts';
import type { Applied } from '#model/outcome.ts';
import { reload } from '#simulation/reload.ts';
import { type Ask, orderOf, Trader } from '#simulation/trader.ts';
import { ARUNA, sessionOfDay } from '#simulation/world.ts';
import { stateHash } from '#state-hash.ts';
import { type AccountId, price } from '#values/index.ts';

function enter(trader: Trader, phase: SessionPhase): Applied {
  const phases: Record<ClosingBy, SessionPhase> = { auction: phase, average: phase };
  return trader.apply({ type: 'rules.set', session: { ...sessionOfDay(0), phases } });
}

/** A print in continuous trading, by which the triggers of new orders are judged. */
function print(trader: Trader, at: bigint): void {
  trader.quote(ARUNA, { asks: [[at, 1n]] });
  trader.buy(ARUNA, { by: trader.open(90), at, size: 1n });
}

/** An auction of two customers that trades at 49,500. */
function uncross(trader: Trader, collecting: SessionPhase, then: SessionPhase): Applied {
  enter(trader, collecting);
  trader.buy(ARUNA, { by: trader.open(91), at: 49_500n, size: 5n });
  trader.sell(ARUNA, { by: trader.open(92), at: 49_500n, size: 5n });
  const ended = enter(trader, then);
  assert.deepEqual(
    ended.prints.map((one) => one.price),
    [49_500n],
  );
  return ended;
}

function stopToSell(trader: Trader, ask: Omit<Ask, 'conditions'> & { trigger: bigint; gtt?: true }): Order {
  const { trigger, gtt, ...rest } = ask;
  const orderType = gtt ? 'limit' : ask.at === undefined ? 'stopMarket' : 'stopLimit';
  const conditions = { priceTrigger: price(trigger), ...(gtt && { gtt }) };
  return orderOf(trader.sell(ARUNA, { ...rest, orderType, ...(gtt && { validity: 'gtd' }), conditions }));
}

function stateOf(trader: Trader, by: AccountId, { id }: Order): string {
  return trader.state.accountSide.accounts.get(by)?.orders.get(id)?.row.state.name ?? 'ended';
}

test('the price of an opening auction activates stops with the first quotes after it, nearest trigger first', () => {
  const trader = new Trader();
  const by = trader.open(1);
  print(trader, 50_000n);
  const far = stopToSell(trader, { by, at: 49_400n, size: 1n, trigger: 49_550n });
  const near = stopToSell(trader, { by, size: 10n, trigger: 49_700n });
  const beyond = stopToSell(trader, { by, size: 1n, trigger: 49_450n });
  const ended = uncross(trader, 'preOpen', 'preOpenMatch');
  assert.equal(ended.changes.orders.filter((one) => [far.id, near.id].includes(one.id)).length, 0);
  enter(trader, 'continuous');
  assert.equal(stateOf(trader, by, near), 'new', 'there is nobody yet whom a stop could meet');
  const quoted = trader.quote(ARUNA, { bids: [[49_480n, 10n]], asks: [[49_520n, 10n]] });
  assert.equal(quoted.journaled, true);
  assert.equal(
    quoted.marketMakerDepth[0]?.priceLast,
    49_500n,
    'the price that decided is written with the quotes',
  );
  assert.deepEqual(
    quoted.changes.fills.map(({ taker, price: at, quantity }) => [
      !taker.isMarketMaker && taker.orderId,
      at,
      quantity,
    ]),
    [[near.id, 49_480n, 10n]],
  );
  assert.equal(stateOf(trader, by, far), 'open');
  assert.equal(stateOf(trader, by, beyond), 'new', 'a trigger beyond the price waits on');
  assert.deepEqual(checkInvariants(trader.state, { allLoaded: false }), []);
  assert.equal(trader.quote(ARUNA, { bids: [[49_390n, 10n]] }).journaled, false, 'an auction is heard once');
});

test('a stop that is placed after the auction and before the quotes is judged by its price, not activated by it', () => {
  const trader = new Trader();
  const by = trader.open(1);
  uncross(trader, 'preOpen', 'preOpenMatch');
  enter(trader, 'continuous');
  trader.buy(ARUNA, { by: trader.open(2), at: 49_400n, size: 1n });
  trader.sell(ARUNA, { by: trader.open(3), at: 49_400n, size: 1n });
  const order = orderOf(
    trader.buy(ARUNA, {
      by,
      size: 1n,
      orderType: 'stopMarket',
      conditions: { priceTrigger: price(49_450n) },
    }),
  );
  trader.quote(ARUNA, { asks: [[49_480n, 10n]] });
  assert.equal(
    stateOf(trader, by, order),
    'new',
    'somebody traded since, and the auction is not the last price',
  );
});

test('after the closing auction stops go on at the closing price, and a GTT waits for another day', () => {
  const trader = new Trader();
  const by = trader.open(1);
  print(trader, 50_000n);
  const stop = stopToSell(trader, { by, size: 5n, trigger: 49_700n });
  const gtt = stopToSell(trader, { by, at: 49_600n, size: 1n, trigger: 49_700n, gtt: true });
  uncross(trader, 'closingAuction', 'closingMatch');
  const close = price(49_500n);
  trader.apply({
    type: 'instrument.set',
    instrument: { ...ARUNA, band: { priceLow: close, priceHigh: close } },
  });
  enter(trader, 'postClose');
  const { changes } = trader.quote(ARUNA, { bids: [[49_500n, 10n]] });
  assert.deepEqual(
    changes.fills.map(({ taker, price: at }) => [!taker.isMarketMaker && taker.orderId, at]),
    [[stop.id, 49_500n]],
  );
  assert.equal(stateOf(trader, by, gtt), 'new');
  trader.apply({ type: 'instrument.set', instrument: ARUNA });
  enter(trader, 'continuous');
  print(trader, 49_650n);
  assert.equal(stateOf(trader, by, gtt), 'open', 'it hears the prints of that day');
});

test('the journal alone frees what an auction activated, and so does a restart between auction and quotes (fault 10)', () => {
  const trader = new Trader();
  const by = trader.open(1);
  print(trader, 50_000n);
  stopToSell(trader, { by, size: 10n, trigger: 49_700n });
  uncross(trader, 'preOpen', 'preOpenMatch');
  enter(trader, 'continuous');
  const [replayed, restarted] = [reload(trader.state), reload(trader.state)];
  const quoted = trader.quote(ARUNA, { bids: [[49_480n, 10n]] });
  const command = {
    type: 'marketMaker.quote',
    instrumentId: ARUNA.id,
    environment: 'demo',
    bids: [[price(49_480n), ARUNA.lotSize]],
    asks: [],
  } as const;
  const sequence = restarted.lastSequence + 1;
  const { atMs } = trader;
  const bids = quoted.changes.fills.map((fill) => [fill.price, fill.quantity] as const);
  const marketMakerDepth = decodeMarketMakerDepth(encodeMarketMakerDepth(quoted.marketMakerDepth));
  const full = { ...command, bids };
  assert.deepEqual(
    apply(replayed, { sequence, atMs, command: full, marketMakerDepth }).changes.fills,
    quoted.changes.fills,
  );
  assert.equal(stateHash(replayed), stateHash(trader.state));
  const fresh = apply(restarted, { sequence, atMs, command: full });
  assert.deepEqual(fresh.changes.fills, quoted.changes.fills, 'the auction’s price is the last price');
  assert.equal(stateHash(restarted), stateHash(trader.state));
});

test('an auction is heard by the first quotes after it, whether or not a restart comes before or after (fault 10)', () => {
  const trader = new Trader();
  print(trader, 50_000n);
  uncross(trader, 'preOpen', 'preOpenMatch');
  enter(trader, 'continuous');
  const first = trader.quote(ARUNA, { bids: [[49_480n, 10n]], asks: [[49_520n, 10n]] });
  assert.deepEqual(
    [first.journaled, first.changes.lastPrices.map(({ price: at, isUncrossed }) => [at, isUncrossed])],
    [true, [[49_500n, undefined]]],
  );
  trader.state = reload(trader.state);
  const by = trader.open(1);
  trader.buy(ARUNA, { by: trader.open(2), at: 49_520n, size: 1n });
  const stop = orderOf(
    trader.buy(ARUNA, {
      by,
      size: 1n,
      orderType: 'stopMarket',
      conditions: { priceTrigger: price(49_600n) },
    }),
  );
  assert.equal(trader.quote(ARUNA, { bids: [[49_485n, 10n]] }).journaled, false, 'nothing of it is left');
  assert.equal(stateOf(trader, by, stop), 'new');
});

test('an auction in which the market makers alone traded is the last price of a restart (fault 10)', () => {
  const trader = new Trader();
  print(trader, 50_000n);
  enter(trader, 'preOpen');
  trader.quote(ARUNA, { bids: [[49_500n, 5n]], asks: [[49_500n, 5n]] });
  const { changes } = enter(trader, 'preOpenMatch');
  assert.deepEqual(
    changes.lastPrices.map(({ environment, price: at, isUncrossed }) => [environment, at, isUncrossed]),
    [['demo', 49_500n, true]],
  );
});
