import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { Instrument } from '@tarazu/core';
import { formatDecimal, MINUTE_MS, parseDecimal } from '@tarazu/core/values';
import {
  OPERATIONS,
  ORDER_CHECKS,
  orderTypes,
  REFUSALS,
  spotValidities,
  stockOrderTypes,
  stockValidities,
} from '@tarazu/protocol';
import { peopleOf } from '#domains/account/test-people.ts';
import { SHOWN_ELSEWHERE } from '#domains/orders/rules/test-shown-elsewhere.ts';
import { COIN, Customer, openTrader, placed, quoted, units } from '#domains/orders/test-trader.ts';
import { loadVenue } from '#engine/writer/load.ts';
import { exchangeCalendar } from '#market/calendar/trading-calendar.ts';
import { dayOf, dayStartMs } from '#platform/time/days.ts';
import { type Fields, type TestReply, textOf } from '#test-app.ts';
import { eventSeen, isPhase } from '#test-events.ts';

/* Rules 2.3 line by line, at eleven of a trading day: refusals and their order, types, lives and limits. */
const trader = await openTrader({ environment: { MARKET_HOURS: 'calendar' } });
const { engine, market } = trader.app;
const day = exchangeCalendar.tradingDayAfter(dayOf(trader.nowMs(), 'IST'), 1);
const atMinute = (minute: number) => dayStartMs(day, 'IST') + minute * MINUTE_MS;
const isTrading = eventSeen(engine, isPhase('continuous'));
trader.standAt(atMinute(11 * 60));
await isTrading;

const stocks = market.listings().filter(({ kind }) => kind === 'stock');
const priceOf = (id: string) => Number(market.ticker(id).price);
/** In rupees. */
const tenthOfDayWorth = (id: string) =>
  (priceOf(id) * Number(market.listing(id)?.averageDailyVolume ?? 0n)) / 10;

/**
 * Of this share money runs out before an order is large, and an order is large before it is too dear: it is
 * the least traded of those of which more than Rs 5 crore are less than a lakh of shares.
 */
const SHARE = stocks
  .map(({ instrumentId }) => instrumentId)
  .filter((id) => market.profile(id).lockDays === 1 && priceOf(id) > 600)
  .reduce((least, id) => (tenthOfDayWorth(id) < tenthOfDayWorth(least) ? id : least));
assert.ok(tenthOfDayWorth(SHARE) > 15_00_000 && tenthOfDayWorth(SHARE) < 4_00_00_000, SHARE);
const CHEAP = stocks.find(({ instrumentId }) => priceOf(instrumentId) < 90)?.instrumentId ?? '';
const SLOW =
  stocks.find(({ instrumentId }) => market.profile(instrumentId).lockDays === 2)?.instrumentId ?? '';
const [HALTED, UNLISTED] = stocks
  .map(({ instrumentId }) => instrumentId)
  .filter((id) => id !== SHARE && market.profile(id).tickSize === market.profile(SHARE).tickSize);
assert.ok(HALTED && UNLISTED);
for (const id of [SHARE, CHEAP, SLOW, HALTED, UNLISTED, COIN]) {
  market.watch(id);
  await quoted(trader, id);
}
await market.stop();

const asha = await trader.enter();
const cold = await trader.enter();
/** Somebody with a real account who has not said who they are. */
const unknown = new Customer(trader, (await peopleOf(trader).registered()).realToken);
const USED = 'used-before';
/** The last prices paid in the books of these customers: their triggers are judged by them. */
const lasts = new Map<string, bigint>();
const learn = (id: string, reply: TestReply) => lasts.set(id, units(placed(reply).fills[0] ?? {}, 'price'));
for (const id of [CHEAP, SLOW, HALTED, UNLISTED])
  learn(id, await asha.stock('buy', { instrumentId: id, quantity: '5' }));
learn(COIN, await asha.coin('buy', { quantity: '0.001' }));
for (const one of [asha, cold]) learn(SHARE, await one.stock('buy', { instrumentId: SHARE, clientId: USED }));
const frozen = await trader.app.accounts.sessions.find(cold.token);
assert.ok(typeof frozen !== 'string');
await engine.submit({ type: 'account.set', accountId: frozen.accountId, status: 'frozen' });
const venue = await loadVenue(trader.database.pool);
async function give(id: string, status: Instrument['status']): Promise<void> {
  const instrument = venue.instruments.find((one) => one.id === id);
  assert.ok(instrument);
  await engine.submit({ type: 'instrument.set', instrument: { ...instrument, status } });
}
await give(HALTED, 'halted');
await give(UNLISTED, 'unlisted');

