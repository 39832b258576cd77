import type { BasketLeg, Command, OrderPlace, QuoteLevel } from '#command.ts';
import type { CorporateTerms } from '#corporate-terms.ts';
import { hexOf, textBytes } from '#hash/bytes.ts';
import { sha256 } from '#hash/sha256.ts';
import type { Instrument, SessionPhase } from '#instrument.ts';
import type { Validity } from '#order.ts';
import { commitmentOf } from '#session-end.ts';
import type { Random } from '#simulation/random.ts';
import { type Issue, rightsCommand, rightsTerms } from '#simulation/rights-traffic.ts';
import { handling, type Making, specialShape } from '#simulation/special-traffic.ts';
import {
  ARUNA,
  BHUMI,
  BTC_USDT,
  CUSTOMERS,
  DAY_MS,
  GRANTS,
  INSTRUMENTS,
  REAL_CUSTOMERS,
  SPOT_CHARGES,
  SPOT_CHARGES_LATER,
  START,
  STOCK_CHARGES,
  STOCK_CHARGES_LATER,
  sessionOfDay,
} from '#simulation/world.ts';
import {
  type AccountId,
  amount,
  type ClientId,
  type InstantMs,
  instantMs,
  type Lane,
  type OrderId,
  orderId,
  type Price,
  parseClientId,
  price,
  type Quantity,
  quantity,
} from '#values/index.ts';

/** What the traffic remembers to make sense most of the time. */
export interface Traffic {
  readonly random: Random;
  readonly listed: Map<string, Instrument>;
  /** Where half of the traffic goes, so that a short run meets a busy book. */
  readonly favourite: Instrument;
  day: number;
  atMs: InstantMs;
  count: number;
  /** Orders that were placed, with their accounts: some to cancel. */
  readonly placed: { accountId: AccountId; orderId: OrderId; instrumentId: string }[];
  lastOrder: OrderPlace | undefined;
  /** Rights issues that somebody may apply for, each with one who was entitled. */
  readonly issues: Issue[];
}

export function createTraffic(random: Random, atMs: InstantMs): Traffic {
  const listed = new Map(INSTRUMENTS.map((instrument) => [instrument.id, instrument]));
  return {
    random,
    listed,
    favourite: random.pick(INSTRUMENTS),
    day: 0,
    atMs,
    count: 0,
    placed: [],
    lastOrder: undefined,
    issues: [],
  };
}

/** The next command of customers, market, staff or clock. Some are nonsense. */
export function nextCommand(traffic: Traffic): Command {
  const { random } = traffic;
  traffic.count += 1;
  traffic.atMs = instantMs(traffic.atMs + random.below(60_000));
  const first = CUSTOMERS[traffic.count - 1];
  if (first !== undefined) return { type: 'account.open', accountId: first, lane: 'demo', grants: GRANTS };
  if (traffic.issues.length > 0 && random.once(4))
    return rightsCommand(traffic, { accountId: anyCustomer(random), clientId: clientIdOf(traffic.count) });
  const roll = random.below(100);
  if (roll < 42) {
    traffic.lastOrder = order(traffic);
    return traffic.lastOrder;
  }
  if (roll < 45) return basket(traffic);
  if (roll < 60) return houseQuote(traffic);
  if (roll < 70) return houseTake(traffic);
  if (roll < 75) return cancel(traffic);
  if (roll < 80) return handle(traffic);
  if (roll < 83 && traffic.lastOrder) return traffic.lastOrder;
  if (roll < 84)
    return {
      type: 'intraday.close',
      accountId: anyCustomer(random),
      instrumentId: anyInstrument(traffic).id,
    };
  if (roll < 87) return corporateAct(traffic);
  if (roll < 88) return { type: 'lots.settle', accountId: anyCustomer(random) };
  if (roll < 90) return { type: 'session.end', venue: random.once(2) ? 'NSE_SIM' : 'COIN_SIM' };
  if (roll < 94) return newDay(traffic);
  if (roll < 96) return random.once(2) ? reset(traffic) : newCharges(traffic);
  if (roll < 98) return relist(traffic);
  if (roll < 99) return { type: 'prices.keep' };
  return {
    type: 'account.set',
    accountId: anyCustomer(random),
    ...(random.once(2) && { status: random.once(5) ? 'frozen' : 'active' }),
    ...(random.once(2) && { spotFeeTier: random.below(2) }),
  };
}

function anyCustomer(random: Random): AccountId {
  return random.once(5) ? random.pick(REAL_CUSTOMERS) : random.pick(CUSTOMERS);
}

