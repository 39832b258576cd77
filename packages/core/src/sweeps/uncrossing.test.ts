import assert from 'node:assert/strict';
import { test } from 'node:test';
import { apply, openSweepsOf, stateRows } from '#engine.ts';
import { recordingOf } from '#instruments/auctions/auction-closing.ts';
import { bookAt } from '#instruments/instrument-side.ts';
import { checkInvariants } from '#invariants/check.ts';
import { type AuctionRecord, orderIdsOf, rankedLines, recordHash } from '#model/auction-record.ts';
import type { Command } from '#model/command.ts';
import { type Fill, type Order, owedBy } from '#model/order.ts';
import { RULE_CHANGES, RULES_VERSION } from '#rules-version.ts';
import { reload } from '#simulation/reload.ts';
import { codeOf, orderOf, Trader } from '#simulation/trader.ts';
import { ARUNA, BHUMI, GRANTS, INR, sessionOfDay } from '#simulation/world.ts';
import { type AccountId, price, systemClientId } from '#values/index.ts';

const STOCK_CASH = { wallet: 'stock', asset: INR } as const;
const PRE_OPEN = { auction: 'preOpen', average: 'preOpen' } as const;
const MATCH = { auction: 'preOpenMatch', average: 'preOpenMatch' } as const;

/**
 * Six buyers and six sellers at crossing prices, of whom
 * one is an iceberg and one a market order, in an auction.
 */
function collected(stepMax: number): { trader: Trader; buyer: AccountId; seller: AccountId } {
  const trader = new Trader();
  const [buyer, seller] = [trader.open(1), trader.open(2)];
  trader.apply({ type: 'rules.set', stepMax });
  trader.apply({ type: 'rules.set', session: { ...sessionOfDay(0), phases: PRE_OPEN } });
  for (let nth = 0n; nth < 6n; nth += 1n) {
    orderOf(trader.buy(ARUNA, { by: buyer, at: 50_100n - nth * 20n, size: 7n + nth }));
    orderOf(trader.sell(ARUNA, { by: seller, at: 49_900n + nth * 30n, size: 9n }));
  }
  orderOf(trader.buy(ARUNA, { by: buyer, size: 5n }));
  trader.quote(ARUNA, { bids: [[50_000n, 3n]], asks: [[50_050n, 4n]] });
  return { trader, buyer, seller };
}

/** Ends the auction; between two steps something may happen. */
function uncross(trader: Trader, between: () => void = () => undefined): Fill[] {
  const session = { ...sessionOfDay(0), phases: MATCH };
  const fills = [...trader.apply({ type: 'rules.set', session }).changes.fills];
  while (openSweepsOf(trader.state).length > 0) {
    between();
    fills.push(...trader.apply({ type: 'sweep.step' }).changes.fills);
  }
  return fills;
}

const said = (fills: readonly Fill[]): string[] =>
  fills.map(({ price, quantity, taker, maker }) =>
    [price, quantity, taker.isMarketMaker || taker.orderId, maker.isMarketMaker || maker.orderId].join(),
  );

test('an auction fills in steps what it fills at once, at the price that was fixed first', () => {
  const [whole, stepped] = [collected(10_000), collected(1)];
  const fills = uncross(whole.trader);
  assert.ok(fills.length > 5);
  let steps = 0;
  const inSteps = uncross(stepped.trader, () => {
    steps += 1;
  });
  assert.deepEqual(said(inSteps), said(fills));
  assert.ok(steps > fills.length, 'each fill in a step of its own');
  for (const by of [whole.buyer, whole.seller])
    for (const bucket of ['available', 'held', 'unsettled'] as const) {
      const of = { by, wallet: 'stock', asset: INR, bucket } as const;
      assert.equal(stepped.trader.balance(of), whole.trader.balance(of));
    }
});

test('cut at every step, an auction ends as it would have', () => {
  const [whole, cut] = [collected(1), collected(1)];
  const fills = uncross(whole.trader);
  const afterCuts = uncross(cut.trader, () => {
    cut.trader.state = reload(cut.trader.state);
  });
  assert.deepEqual(said(afterCuts), said(fills));
  assert.deepEqual(stateRows(cut.trader.state), stateRows(whole.trader.state));
});