/** A number in the smallest units of a price of the coin or of a share, and back. */
const scaleOf = (id: string) => market.listing(id)?.priceScale ?? 0;
const read = (id: string, text: string) => parseDecimal(text, scaleOf(id)) ?? 0n;
const write = (id: string, at: bigint) => formatDecimal(at, scaleOf(id));
const tickOf = (id: string) => read(id, market.profile(id).tickSize);
const lastOf = (id: string) => lasts.get(id) ?? 0n;
const onTick = (id: string, at: bigint) => at - (at % tickOf(id));
/** A price so many hundredths of a percent from the last. */
const away = (id: string, bps: bigint) => onTick(id, (lastOf(id) * (10_000n + bps)) / 10_000n);

/** Faults put into an order that is otherwise right. */
interface Fault {
  readonly by?: Customer;
  readonly clientId?: string;
  readonly instrumentId?: string;
  readonly validity?: 'ioc';
  readonly isOffTick?: true;
  readonly isSplit?: true;
  readonly quantity?: bigint;
  readonly isAboveBand?: true;
  readonly disclosedQuantity?: string;
  readonly isTriggerBelow?: true;
  readonly confirmLarge?: 'true';
}

/** A stop to buy, with everything that a limit order has and a trigger besides, and such faults. */
function stopWith(fault: Fault): Promise<TestReply> {
  const { instrumentId = SHARE, by = asha, quantity = 1n } = fault;
  const trigger = away(instrumentId, fault.isTriggerBelow ? -100n : 100n);
  const high = read(instrumentId, market.profile(instrumentId).band?.priceHigh ?? '0');
  const limit = fault.isAboveBand ? high + tickOf(instrumentId) : away(instrumentId, 200n);
  const { validity = 'day', disclosedQuantity, confirmLarge, clientId } = fault;
  return by.stockOnce('buy', {
    instrumentId,
    type: 'stopLimit',
    validity,
    triggerPrice: write(instrumentId, trigger),
    price: write(instrumentId, fault.isOffTick ? limit + 1n : limit),
    quantity: fault.isSplit ? `${quantity}.5` : String(quantity),
    ...(clientId !== undefined && { clientId }),
    ...(disclosedQuantity !== undefined && { disclosedQuantity }),
    ...(confirmLarge !== undefined && { confirmLarge }),
  });
}

const tenthOfDay = BigInt(market.listing(SHARE)?.averageDailyVolume ?? 0n) / 10n;
/** Still less than a lakh of shares. */
const tooDear = (5_00_00_000_00n * 11n) / (lastOf(SHARE) * 10n);
const tooMuch = (10_00_000_00n / lastOf(SHARE)) * 2n;

type Reason = (typeof ORDER_CHECKS)[number] | 'SIGN_IN_NEEDED';

/**
 * `AUTH -> DUPLICATE_CLIENT_ID -> ... -> INSUFFICIENT_FUNDS`,
 * in this order, each as the fault of an otherwise good order.
 */
