import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type CheckFailure, checkOrder, type Question, type RequestedConditions } from '#checks/index.ts';
import { phaseOf } from '#checks/phase.ts';
import { toPrice } from '#instruments/grid.ts';
import { bookAt } from '#instruments/instrument-side.ts';
import { lastPriceOf } from '#instruments/last-price.ts';
import { assetBalanceOf } from '#ledger/cells.ts';
import { opposite } from '#matching/plain-book.ts';
import type { OrderPlace } from '#model/commands/order-commands.ts';
import type { Instrument, SessionPhase } from '#model/instrument.ts';
import type { OrderType, Validity } from '#model/order.ts';
import { createRandom, type Random } from '#simulation/random.ts';
import { codeOf, Trader } from '#simulation/trader.ts';
import { ARUNA, BTC_USDT, sessionOfDay } from '#simulation/world.ts';
import { type AccountId, instantMs, price, quantity, sellsWholeRest } from '#values/index.ts';

const ORDERS_OF_A_DAY = 30;
const DAYS = 120;

/** Refusals of the room, with what a ticket knows of a market that is there. */
const MET = [
  'TYPE_NOT_ALLOWED',
  'TICK',
  'LOT',
  'QUANTITY_MIN',
  'QUANTITY_MAX',
  'VALUE_MAX',
  'PRICE_BAND',
  'EXPIRY',
  'QUANTITY_SHOWN',
  'TRAIL',
  'NO_LIQUIDITY',
  'WOULD_TAKE',
  'TP_SL_SIDE',
  'TRIGGER_SIDE',
  'TRIGGER_NEAR',
  'TRIGGER_LIMIT',
] as const;

/** Refusals for what the account has or has open, which another check says. */
const OF_ACCOUNT = ['order', 'INSUFFICIENT_FUNDS', 'INSUFFICIENT_HOLDINGS', 'HOLDINGS_UNSETTLED', 'GTT_MAX'];

test('what a ticket can know is refused alike by the room and by the engine (issue 8 section 4)', () => {
  const met = new Set<string>();
  for (let seed = 1; seed <= DAYS; seed += 1) {
    const random = createRandom(seed);
    const phase = random.once(4) ? 'preOpen' : 'continuous';
    const day = aDay(random, phase);
    for (let nth = 0; nth < ORDERS_OF_A_DAY; nth += 1) compare(day, random, met);
  }
  for (const code of MET) assert.ok(met.has(code), `${code} was never met`);
  assert.ok(met.has('order'), 'some orders were taken');
});

interface Day {
  readonly trader: Trader;
  readonly by: AccountId;
  readonly phase: SessionPhase;
}

function aDay(random: Random, phase: SessionPhase): Day {
  const trader = new Trader();
  const by = trader.open(1);
  if (phase !== 'continuous') {
    const session = { ...sessionOfDay(0), phases: { auction: phase, average: phase } };
    trader.apply({ type: 'rules.set', session });
  }
  const isThin = random.once(5);
  if (!isThin || phase !== 'continuous') {
    trader.quote(ARUNA, { bids: [[49_995n, 1_000n]], asks: [[50_000n, 1_000n]] });
    trader.quote(BTC_USDT, { bids: [[5_999_900n, 10n ** 8n]], asks: [[6_000_000n, 10n ** 8n]] });
    trader.buy(ARUNA, { by, size: 1n, ...(random.once(2) && { product: 'intraday' as const }) });
    trader.buy(BTC_USDT, { by, size: 100_000n });
  }
  return { trader, by, phase };
}