test('no step of an auction that ends goes through all that it has collected (row 2)', () => {
  const { trader } = collected(1);
  const { auction } = bookAt(trader.state.instrumentSide, DEMO_ARUNA) ?? {};
  assert.ok(auction);
  Object.defineProperty(auction.orders, 'values', { value: () => assert.fail('all of them were asked') });
  assert.ok(uncross(trader).length > 5);
});

test('when the price is fixed nobody leaves, and who comes waits his turn', () => {
  const { trader, buyer } = collected(1);
  trader.apply({
    type: 'rules.set',
    session: { ...sessionOfDay(0), phases: { auction: 'continuous', average: 'continuous' } },
  });
  const [first] = trader.state.accountSide.accounts.get(buyer)?.orders.keys() ?? [];
  assert.ok(first !== undefined);
  assert.equal(
    codeOf(trader.apply({ type: 'order.cancel', accountId: buyer, orderId: first })),
    'AUCTION_LOCKED',
  );
  const came = orderOf(trader.buy(ARUNA, { by: trader.open(3), at: 50_200n, size: 1n }));
  assert.deepEqual([came.state.name, 'waitsFor' in came.state && came.state.waitsFor], ['new', 'turn']);
});

/** A holder within the day whose auctions' prices are fixed, one step before anything is written down. */
function fixed(collect: (trader: Trader, by: AccountId) => void): { trader: Trader; by: AccountId } {
  const trader = new Trader();
  const by = trader.open(1);
  trader.quote(BHUMI, { bids: [[100n, 5_000n]] });
  orderOf(trader.sell(BHUMI, { by, size: 5_000n }));
  trader.quote(ARUNA, { asks: [[50_000n, 100_000n]] });
  orderOf(trader.buy(ARUNA, { by, at: 50_000n, size: 9_900n, product: 'intraday' }));
  for (const instrument of [ARUNA, BHUMI]) trader.quote(instrument, {});
  const band = { priceLow: price(25_000n), priceHigh: price(55_000n) };
  trader.apply({ type: 'instrument.set', instrument: { ...ARUNA, band } });
  trader.apply({ type: 'rules.set', stepMax: 1 });
  trader.apply({ type: 'rules.set', session: { ...sessionOfDay(0), phases: PRE_OPEN } });
  collect(trader, by);
  trader.apply({ type: 'rules.set', session: { ...sessionOfDay(0), phases: MATCH } });
  assert.equal(bookAt(trader.state.instrumentSide, DEMO_ARUNA)?.auction?.isClosing, true);
  return { trader, by };
}

const DEMO_ARUNA = { instrumentId: ARUNA.id, environment: 'demo' } as const;

/** The rest of the auctions, and the orders that it changed. */
function finish(trader: Trader): Order[] {
  const changed: Order[] = [];
  while (openSweepsOf(trader.state).length > 0)
    changed.push(...trader.apply({ type: 'sweep.step' }).changes.orders);
  assert.deepEqual(checkInvariants(trader.state, { allLoaded: true }), []);
  return changed;
}

test('a loss leaves alone what stands in an auction whose price is fixed, and it is filled', () => {
  let stays: Order | undefined;
  const { trader, by } = fixed((at, own) => {
    stays = orderOf(at.buy(BHUMI, { by: own, at: 95n, size: 1_000n }));
    at.quote(BHUMI, { asks: [[95n, 1_000n]] });
    orderOf(at.sell(ARUNA, { by: own, size: 9_900n, product: 'intraday' }));
    at.quote(ARUNA, { bids: [[30_000n, 100_000n]] });
  });
  const changed = finish(trader);
  const taken = trader.state.accountSide.accounts.get(by)?.holdings.intraday.get(ARUNA.id);
  assert.equal(taken?.row.quantity ?? 0n, 0n, 'the loss was made');
  assert.equal(trader.balance({ by, wallet: 'stock', asset: INR }), 0n, 'and took all that was free');
  assert.equal(changed.findLast(({ id }) => id === stays?.id)?.state.name, 'completed');
});