const CHECKS: readonly (readonly [line: string, reason: Reason, fault: Fault | 'closed' | 'old'])[] = [
  ['AUTH', 'SIGN_IN_NEEDED', { by: new Customer(trader, 'nobody') }],
  ['DUPLICATE_CLIENT_ID, with other content', 'CLIENT_ID_REUSED', { clientId: USED }],
  ['FROZEN', 'ACCOUNT_FROZEN', { by: cold }],
  // An account that may not order has no order of before: its client id is its own.
  ['KYC_REQUIRED', 'KYC_REQUIRED', { by: unknown, clientId: 'unverified' }],
  ['NOT_LISTED', 'INSTRUMENT_NOT_LISTED', { instrumentId: UNLISTED }],
  ['INSTRUMENT_HALTED', 'INSTRUMENT_HALTED', { instrumentId: HALTED }],
  ['SESSION_CLOSED', 'SESSION_CLOSED', 'closed'],
  ['TYPE_NOT_ALLOWED', 'TYPE_NOT_ALLOWED', { validity: 'ioc' }],
  ['TICK', 'TICK', { isOffTick: true }],
  ['LOT', 'LOT', { isSplit: true }],
  ['MIN_QTY', 'QUANTITY_MIN', { quantity: 0n }],
  ['MAX_QTY', 'QUANTITY_MAX', { quantity: 1_00_001n }],
  ['MAX_VALUE', 'VALUE_MAX', { quantity: tooDear }],
  ['PRICE_BAND', 'PRICE_BAND', { isAboveBand: true }],
  ['Disclosed qty', 'QUANTITY_SHOWN', { disclosedQuantity: '0' }],
  ['TRIGGER_SIDE', 'TRIGGER_SIDE', { isTriggerBelow: true }],
  ['STALE_PRICE', 'STALE_PRICE', 'old'],
  ['RISK_LIMIT: the confirmation', 'CONFIRM_LARGE_ORDER', { quantity: tenthOfDay + 1n }],
  ['INSUFFICIENT_FUNDS', 'INSUFFICIENT_FUNDS', { quantity: tooMuch }],
];

/** Two faults that one order cannot have: both say who orders, what, or how much. */
function meet(one: Fault, other: Fault): boolean {
  return !Object.keys(one).some((name) => Object.hasOwn(other, name));
}

async function assertFirst(wins: Reason, loses: Reason, fault: Fault): Promise<void> {
  const reply = await stopWith(fault);
  assert.equal(reply.reason, wins, `${wins} comes before ${loses}: ${JSON.stringify(reply.body)}`);
}

/** Pairs of faults of the table that one order can have: the refusal names the first of the two. */
async function assertPairs(condition: 'closed' | 'old' | undefined): Promise<number> {
  let pairs = 0;
  for (const [place, [, reason, fault]] of CHECKS.entries()) {
    if (typeof fault === 'string' && fault !== condition) continue;
    for (const [, later, other] of CHECKS.slice(place + 1)) {
      const isOfThis = fault === condition || other === condition || condition === undefined;
      if (!isOfThis || (typeof other === 'string' && other !== condition)) continue;
      const one = typeof fault === 'string' ? {} : fault;
      const two = typeof other === 'string' ? {} : other;
      if (!meet(one, two)) continue;
      // A real session has ended by the evening.
      if (condition === 'closed' && [one.by, two.by].includes(unknown)) continue;
      pairs += 1;
      await assertFirst(reason, later, { ...one, ...two });
    }
  }
  return pairs;
}

test('the table has the pre-trade checks in their order of precedence', () => {
  const order: readonly string[] = ORDER_CHECKS;
  const places = CHECKS.map(([, reason]) => order.indexOf(reason));
  assert.deepEqual(
    places,
    [...places].sort((one, other) => one - other),
  );
  // Orders ask for no transaction password: calls that move money out do, by their step-up.
  for (const { stepUp } of [OPERATIONS.stockBuy, OPERATIONS.stockSell, OPERATIONS.coinOrderAdd])
    assert.equal(stepUp, undefined);
  // Own limits are a line of a module that is not there: its code comes with it, and with a row here.
  assert.equal(Object.hasOwn(REFUSALS, 'RISK_LIMIT'), false);
});

test('each fault by itself is said, and an order without one is taken', async () => {
  const taken = placed(await stopWith({}));
  assert.deepEqual([taken.order['state'], taken.order['waitsFor']], ['new', 'trigger']);
  for (const [line, reason, fault] of CHECKS) {
    if (typeof fault === 'string') continue;
    assert.equal((await stopWith(fault)).reason, reason, line);
  }
});

test('of two faults the one that is earlier in that order is said, whichever side of the engine’s side finds it', async () => {
  assert.ok((await assertPairs(undefined)) > 70);
});

test('DUPLICATE_CLIENT_ID replays the first answer, whatever has changed since', async () => {
  const fields = { instrumentId: CHEAP, clientId: 'once-and-again', quantity: '7' };
  const first = placed(await asha.stock('buy', fields));
  await give(CHEAP, 'halted');
  const again = placed(await asha.stock('buy', fields));
  assert.deepEqual([again.duplicate, again.order], [true, first.order]);
  await give(CHEAP, 'listed');
});