function anyInstrument({ random, listed, favourite }: Traffic): Instrument {
  const instrument = random.once(3) ? random.pick(INSTRUMENTS) : favourite;
  return listed.get(instrument.id) ?? instrument;
}

/** A middle price around which a small book grows: every price of the world meets some other. */
function middle(instrument: Instrument): bigint {
  const around = {
    'NSE_SIM:ARUNA': 50_000n,
    'NSE_SIM:BHUMI': 100n,
    'COIN_SIM:BTC-USDT': 6_000_000n,
    'COIN_SIM:BTC-INR': 700_000_007n,
  };
  const of = Object.entries(around).find(([id]) => id === instrument.id)?.[1] ?? 100n;
  return of - (of % instrument.tickSize);
}

/** A step of the traffic's prices: about a tenth of a percent, so that a trigger may be near the price and a trailing stop behind it. */
function stepOf(instrument: Instrument): bigint {
  const ticks = {
    'NSE_SIM:ARUNA': 3n,
    'NSE_SIM:BHUMI': 1n,
    'COIN_SIM:BTC-USDT': 600n,
    'COIN_SIM:BTC-INR': 100_000n,
  };
  return instrument.tickSize * (Object.entries(ticks).find(([id]) => id === instrument.id)?.[1] ?? 1n);
}

function priceNear(traffic: Traffic, instrument: Instrument, reach = 6): Price {
  const steps = BigInt(traffic.random.below(2 * reach + 1) - reach);
  const near = middle(instrument) + steps * stepOf(instrument);
  return price(traffic.random.once(40) ? near + 1n : near);
}

function quantityFor({ random }: Traffic, instrument: Instrument): Quantity {
  if (random.once(60)) return quantity(BigInt(random.below(3)) * 7n);
  const lots = {
    'NSE_SIM:ARUNA': 60,
    'NSE_SIM:BHUMI': 2_000,
    'COIN_SIM:BTC-USDT': 9_000,
    'COIN_SIM:BTC-INR': 500_000,
  };
  const most = Object.entries(lots).find(([id]) => id === instrument.id)?.[1] ?? 10;
  return quantity(instrument.lotSize * BigInt(1 + random.below(random.once(12) ? most * 20 : most)));
}

function clientIdOf(count: number): ClientId {
  const clientId = parseClientId(`client-${String(count).padStart(8, '0')}`);
  if (clientId === undefined) throw new Error('Invariant: a simulated client id is well formed');
  return clientId;
}

function order(traffic: Traffic): OrderPlace {
  const { random, count } = traffic;
  const instrument = anyInstrument(traffic);
  const sender = {
    type: 'order.place' as const,
    accountId: anyCustomer(random),
    clientId: clientIdOf(random.once(50) ? count - 1 - random.below(20) : count),
    contentHash: `content-${count}`,
    instrumentId: instrument.id,
    side: random.once(2) ? ('buy' as const) : ('sell' as const),
  };
  if (random.once(4)) {
    const product = random.once(instrument.kind === 'stock' ? 3 : 60)
      ? ({ product: 'intraday' } as const)
      : {};
    return { ...sender, ...specialShape(makingOf(traffic, instrument)), ...product };
  }
  const { lastOrder } = traffic;
  if (lastOrder?.side === 'buy' && lastOrder.instrumentId.startsWith('NSE_SIM') && random.once(10))
    return { ...sender, ...sellBack(lastOrder) };
  return {
    ...sender,
    ...plainShape(traffic, instrument),
    ...(random.once(instrument.kind === 'stock' ? 2 : 60) && { product: 'intraday' }),
  };
}

/** A market or limit order of some life. */
function plainShape(
  traffic: Traffic,
  instrument: Instrument,
): Pick<BasketLeg, 'orderType' | 'validity' | 'priceLimit' | 'quantity'> {
  const { random } = traffic;
  const isMarket = random.once(4);
  const validities: readonly [Validity, ...Validity[]] =
    instrument.kind === 'stock' ? ['day', 'day', 'ioc'] : ['gtc', 'gtc', 'ioc', 'postOnly'];
  return {
    orderType: isMarket ? 'market' : 'limit',
    validity: random.once(50) ? 'postOnly' : random.pick(validities),
    ...(!isMarket && { priceLimit: priceNear(traffic, instrument) }),
    quantity: quantityFor(traffic, instrument),
  };
}