test('what such an order did not need to fill pays the house ledger when it ends', () => {
  let stays: Order | undefined;
  const { trader, by } = fixed((at, own) => {
    stays = orderOf(at.buy(BHUMI, { by: own, at: 95n, size: 1_000n }));
    at.quote(BHUMI, { asks: [[95n, 400n]] });
    orderOf(at.sell(ARUNA, { by: own, size: 9_900n, product: 'intraday' }));
    at.quote(ARUNA, { bids: [[30_000n, 100_000n]] });
  });
  const row = finish(trader).findLast(({ id }) => id === stays?.id) ?? assert.fail('it was filled in part');
  assert.deepEqual([row.state.name, row.quantityFilled], ['partial', 400n]);
  const held = 'held' in row.state ? row.state.held : 0n;
  assert.ok(held > 0n);
  trader.state = reload(trader.state);
  const [before, free] = [trader.house('demo', 'intraday', INR), trader.balance({ by, ...STOCK_CASH })];
  trader.apply({ type: 'order.cancel', accountId: by, orderId: row.id });
  assert.equal(
    trader.house('demo', 'intraday', INR) - before,
    held,
    'the house ledger has paid for the loss',
  );
  assert.equal(trader.balance({ by, ...STOCK_CASH }), free);
  assert.deepEqual(checkInvariants(trader.state, { allLoaded: true }), []);
});

test('of several such orders the newest owes what it holds, an older one the rest, and one of shares nothing', () => {
  const owedAt = (at: bigint) => {
    const orders: Order[] = [];
    const { trader, by } = fixed((early, own) => {
      orders.push(orderOf(early.sell(ARUNA, { by: own, at: 54_000n, size: 10n })));
      for (let nth = 0; nth < 2; nth += 1)
        orders.push(orderOf(early.buy(BHUMI, { by: own, at: 95n, size: 1_000n })));
      early.quote(BHUMI, { asks: [[95n, 1n]] });
      // Books go on in turn: so many others keep this one's orders fixed until the losses are made.
      const other = early.open(2);
      for (let nth = 0; nth < 80; nth += 1) orderOf(early.buy(BHUMI, { by: other, at: 94n, size: 10n }));
      orderOf(early.sell(ARUNA, { by: own, size: 9_900n, product: 'intraday' }));
      // A fill at each of them: each is a loss of its own.
      early.quote(ARUNA, {
        bids: [
          [at + 10n, 9_000n],
          [at + 5n, 450n],
          [at, 450n],
        ],
      });
    });
    while (trader.state.accountSide.accounts.get(by)?.holdings.intraday.get(ARUNA.id)?.row.quantity !== 0n)
      trader.apply({ type: 'sweep.step' });
    const rows = orders.map(({ id }) => trader.state.accountSide.accounts.get(by)?.orders.get(id)?.row);
    const house = trader.house('demo', 'intraday', INR);
    return { house, owed: rows.map((row) => (row ? owedBy(row) : 0n)), held: rows.map(heldIn) };
  };
  const heldIn = (row: Order | undefined): bigint => (row && 'held' in row.state ? row.state.held : 0n);
  // As far down as one of the two purchases is not enough and both are.
  for (let at = 40_000n; ; at -= 5n) {
    const { house, owed, held } = owedAt(at);
    const [ofShares, older = 0n, newer = 0n] = owed;
    if (older === 0n) continue;
    assert.deepEqual([ofShares, newer], [0n, held[2]]);
    assert.ok(older < (held[1] ?? 0n), 'no more than is lost');
    assert.ok(older + newer <= -house, 'nor than the house ledger has paid');
    return;
  }
});

test('a square-off takes no order out of an auction whose price is fixed', () => {
  let opens: Order | undefined;
  const { trader, by } = fixed((at, own) => {
    opens = orderOf(at.buy(ARUNA, { by: own, at: 45_000n, size: 10n, product: 'intraday' }));
    at.quote(ARUNA, { asks: [[44_000n, 10n]] });
  });
  const closed = trader.apply({ type: 'intraday.close', accountId: by, instrumentId: ARUNA.id });
  assert.equal(
    closed.changes.orders.some(({ id }) => id === opens?.id),
    false,
  );
  assert.equal(finish(trader).findLast(({ id }) => id === opens?.id)?.state.name, 'completed');
});

test('a demo account does not begin anew while an order stands in an auction whose price is fixed', () => {
  const { trader, by } = fixed((at, own) => {
    at.buy(ARUNA, { by: own, at: 45_000n, size: 10n });
    at.quote(ARUNA, { asks: [[44_000n, 10n]] });
  });
  const reset = (nth: number) =>
    trader.apply({
      type: 'account.reset',
      accountId: by,
      clientId: systemClientId(`reset-${nth}`),
      contentHash: 'reset',
      grants: GRANTS,
    });
  const { outcome, changes } = reset(1);
  const refusal = { code: 'AUCTION_LOCKED', detail: { instrumentId: ARUNA.id } };
  assert.deepEqual(outcome, { ok: false, refusal });
  assert.deepEqual(changes.orders, []);
  finish(trader);
  assert.equal(codeOf(reset(2)), 'done');
  finish(trader);
});

