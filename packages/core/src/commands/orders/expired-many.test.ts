import assert from 'node:assert/strict';
import { test } from 'node:test';
import { apply } from '#engine.ts';
import type { Command } from '#model/command.ts';
import type { Order } from '#model/order.ts';
import { RULE_CHANGES } from '#rules-version.ts';
import { reload } from '#simulation/reload.ts';
import { type Ask, codeOf, orderOf, Trader } from '#simulation/trader.ts';
import { ARUNA, BTC_USDT } from '#simulation/world.ts';
import { type AccountId, instantMs, MINUTE_MS } from '#values/index.ts';

/*
 * Many orders in front of a book that have ended and are still to be released: what an order is judged by.
 */

const CENTRE = 6_000_000n;
const COIN = 1_000_000n;

interface Scene {
  readonly trader: Trader;
  readonly seller: AccountId;
  readonly buyer: AccountId;
}

function scene(): Scene {
  const trader = new Trader();
  return { trader, seller: trader.open(1), buyer: trader.open(2) };
}

/** A sale of coins until a minute from now. */
function sellForMinute({ trader, seller }: Scene, ask: Partial<Ask> = {}): Order {
  const conditions = { expiresAtMs: instantMs(trader.atMs + MINUTE_MS) };
  const of = { by: seller, at: CENTRE, size: COIN, validity: 'gtd' as const, conditions, ...ask };
  return orderOf(trader.sell(BTC_USDT, of));
}

function later({ trader }: Scene): void {
  trader.atMs = instantMs(trader.atMs + MINUTE_MS);
}

test('of many that have ended in front none prices a market order that waits; of too many the book is busy', () => {
  const priced = (many: number, rulesVersion?: number) => {
    const at = scene();
    const { trader, buyer } = at;
    const sellers = [at.seller, ...[3, 4].map((id) => trader.open(id))];
    orderOf(trader.sell(BTC_USDT, { by: at.seller, at: CENTRE + 9_000n, size: COIN }));
    for (let nth = 0; nth < many; nth += 1) {
      const by = sellers[nth % sellers.length];
      if (by !== undefined) sellForMinute(at, { by, size: COIN / 10n });
    }
    later(at);
    const command = trader.command('buy', BTC_USDT, { by: buyer, size: COIN });
    const next = { sequence: trader.state.lastSequence + 1, atMs: trader.atMs, command };
    const applied = apply(trader.state, rulesVersion === undefined ? next : { ...next, rulesVersion });
    return applied;
  };
  const waits = orderOf(priced(200));
  assert.equal('waitsFor' in waits.state && waits.state.waitsFor, 'turn');
  assert.ok(waits.priceLimit > CENTRE + 9_000n, 'from the one that lives');
  const was = orderOf(priced(200, RULE_CHANGES.indexOf('noEndedPrices')));
  assert.ok(was.priceLimit < waits.priceLimit, 'before, from one that had ended');
  assert.equal(codeOf(priced(300)), 'BOOK_BUSY');
});

/** A book in whose front so many have ended, of several owners, before one that lives. */
function endedInFront(many: number, ask: Partial<Ask> = {}): Scene {
  const at = scene();
  const { trader, seller } = at;
  const others = Array.from({ length: 3 }, (_, nth) => trader.open(3 + nth));
  for (let nth = 0; nth < many; nth += 1)
    sellForMinute(at, { by: others[nth % others.length] ?? seller, size: COIN / 10n, ...ask });
  orderOf(trader.sell(BTC_USDT, { by: seller, at: CENTRE + 9_000n, size: COIN }));
  later(at);
  return at;
}

const BEFORE_BUSY = RULE_CHANGES.indexOf('unknownBestIsBusy');

/** Answers to a command by the rules of now, and of before. */
function codesOf({ trader }: Scene, command: Command): [now: string, before: string] {
  const numbered = { sequence: trader.state.lastSequence + 1, atMs: trader.atMs, command };
  const now = codeOf(apply(reload(trader.state), numbered));
  return [now, codeOf(apply(reload(trader.state), { ...numbered, rulesVersion: BEFORE_BUSY }))];
}

test('behind too many that have ended nobody is told that it would take, or is outside a collar; before, by the dead', () => {
  const at = endedInFront(300);
  const { trader, buyer } = at;
  const command = (ask: Partial<Ask>) => trader.command('buy', BTC_USDT, { by: buyer, size: COIN, ...ask });
  const rests = command({ at: CENTRE + 10n, validity: 'postOnly' });
  assert.deepEqual(codesOf(at, rests), ['BOOK_BUSY', 'WOULD_TAKE']);
  const far = command({ at: CENTRE * 6n, size: COIN / 100n });
  assert.deepEqual(codesOf(at, far), ['BOOK_BUSY', 'PRICE_BAND']);
  const few = endedInFront(200);
  const beyond = few.trader.command('buy', BTC_USDT, { by: few.buyer, at: CENTRE * 6n, size: COIN / 100n });
  assert.deepEqual(codesOf(few, beyond), ['PRICE_BAND', 'PRICE_BAND']);
  const limited = orderOf(few.trader.buy(BTC_USDT, { by: few.buyer, at: CENTRE, size: COIN }));
  assert.equal(limited.state.name, 'new', 'and a limit order waits its turn');
});

test('where a price was paid, orders that the best price does not judge wait, however many have ended in front', () => {
  const at = scene();
  const { trader, buyer, seller } = at;
  trader.sell(BTC_USDT, { by: seller, at: CENTRE, size: COIN });
  orderOf(trader.buy(BTC_USDT, { by: buyer, at: CENTRE, size: COIN }));
  for (let nth = 0; nth < 300; nth += 1)
    sellForMinute(at, { by: nth % 2 ? seller : trader.open(3 + nth), size: COIN / 10n });
  later(at);
  const command = (ask: Partial<Ask>) => trader.command('buy', BTC_USDT, { by: buyer, size: COIN, ...ask });
  const rests = command({ at: CENTRE + 10n, validity: 'postOnly' });
  assert.deepEqual(codesOf(at, rests), ['BOOK_BUSY', 'WOULD_TAKE']);
  const trails = command({ orderType: 'trailingStop', conditions: { trailBps: 200 } });
  assert.deepEqual(codesOf(at, trails), ['BOOK_BUSY', 'order']);
  const limited = orderOf(trader.buy(BTC_USDT, { by: buyer, at: CENTRE, size: COIN }));
  assert.equal(limited.state.name, 'new');
});

test('the margin of a sale within the day is not that of bids that have ended; before, behind many, it was', () => {
  const codes = (many: number) => {
    const at = scene();
    const { trader, seller, buyer } = at;
    orderOf(trader.buy(ARUNA, { by: buyer, at: 50_000n, size: 10n }));
    const others = Array.from({ length: 3 }, (_, nth) => trader.open(3 + nth));
    for (let nth = 0; nth < many; nth += 1) {
      const by = others[nth % others.length] ?? buyer;
      const ask = { validity: 'ttl', conditions: { ttlMinutes: 1 } } as const;
      orderOf(trader.buy(ARUNA, { by, at: 54_000n, size: 1n, ...ask }));
    }
    later(at);
    const sale = { by: seller, at: 50_000n, size: 9_500n, product: 'intraday' } as const;
    return codesOf(at, trader.command('sell', ARUNA, sale));
  };
  assert.deepEqual(codes(200), ['order', 'order']);
  assert.deepEqual(codes(300), ['BOOK_BUSY', 'INSUFFICIENT_FUNDS']);
});