/** Several orders at once, now and then more than there is money for, or some of one book that meet what those before have left. */
function basket(traffic: Traffic): Command {
  const { random, count } = traffic;
  const only = random.once(2) ? anyInstrument(traffic) : undefined;
  const legs = Array.from({ length: 1 + random.below(4) }, (): BasketLeg => {
    const instrument = only ?? anyInstrument(traffic);
    const side = random.once(2) ? 'buy' : 'sell';
    const shape = plainShape(traffic, instrument);
    // A leg that must not take is refused: seldom, so that most baskets are judged by more than that.
    const validity = shape.validity === 'postOnly' && !random.once(20) ? 'gtc' : shape.validity;
    return { instrumentId: instrument.id, side, ...shape, validity };
  });
  const clientId = clientIdOf(random.once(50) ? count - 1 - random.below(20) : count);
  return {
    type: 'order.basket',
    accountId: anyCustomer(random),
    clientId,
    contentHash: `content-${count}`,
    legs,
  };
}

/** One share more than a demo account began with: what was just bought is not settled. */
function sellBack({ accountId, instrumentId }: OrderPlace) {
  const granted = GRANTS.shares.find((one) => one.instrumentId === instrumentId)?.quantity ?? 0n;
  const terms = { orderType: 'market', validity: 'day', side: 'sell' } as const;
  return { accountId, instrumentId, quantity: quantity(granted + 1n), ...terms };
}

function laneOf(random: Random): Lane {
  return random.once(5) ? 'real' : 'demo';
}

function houseQuote(traffic: Traffic): Command {
  const { random } = traffic;
  const instrument = anyInstrument(traffic);
  const center = middle(instrument) + BigInt(random.below(9) - 4) * stepOf(instrument);
  const levels = (away: 1n | -1n): QuoteLevel[] =>
    Array.from({ length: random.once(8) ? 0 : 1 + random.below(4) }, (_, step) => [
      price(center + away * BigInt(step + 1) * stepOf(instrument)),
      quantityFor(traffic, instrument),
    ]);
  return {
    type: 'house.quote',
    instrumentId: instrument.id,
    lane: laneOf(random),
    bids: levels(-1n),
    asks: levels(1n),
  };
}

function houseTake(traffic: Traffic): Command {
  const { random } = traffic;
  const instrument = anyInstrument(traffic);
  return {
    type: 'house.take',
    instrumentId: instrument.id,
    lane: laneOf(random),
    side: random.once(2) ? 'buy' : 'sell',
    priceLimit: priceNear(traffic, instrument),
    quantity: quantityFor(traffic, instrument),
  };
}

function cancel({ random, placed }: Traffic): Command {
  const one = placed[random.below(Math.max(1, placed.length))];
  const accountId = one && !random.once(10) ? one.accountId : anyCustomer(random);
  return { type: 'order.cancel', accountId, orderId: one?.orderId ?? orderId(1) };
}

function makingOf(traffic: Traffic, instrument: Instrument): Making {
  return {
    random: traffic.random,
    instrument,
    atMs: traffic.atMs,
    priceNear: (reach) => priceNear(traffic, instrument, reach),
    quantityFor: () => quantityFor(traffic, instrument),
  };
}

/** A change of an order that was placed, of its own instrument when it was the last; or an end of several. */
function handle(traffic: Traffic): Command {
  const { random, placed, count } = traffic;
  const one = random.once(2) ? placed.at(-1) : placed[random.below(Math.max(1, placed.length))];
  const accountId = one && !random.once(15) ? one.accountId : anyCustomer(random);
  const instrument = traffic.listed.get(one?.instrumentId ?? '') ?? anyInstrument(traffic);
  return handling(makingOf(traffic, instrument), {
    accountId,
    orderId: one?.orderId ?? orderId(1),
    clientId: clientIdOf(count),
  });
}

function newDay(traffic: Traffic): Command {
  const { random } = traffic;
  if (random.once(4)) return endSeed(traffic);
  if (random.once(2)) return phaseChange(traffic);
  if (random.once(3))
    return { type: 'rules.set', session: sessionOfDay(traffic.day, random.once(6) ? 'closed' : 'open') };
  traffic.atMs = instantMs(traffic.atMs + DAY_MS);
  // The news of the day may be late: what comes before it is of the new day all the same.
  if (random.once(4)) return random.once(2) ? houseTake(traffic) : order(traffic);
  traffic.day = Math.floor((traffic.atMs - START) / DAY_MS);
  return { type: 'rules.set', session: sessionOfDay(traffic.day) };
}

const OWN_PHASES = ['reopeningAuction', 'listingAuction', 'auctionMatch'] as const;

const PHASES: readonly [SessionPhase, ...SessionPhase[]] = [
  'preOpen',
  'continuous',
  'preOpen',
  'closingAuction',
  'closingLimit',
  'continuous',
  'preOpenMatch',
  'postClose',
  'closingMatch',
  'closed',
];