test('MIN_VALUE comes after the quantity and before the band; TP_SL_SIDE after the tick and before the funds', async () => {
  const low = read(CHEAP, market.profile(CHEAP).band?.priceLow ?? '0');
  const limit = (price: bigint, quantity: string) =>
    asha.stock('buy', {
      instrumentId: CHEAP,
      type: 'limit',
      validity: 'day',
      price: write(CHEAP, price),
      quantity,
    });
  assert.equal((await limit(low, '1')).reason, 'VALUE_MIN');
  assert.equal((await limit(low, '0')).reason, 'QUANTITY_MIN');
  assert.equal((await limit(low - tickOf(CHEAP), '1')).reason, 'VALUE_MIN');
  const wrongSide = {
    type: 'takeProfitMarket',
    validity: 'gtc',
    triggerPrice: write(COIN, away(COIN, -100n)),
  };
  assert.equal((await asha.coin('sell', wrongSide)).reason, 'TP_SL_SIDE');
  assert.equal((await asha.coin('sell', { ...wrongSide, quantity: '9' })).reason, 'TP_SL_SIDE');
  const off = write(COIN, away(COIN, -100n) + 1n).concat('5');
  assert.equal((await asha.coin('sell', { ...wrongSide, triggerPrice: off })).reason, 'TICK');
});

/** The fields that each type of an order names besides its quantity. */
function namedBy(type: string, id: string, validity: string): Fields {
  const isProfit = type.startsWith('takeProfit');
  const level = away(id, isProfit ? -100n : 100n);
  const isPriced = ['limit', 'stopLimit', 'takeProfitLimit'].includes(type);
  // An order that only makes, or waits for its price, stands below the book.
  const limit = type === 'limit' ? away(id, -150n) : level;
  return {
    type,
    validity,
    ...(isPriced && { price: write(id, limit) }),
    ...((isProfit || type.startsWith('stop')) && { triggerPrice: write(id, level) }),
    ...(type === 'trailingStop' && { trailPercent: '1' }),
    ...(validity === 'ttl' && { ttlMinutes: '5' }),
    ...(validity === 'gtd' && { expiresAtMs: String(trader.nowMs() + 86_400_000) }),
  };
}

/** Lives of each type; one that is not here is refused by its type. */
const LIVES: Readonly<Record<'stock' | 'spot', Readonly<Record<string, readonly string[]>>>> = {
  stock: {
    market: ['day', 'ioc'],
    limit: ['day', 'ioc', 'ttl'],
    stopLimit: ['day', 'ttl'],
    stopMarket: ['day', 'ttl'],
  },
  spot: {
    market: ['gtc', 'ioc', 'fok'],
    limit: ['gtc', 'gtd', 'ioc', 'fok', 'postOnly'],
    stopLimit: ['gtc', 'gtd'],
    stopMarket: ['gtc', 'gtd'],
    takeProfitLimit: ['gtc', 'gtd'],
    takeProfitMarket: ['gtc', 'gtd'],
    trailingStop: ['gtc', 'gtd'],
  },
};

test('types per venue and their lifetimes: each that the rules have is taken, every other refused by its type', async () => {
  for (const type of stockOrderTypes) {
    for (const validity of stockValidities) {
      const { reason } = await asha.stock('buy', { instrumentId: SHARE, ...namedBy(type, SHARE, validity) });
      const due = LIVES.stock[type]?.includes(validity) ? undefined : 'TYPE_NOT_ALLOWED';
      assert.equal(reason, due, `${type} ${validity} of a share`);
    }
  }
  for (const type of orderTypes) {
    for (const validity of spotValidities) {
      const reply = await asha.coin('buy', { ...namedBy(type, COIN, validity), quantity: '0.001' });
      const due = LIVES.spot[type]?.includes(validity) ? undefined : 'TYPE_NOT_ALLOWED';
      assert.equal(reply.reason, due, `${type} ${validity} of a coin: ${JSON.stringify(reply.body)}`);
    }
  }
});

