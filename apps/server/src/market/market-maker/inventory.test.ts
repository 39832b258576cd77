import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  accountId,
  amount,
  type Environment,
  instantMs,
  instrumentId,
  orderId,
  price,
  quantity,
} from '@tarazu/core/values';
import { Inventory } from '#market/market-maker/inventory.ts';
import { OrderFlow } from '#market/market-maker/order-flow.ts';
import { PublicWords } from '#market/model/day-words.ts';
import { SimulatedSource } from '#market/simulated/simulated-source.ts';

const day = { sigmaDay: 0.02, dayVolume: 100_000 };
const near = (found: number, due: number) => assert.ok(Math.abs(found - due) < 1e-12, `${found}, not ${due}`);

test('a volume moves the middle by a tenth of the day’s deviation and the root of its share, half gone after 30 minutes (trial 19)', () => {
  const inventory = new Inventory();
  assert.equal(inventory.lean(0, day), 0);
  inventory.trade(7_000, 0);
  const moved = 0.1 * 0.02 * Math.sqrt(0.07);
  near(inventory.lean(0, day), moved);
  near(inventory.lean(30 * 60_000, day), moved / 2);
  near(inventory.lean(60 * 60_000, day), moved / 4);
});

test('slices move as far as the whole, a sale the other way, and both together nothing (trial 19)', () => {
  const [whole, sliced, sold, both] = [new Inventory(), new Inventory(), new Inventory(), new Inventory()];
  whole.trade(900, 0);
  for (let slice = 0; slice < 9; slice += 1) sliced.trade(100, 0);
  near(sliced.lean(0, day), whole.lean(0, day));
  sold.trade(-900, 0);
  near(sold.lean(0, day), -whole.lean(0, day));
  both.trade(900, 0);
  both.trade(-900, 0);
  assert.equal(both.lean(0, day), 0);
});

const SHARE = instrumentId('NSE_SIM:ARUNA');
const atMs = Date.parse('2026-06-02T06:00:00Z');

/** The middle of the first quotes of each environment. */
function middlesOf(flow: OrderFlow): Map<Environment, number> {
  flow.quoteAll();
  const middles = new Map<Environment, number>();
  for (const command of flow.tick(atMs).commands) {
    if (command.type !== 'marketMaker.quote' || command.instrumentId !== SHARE) continue;
    middles.set(command.environment, Number((command.bids[0]?.[0] ?? 0n) + (command.asks[0]?.[0] ?? 0n)) / 2);
  }
  return middles;
}

test('the quotes after a large purchase stand higher in its book, and only there (trial 19)', () => {
  const source = new SimulatedSource({ seed: 7, hours: 'calendar' });
  const dayVolume = quantity(100_000n);
  const flow = new OrderFlow({
    source,
    hours: 'calendar',
    day: {
      sessionOf: (id) => source.sessionState(id, atMs),
      haltOf: () => undefined,
      terms: () => ({ status: 'listed' }),
    },
    dayVolume: () => dayVolume,
    words: new PublicWords(7),
    atMs,
  });
  const before = middlesOf(flow);
  const money = { charges: amount(0n), profitRealised: amount(0n) };
  flow.traded({
    sequence: 1,
    index: 0,
    environment: 'demo',
    instrumentId: SHARE,
    price: price(100n),
    quantity: quantity(7_000n),
    value: amount(0n),
    atMs: instantMs(atMs),
    takerSide: 'buy',
    taker: { house: false, accountId: accountId(1), orderId: orderId(1), ...money },
    maker: { house: true },
  });
  const after = middlesOf(flow);
  const { sigma1m } = source.fairValue(SHARE, atMs);
  const due = 0.1 * sigma1m * Math.sqrt(375) * Math.sqrt(0.07);
  const [was, is] = [before.get('demo') ?? 0, after.get('demo') ?? 0];
  const tickShare = 10 / was;
  assert.ok(Math.abs(is / was - 1 - due) <= tickShare, `${is / was - 1}, not ${due}`);
  assert.ok(is > was);
  assert.equal(after.get('real'), before.get('real'));
});
