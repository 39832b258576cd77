import assert from 'node:assert/strict';
import { test } from 'node:test';
import { apply, decodeHouseDepth, encodeHouseDepth } from '#engine.ts';
import type { ClosingBy, SessionPhase } from '#instrument.ts';
import { checkInvariants } from '#invariants.ts';
import type { Order } from '#order.ts';
import type { Applied } from '#outcome.ts';
import { type Ask, Desk, orderOf } from '#simulation/desk.ts';
import { reload } from '#simulation/reload.ts';
import { ARUNA, sessionOfDay } from '#simulation/world.ts';
import { stateHash } from '#state-hash.ts';
import { type AccountId, price } from '#values/index.ts';

function enter(desk: Desk, phase: SessionPhase): Applied {
  const phases: Record<ClosingBy, SessionPhase> = { auction: phase, average: phase };
  return desk.apply({ type: 'rules.set', session: { ...sessionOfDay(0), phases } });
}

/** A print in continuous trading, by which the triggers of new orders are judged. */
function print(desk: Desk, at: bigint): void {
  desk.quote(ARUNA, { asks: [[at, 1n]] });
  desk.buy(ARUNA, { by: desk.open(90), at, size: 1n });
}

/** An auction of two customers that trades at 49,500. */
function uncross(desk: Desk, collecting: SessionPhase, then: SessionPhase): Applied {
  enter(desk, collecting);
  desk.buy(ARUNA, { by: desk.open(91), at: 49_500n, size: 5n });
  desk.sell(ARUNA, { by: desk.open(92), at: 49_500n, size: 5n });
  const ended = enter(desk, then);
  assert.deepEqual(
    ended.prints.map((one) => one.price),
    [49_500n],
  );
  return ended;
}

function stopToSell(desk: Desk, ask: Omit<Ask, 'special'> & { trigger: bigint; gtt?: true }): Order {
  const { trigger, gtt, ...rest } = ask;
  const orderType = gtt ? 'limit' : ask.at === undefined ? 'stopMarket' : 'stopLimit';
  const special = { priceTrigger: price(trigger), ...(gtt && { gtt }) };
  return orderOf(desk.sell(ARUNA, { ...rest, orderType, ...(gtt && { validity: 'gtd' }), special }));
}

function stateOf(desk: Desk, by: AccountId, { id }: Order): string {
  return desk.state.accountSide.accounts.get(by)?.orders.get(id)?.row.state.name ?? 'ended';
}

test('the price of an opening auction sets stops free with the first quotes after it, nearest trigger first', () => {
  const desk = new Desk();
  const by = desk.open(1);
  print(desk, 50_000n);
  const far = stopToSell(desk, { by, at: 49_400n, size: 1n, trigger: 49_550n });
  const near = stopToSell(desk, { by, size: 10n, trigger: 49_700n });
  const beyond = stopToSell(desk, { by, size: 1n, trigger: 49_450n });
  const ended = uncross(desk, 'preOpen', 'preOpenMatch');
  assert.equal(ended.changes.orders.filter((one) => [far.id, near.id].includes(one.id)).length, 0);
  enter(desk, 'continuous');
  assert.equal(stateOf(desk, by, near), 'new', 'there is nobody yet whom a stop could meet');
  const quoted = desk.quote(ARUNA, { bids: [[49_480n, 10n]], asks: [[49_520n, 10n]] });
  assert.equal(quoted.journaled, true);
  assert.equal(quoted.houseDepth[0]?.priceLast, 49_500n, 'the price that decided is written with the quotes');
  assert.deepEqual(
    quoted.changes.fills.map(({ taker, price: at, quantity }) => [
      !taker.house && taker.orderId,
      at,
      quantity,
    ]),
    [[near.id, 49_480n, 10n]],
  );
  assert.equal(stateOf(desk, by, far), 'open');
  assert.equal(stateOf(desk, by, beyond), 'new', 'a trigger beyond the price waits on');
  assert.deepEqual(checkInvariants(desk.state, { allLoaded: false }), []);
  assert.equal(desk.quote(ARUNA, { bids: [[49_390n, 10n]] }).journaled, false, 'an auction is heard once');
});

test('a stop that is placed after the auction and before the quotes is judged by its price, not set free by it', () => {
  const desk = new Desk();
  const by = desk.open(1);
  uncross(desk, 'preOpen', 'preOpenMatch');
  enter(desk, 'continuous');
  desk.buy(ARUNA, { by: desk.open(2), at: 49_400n, size: 1n });
  desk.sell(ARUNA, { by: desk.open(3), at: 49_400n, size: 1n });
  const order = orderOf(
    desk.buy(ARUNA, { by, size: 1n, orderType: 'stopMarket', special: { priceTrigger: price(49_450n) } }),
  );
  desk.quote(ARUNA, { asks: [[49_480n, 10n]] });
  assert.equal(
    stateOf(desk, by, order),
    'new',
    'somebody traded since, and the auction is not the last price',
  );
});

test('after the closing auction stops go on at the closing price, and a GTT waits for another day', () => {
  const desk = new Desk();
  const by = desk.open(1);
  print(desk, 50_000n);
  const stop = stopToSell(desk, { by, size: 5n, trigger: 49_700n });
  const gtt = stopToSell(desk, { by, at: 49_600n, size: 1n, trigger: 49_700n, gtt: true });
  uncross(desk, 'closingAuction', 'closingMatch');
  const close = price(49_500n);
  desk.apply({
    type: 'instrument.set',
    instrument: { ...ARUNA, band: { priceLow: close, priceHigh: close } },
  });
  enter(desk, 'postClose');
  const { changes } = desk.quote(ARUNA, { bids: [[49_500n, 10n]] });
  assert.deepEqual(
    changes.fills.map(({ taker, price: at }) => [!taker.house && taker.orderId, at]),
    [[stop.id, 49_500n]],
  );
  assert.equal(stateOf(desk, by, gtt), 'new');
  desk.apply({ type: 'instrument.set', instrument: ARUNA });
  enter(desk, 'continuous');
  print(desk, 49_650n);
  assert.equal(stateOf(desk, by, gtt), 'open', 'it hears the prints of that day');
});

test('the journal alone frees what an auction freed, and nothing where a restart came between', () => {
  const desk = new Desk();
  const by = desk.open(1);
  print(desk, 50_000n);
  stopToSell(desk, { by, size: 10n, trigger: 49_700n });
  uncross(desk, 'preOpen', 'preOpenMatch');
  enter(desk, 'continuous');
  const [replayed, restarted] = [reload(desk.state), reload(desk.state)];
  const quoted = desk.quote(ARUNA, { bids: [[49_480n, 10n]] });
  const command = {
    type: 'house.quote',
    instrumentId: ARUNA.id,
    lane: 'demo',
    bids: [[price(49_480n), ARUNA.lotSize]],
    asks: [],
  } as const;
  const sequence = restarted.lastSequence + 1;
  const { atMs } = desk;
  const bids = quoted.changes.fills.map((fill) => [fill.price, fill.quantity] as const);
  const houseDepth = decodeHouseDepth(encodeHouseDepth(quoted.houseDepth));
  const full = { ...command, bids };
  assert.deepEqual(
    apply(replayed, { sequence, atMs, command: full, houseDepth }).changes.fills,
    quoted.changes.fills,
  );
  assert.equal(stateHash(replayed), stateHash(desk.state));
  assert.equal(apply(restarted, { sequence, atMs, command }).journaled, false);
});