test('products CNC and MIS, MTF not before there is a lender; MIS not where shares are delivered trade to trade', async () => {
  const buy = (instrumentId: string, product: string) => asha.stock('buy', { instrumentId, product });
  assert.equal(placed(await buy(SHARE, 'CNC')).order['product'], 'CNC');
  assert.equal(placed(await buy(SHARE, 'MIS')).order['product'], 'MIS');
  assert.equal((await buy(SHARE, 'MTF')).reason, 'INVALID_INPUT');
  assert.equal((await buy(SLOW, 'MIS')).reason, 'TYPE_NOT_ALLOWED');
  const offTick = { type: 'limit', validity: 'day', price: write(SLOW, lastOf(SLOW)).concat('1') };
  const both = await asha.stock('buy', { instrumentId: SLOW, product: 'MIS', ...offTick });
  assert.equal(both.reason, 'TYPE_NOT_ALLOWED', 'the type comes before the tick');
});

const gtt = (fields: Fields) =>
  asha.call('gttAdd', {
    clientId: asha.clientId(),
    instrumentId: SHARE,
    side: 'buy',
    quantity: '1',
    ...fields,
  });
const stop = (id: string, trigger: bigint, limit: bigint) =>
  asha.stock('buy', {
    instrumentId: id,
    type: 'stopLimit',
    validity: 'day',
    triggerPrice: write(id, trigger),
    price: write(id, limit),
  });
const limitOf = (fields: Fields) =>
  asha.stock('buy', {
    instrumentId: SHARE,
    type: 'limit',
    validity: 'day',
    price: write(SHARE, away(SHARE, -150n)),
    ...fields,
  });
const trigger = away(SHARE, 100n);
const tick = tickOf(SHARE);
const reach = onTick(SHARE, trigger + (trigger * 500n) / 10_000n);
const near = (bps: bigint) => write(SHARE, away(SHARE, -bps));
const confirmed = { confirmLarge: 'true' };
const atLimit = 5_00_00_000_00n / away(SHARE, -150n);

/** Each limit of the rules on both of its sides. */
const LIMITS: readonly (readonly [
  line: string,
  ask: () => Promise<TestReply>,
  reason: string | undefined,
])[] = [
  ['client id of 7 characters', () => limitOf({ clientId: 'a'.repeat(7) }), 'INVALID_INPUT'],
  ['client id of 8', () => limitOf({ clientId: 'a'.repeat(8) }), undefined],
  ['client id of 36', () => limitOf({ clientId: '_-'.repeat(18) }), undefined],
  ['client id of 37', () => limitOf({ clientId: 'a'.repeat(37) }), 'INVALID_INPUT'],
  ['client id with another character', () => limitOf({ clientId: 'with a space' }), 'INVALID_INPUT'],
  ['SL buy at the last price', () => stop(SHARE, lastOf(SHARE), trigger), 'TRIGGER_SIDE'],
  ['SL buy, limit at the trigger', () => stop(SHARE, trigger, trigger), undefined],
  ['SL buy, limit below the trigger', () => stop(SHARE, trigger, trigger - tick), 'TRIGGER_LIMIT'],
  ['SL buy, limit within 5 % of the trigger', () => stop(SHARE, trigger, reach), undefined],
  ['SL buy, limit beyond 5 %', () => stop(SHARE, trigger, reach + tick), 'TRIGGER_LIMIT'],
  ['GTT 0.3 % from the last', () => gtt({ triggerPrice: near(30n), price: near(30n) }), undefined],
  ['GTT 0.2 % from the last', () => gtt({ triggerPrice: near(20n), price: near(20n) }), 'TRIGGER_NEAR'],
  ['TTL 0 min', () => limitOf({ validity: 'ttl', ttlMinutes: '0' }), 'EXPIRY'],
  ['TTL 1 min', () => limitOf({ validity: 'ttl', ttlMinutes: '1' }), undefined],
  ['TTL 120 min', () => limitOf({ validity: 'ttl', ttlMinutes: '120' }), undefined],
  ['TTL 121 min', () => limitOf({ validity: 'ttl', ttlMinutes: '121' }), 'EXPIRY'],
  ['GTD 90 days', () => till(90 * 86_400_000), undefined],
  ['GTD a millisecond more', () => till(90 * 86_400_000 + 1), 'EXPIRY'],
  ['quantity 0', () => limitOf({ quantity: '0' }), 'QUANTITY_MIN'],
  ['limit price 0', () => limitOf({ price: '0' }), 'TICK'],
  ['1,00,000 shares', () => cheapOf('100000'), 'INSUFFICIENT_FUNDS'],
  ['1,00,001 shares', () => cheapOf('100001'), 'QUANTITY_MAX'],
  ['Rs 5 crore', () => limitOf({ quantity: String(atLimit), ...confirmed }), 'INSUFFICIENT_FUNDS'],
  ['more than Rs 5 crore', () => limitOf({ quantity: String(atLimit + 1n), ...confirmed }), 'VALUE_MAX'],
  ['10 % of the average day', () => limitOf({ quantity: String(tenthOfDay) }), 'INSUFFICIENT_FUNDS'],
  [
    'more, with its confirmation',
    () => limitOf({ quantity: String(tenthOfDay + 1n), ...confirmed }),
    'INSUFFICIENT_FUNDS',
  ],
  ['disclosed 10 %', () => limitOf({ quantity: '20', disclosedQuantity: '2' }), undefined],
  ['disclosed less', () => limitOf({ quantity: '21', disclosedQuantity: '2' }), 'QUANTITY_SHOWN'],
];