function compare({ trader, by, phase }: Day, random: Random, met: Set<string>): void {
  const instrument = random.pick([ARUNA, BTC_USDT]);
  const command = orderOf(trader, { instrument, by }, random);
  const failure = checkOrder(questionOf(trader, command, instrument));
  const applied = trader.apply(command);
  const text = JSON.stringify({ command, phase, failure }, (_, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  );
  met.add(failure?.code ?? codeOf(applied));
  if (failure === undefined) assert.ok(OF_ACCOUNT.includes(codeOf(applied)), `${codeOf(applied)} ${text}`);
  else assert.deepEqual(applied.outcome, { ok: false, refusal: refusalOf(failure) }, text);
}

function refusalOf({ code, detail }: CheckFailure): Pick<CheckFailure, 'code' | 'detail'> {
  return { code, ...(detail && { detail }) };
}

/** All that a screen has: the instrument, its phase, the best price across and the last one. */
function questionOf({ state, atMs }: Trader, command: OrderPlace, instrument: Instrument): Question {
  const { instrumentSide: side, accountSide } = state;
  const key = { instrumentId: instrument.id, environment: 'demo' } as const;
  const at = bookAt(side, key);
  assert.ok(at);
  const best = at.book.best(opposite(command.side));
  const session = side.facts.sessions.get(instrument.venue);
  const account = accountSide.accounts.get(command.accountId);
  const open = account?.holdings.intraday.get(instrument.id)?.row.quantity ?? 0n;
  const left = [...(account?.orders.values() ?? [])]
    .filter(({ row }) => row.productTerms?.isClosing && row.instrumentId === instrument.id)
    .reduce((sum, { row }) => sum - (row.quantity - row.quantityFilled), open);
  const wallet = instrument === ARUNA ? 'stock' : 'spot';
  const sellable = account
    ? assetBalanceOf(account.holdings, wallet, instrument.baseAsset).available.amount
    : 0n;
  const isClosing =
    command.side === 'sell' &&
    (command.product === 'intraday'
      ? open > 0n && command.quantity <= left
      : sellsWholeRest({ ...command, sellable, lotSize: instrument.lotSize }));
  return {
    order: { ...command, isClosing },
    instrument,
    phase: { name: phaseOf(instrument, session), isNamed: session?.phases !== undefined },
    isAuction: at.auction !== undefined,
    bestOpposite: best === undefined ? undefined : toPrice(at, best),
    priceLast: lastPriceOf(side, key, atMs),
    atMs,
  };
}

const TYPES: readonly [OrderType, ...OrderType[]] = [
  'market',
  'limit',
  'limit',
  'stopLimit',
  'stopMarket',
  'takeProfitLimit',
  'takeProfitMarket',
  'trailingStop',
];
const VALIDITIES: readonly [Validity, ...Validity[]] = [
  'day',
  'gtc',
  'gtc',
  'ioc',
  'fok',
  'postOnly',
  'ttl',
  'gtd',
];

function orderOf(
  trader: Trader,
  { instrument, by }: { instrument: Instrument; by: AccountId },
  random: Random,
): OrderPlace {
  const isShare = instrument === ARUNA;
  const isPlain = random.once(2);
  const isGtt = !isPlain && random.once(4);
  const orderType = isGtt
    ? 'limit'
    : isPlain
      ? random.pick<OrderType>(['market', 'limit'])
      : random.pick(TYPES);
  const usual = isShare ? 'day' : 'gtc';
  const validity = isGtt ? 'gtd' : random.once(3) ? random.pick(VALIDITIES) : usual;
  const isPriced = !['market', 'stopMarket', 'takeProfitMarket', 'trailingStop'].includes(orderType);
  const conditions = conditionsOf({ instrument, orderType, validity, isGtt }, random, trader.atMs);
  const one = isShare ? 1n : 1_000n;
  const sizes: readonly [bigint, ...bigint[]] = [
    one,
    10n * one,
    100n * one,
    999n,
    0n,
    instrument.quantityMax,
  ];
  return trader.command(random.pick(['buy', 'sell']), instrument, {
    by,
    orderType,
    validity,
    size: random.once(20) ? instrument.quantityMax + one : random.pick(sizes),
    ...(isPriced !== random.once(30) && { at: priceNear(instrument, random) }),
    ...(random.once(isShare ? 4 : 20) && { product: 'intraday' as const }),
    ...(Object.keys(conditions).length > 0 && { conditions }),
  });
}

function priceNear(instrument: Instrument, random: Random): bigint {
  const [middle, step] = instrument === ARUNA ? [50_000n, 5n] : [6_000_000n, 1_000n];
  const away = random.once(6) ? random.below(2_400) - 1_200 : random.below(40) - 20;
  const at = middle + BigInt(away) * step;
  return random.once(15) ? at + 1n : at;
}

function conditionsOf(
  of: { instrument: Instrument; orderType: OrderType; validity: Validity; isGtt: boolean },
  random: Random,
  atMs: number,
): RequestedConditions {
  const { instrument, orderType, validity, isGtt } = of;
  const near = () => price(priceNear(instrument, random));
  const needsTrigger = isGtt || !['market', 'limit', 'trailingStop'].includes(orderType);
  const brackets = !isGtt && ['market', 'limit'].includes(orderType) && random.once(6);
  return {
    ...(needsTrigger !== random.once(30) && { priceTrigger: near() }),
    ...(orderType === 'trailingStop' && { trailBps: random.pick([9, 10, 200, 1_000, 1_001]) }),
    ...(validity === 'ttl' && { ttlMinutes: random.pick([0, 15, 120, 121]) }),
    ...(validity === 'gtd' &&
      !isGtt && { expiresAtMs: instantMs(atMs + random.pick([-1, 1, 90, 91]) * 86_400_000) }),
    ...(isGtt && { gtt: true as const }),
    ...(isGtt && random.once(2) && { otherLeg: { priceTrigger: near(), priceLimit: near() } }),
    ...(random.once(8) && { quantityShown: quantity(random.pick([0n, 1n, 100n, 1_000n, 10_000n])) }),
    ...(random.once(30) && { afterMarket: true as const }),
    ...(brackets && {
      bracket: {
        priceTakeProfit: near(),
        ...(random.once(2) ? { priceStop: near() } : { trailBps: random.pick([5, 100]) }),
      },
    }),
  };
}