/** The hash of a day's secret, or the secret: sometimes a wrong one, or too early. */
function endSeed({ random, day }: Traffic): Command {
  const tradingDay = `day-${day + random.below(2)}`;
  const seed = (name: string): string => hexOf(sha256(textBytes(name)));
  const commitment = commitmentOf({ tradingDay, seed: seed(tradingDay) });
  if (random.once(2)) return { type: 'rules.set', endSeed: { tradingDay, commitment } };
  const told = seed(random.once(4) ? 'another' : tradingDay);
  return { type: 'rules.set', endSeed: { tradingDay, commitment, seed: told } };
}

/** Another phase of the day, in any order: an auction may end in whatever comes next. */
function phaseChange({ random, day }: Traffic): Command {
  const phases = { auction: random.pick(PHASES), average: random.pick(PHASES) };
  return { type: 'rules.set', session: { ...sessionOfDay(day), phases } };
}

function reset(traffic: Traffic): Command {
  const accountId = anyCustomer(traffic.random);
  const clientId = clientIdOf(traffic.count);
  return { type: 'account.reset', accountId, clientId, contentHash: 'reset', grants: GRANTS };
}

/** Other charges hold from now on; what rests was placed under those before. */
function newCharges({ random, atMs }: Traffic): Command {
  const effectiveFromMs = atMs;
  const stockCharges = random.once(2) ? STOCK_CHARGES : STOCK_CHARGES_LATER;
  const spotCharges = random.once(2) ? SPOT_CHARGES : SPOT_CHARGES_LATER;
  return {
    type: 'rules.set',
    stockCharges: { ...stockCharges, effectiveFromMs },
    spotCharges: { ...spotCharges, effectiveFromMs },
  };
}

/** A company acts, on one holder at a time. */
function corporateAct(traffic: Traffic): Command {
  const { random, count } = traffic;
  const terms = termsOf(traffic);
  const somebody = { accountId: anyCustomer(random), instrumentId: random.once(2) ? ARUNA.id : BHUMI.id };
  // Mostly where somebody has just ordered, so that orders are met; rights mostly for who holds.
  const isHolder = terms.kind === 'rights' ? !random.once(4) : random.once(4);
  const { accountId, instrumentId: id } = (!isHolder && traffic.lastOrder) || somebody;
  const clientId = clientIdOf(count);
  if (terms.kind === 'rights')
    traffic.issues.push({ accountId, issueId: clientId, closesAtMs: terms.closesAtMs });
  return {
    type: 'corporate.act',
    accountId,
    clientId,
    contentHash: `action-${count}`,
    instrumentId: random.once(20) ? BTC_USDT.id : id,
    terms,
  };
}

/** A split, a bonus, a dividend or a rights issue. */
function termsOf({ random, atMs }: Traffic): CorporateTerms {
  // Eleven of ten leaves prices within the band, so that orders go on in the new share.
  const sharesBefore = quantity(random.once(2) ? 10n : BigInt(1 + random.below(3)));
  const sharesAfter = quantity(sharesBefore + BigInt(random.below(3)));
  const kind = random.pick(['split', 'bonus', 'dividend', 'rights', 'rights'] as const);
  if (kind === 'dividend') return { kind, amountPerShare: amount(BigInt(random.below(500))) };
  if (kind === 'rights') return rightsTerms(random, atMs);
  return { kind, sharesBefore, sharesAfter, fractionPrice: price(101n) };
}

/** A new band, tick or state of an instrument. */
function relist(traffic: Traffic): Command {
  const { random } = traffic;
  const known = anyInstrument(traffic);
  const around = middle(known);
  const reach = BigInt(2 + random.below(8)) * stepOf(known);
  const band = { priceLow: price(around - reach), priceHigh: price(around + reach) };
  const isHalted = random.once(10);
  const staysListed = known.status !== 'listed' || !random.once(10);
  const status = !staysListed ? 'unlisted' : isHalted ? 'halted' : 'listed';
  const tickSize = price(
    known.tickSize === 5n || known.tickSize === 10n ? 15n - known.tickSize : known.tickSize,
  );
  const referencePrice = price(around + BigInt(random.below(5) - 2) * known.tickSize);
  const terms = known.kind === 'stock' ? { band, referencePrice } : {};
  const { ownPhase: _before, ...others } = known;
  const ownPhase = known.kind === 'stock' && random.once(3) ? random.pick(OWN_PHASES) : undefined;
  const instrument: Instrument = { ...others, status, ...terms, tickSize, ...(ownPhase && { ownPhase }) };
  traffic.listed.set(instrument.id, instrument);
  return { type: 'instrument.set', instrument };
}