const till = (ms: number) =>
  asha.coin('buy', {
    ...namedBy('limit', COIN, 'gtd'),
    expiresAtMs: String(trader.nowMs() + ms),
    quantity: '0.001',
  });
const cheapOf = (quantity: string) =>
  asha.stock('buy', {
    instrumentId: CHEAP,
    type: 'limit',
    validity: 'day',
    price: write(CHEAP, lastOf(CHEAP)),
    quantity,
    ...confirmed,
  });

for (const [line, ask, reason] of LIMITS)
  test(`${line}: ${reason ?? 'taken'}`, async () => {
    const reply = await ask();
    assert.equal(reply.reason, reason, JSON.stringify(reply.body));
  });

test('a market order is one at its protection that never rests; a GTT lives 365 days, places a limit and blocks nothing before', async () => {
  const market = placed(await asha.stock('buy', { instrumentId: SHARE, validity: 'day' })).order;
  assert.equal(market['validity'], 'ioc');
  const leg = away(SHARE, -200n);
  const [otherTriggerPrice, otherPrice] = [away(SHARE, 200n), away(SHARE, 210n)].map((at) =>
    write(SHARE, at),
  );
  const one = placed(await gtt({ triggerPrice: write(SHARE, leg), price: write(SHARE, leg) })).order;
  assert.deepEqual([one['type'], one['expiresAtMs']], ['limit', trader.nowMs() + 365 * 86_400_000]);
  assert.equal(units(one, 'held'), 0n);
  const both = { triggerPrice: write(SHARE, leg), price: write(SHARE, leg), otherTriggerPrice, otherPrice };
  const two = placed(
    await gtt({ ...both, otherTriggerPrice: otherTriggerPrice ?? '', otherPrice: otherPrice ?? '' }),
  );
  assert.equal(units(two.order, 'held'), 0n);
  assert.equal(textOf(two.order, 'priceLimit'), write(SHARE, leg));
});

test('the other lines have a test of their own', () => {
  const root = new URL('../../../../../../', import.meta.url);
  for (const [line, file, title] of SHOWN_ELSEWHERE)
    assert.ok(
      readFileSync(new URL(file.replace(/^core/, 'packages/core/src'), root), 'utf8').includes(title),
      `${line}: ${file} has no "${title}"`,
    );
});

test('STALE_PRICE, ten seconds later: after what is wrong with the order, before the confirmation and the funds', async () => {
  trader.advance(11_000);
  assert.equal((await stopWith({})).reason, 'STALE_PRICE');
  assert.ok((await assertPairs('old')) >= 12);
});

test('SESSION_CLOSED, in the evening: after who orders and what, before what the order says', async () => {
  trader.standAt(atMinute(20 * 60));
  const { session } = venue.rules.findLast((rules) => rules.session?.venue === 'NSE_SIM') ?? {};
  assert.ok(session);
  const phases = { auction: 'closed', average: 'closed' } as const;
  await engine.submit({ type: 'rules.set', session: { ...session, state: 'closed', phases } });
  assert.equal((await stopWith({})).reason, 'SESSION_CLOSED');
  assert.ok((await assertPairs('closed')) >= 14);
});