const HEAD = { head: '', isRanked: true, hasOrderIds: true };

test('an auction that lacks an order of those that were written down stops the writer', () => {
  const { trader } = fixed((at, own) => {
    at.buy(ARUNA, { by: own, at: 45_000n, size: 10n });
    at.quote(ARUNA, { asks: [[44_000n, 10n]] });
  });
  const { auction } = bookAt(trader.state.instrumentSide, DEMO_ARUNA) ?? {};
  assert.ok(auction);
  const count = recordingOf(auction, HEAD, 0).count;
  assert.equal(recordingOf(auction, HEAD, count).place, count);
  assert.throws(() => recordingOf(auction, HEAD, count + 1), /nobody leaves an auction whose price is fixed/);
});

test('what many had is written down in parts, of one command each, also when it is cut (row 2)', () => {
  const records = (between: (trader: Trader) => void, rulesVersion: number = RULES_VERSION) => {
    const { trader, buyer } = collected(4);
    for (let nth = 0n; nth < 90n; nth += 1n)
      orderOf(trader.buy(ARUNA, { by: buyer, at: 45_000n + nth * 5n, size: 1n }));
    let command: Command = { type: 'rules.set', session: { ...sessionOfDay(0), phases: MATCH } };
    const written: AuctionRecord[] = [];
    const seals = new Set<string>();
    do {
      const sequence = trader.state.lastSequence + 1;
      const { state, atMs } = trader;
      const { changes, outcome } = apply(state, { sequence, atMs, command, rulesVersion });
      written.push(...changes.auctions);
      if (outcome.ok && outcome.type === 'done')
        for (const { hash } of outcome.auctions ?? []) seals.add(hash);
      between(trader);
      command = { type: 'sweep.step' };
    } while (openSweepsOf(trader.state).length > 0);
    return { written, seals: [...seals] };
  };
  const [before] = records(() => undefined, RULE_CHANGES.indexOf('auctionRecordParts')).written;
  assert.ok(before && before.begunSequence === undefined, 'one row for all of it');
  for (const between of [
    () => undefined,
    (trader: Trader) => {
      trader.state = reload(trader.state);
    },
  ]) {
    const { written, seals } = records(between);
    const lines = written.map((part) => part.lines).join(';');
    const place = (text: string) => text.split(';').map((line) => line.split(',').slice(0, 3).join());
    assert.deepEqual(place(lines), place(before.lines));
    assert.deepEqual(seals, [recordHash({ ...before, lines: rankedLines(lines) })]);
    assert.ok(written.length > 2);
    for (const part of written) {
      assert.ok(part.lines.split(';').length <= 32, 'no more than a step writes');
      assert.equal(part.begunSequence, written[0]?.sequence);
    }
  }
});

test('what an auction had is sealed with ranks, which tell nobody’s order; before, with priorities (trial 34)', () => {
  for (const [rulesVersion, told] of [
    [RULES_VERSION, rankedLines],
    [RULE_CHANGES.indexOf('auctionRanks'), (lines: string) => lines],
  ] as const) {
    const { trader } = collected(10_000);
    const command: Command = { type: 'rules.set', session: { ...sessionOfDay(0), phases: MATCH } };
    const sequence = trader.state.lastSequence + 1;
    const { changes, outcome } = apply(trader.state, { sequence, atMs: trader.atMs, command, rulesVersion });
    const [record] = changes.auctions;
    assert.ok(record && outcome.ok && outcome.type === 'done');
    const ids = orderIdsOf(record.lines).filter((id) => id !== undefined);
    assert.equal(ids.length > 0, told === rankedLines, 'ids are kept since there are ranks and more');
    const lines = told(record.lines);
    assert.deepEqual(
      outcome.auctions?.map(({ hash }) => hash),
      [recordHash({ ...record, lines })],
    );
    const places = lines.split(';').map((line) => Number(line.split(',')[3]));
    const ranks = places.map((_, place) => place + 1);
    if (told === rankedLines) assert.deepEqual(places, ranks);
    else assert.notDeepEqual(places, ranks);
  }
});
