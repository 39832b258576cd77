import type { OrderPlace } from '#model/commands/order-commands.ts';
import type { QuoteLevel } from '#model/commands/venue-commands.ts';
import type { Instrument } from '#model/instrument.ts';
import { clientIdOf, middleOf, type SceneCommand, stepOf, type Traffic } from '#simulation/traffic/draws.ts';
import { ARUNA, sessionOfDay } from '#simulation/world.ts';
import { type AccountId, price, quantity, rate } from '#values/index.ts';

/*
 * Several commands in a row that chance seldom brings together: a day with a loss beyond the margin, a night
 * after which the band rises while orders are let go, and orders that meet one and the same quotes.
 */

type Ask = Pick<OrderPlace, 'side'> & Partial<Pick<OrderPlace, 'product' | 'conditions' | 'validity'>>;

/** One percent. */
const MARGIN_RATE = rate(1_000_000n);
/** Shares in a position within the day, as many as one order may be worth. */
const POSITION = 9_000n;
/** Purchases that set aside nearly all that is free, the largest first. */
const DRAINING = [2_000n, 500n, 100n, 20n, 5n, 1n] as const;
/** So far the price falls, in steps: more than a margin of one percent, and within the band of before. */
const FALL_STEPS = 250n;
/** Purchases that are to stay open are further below. */
const FAR_STEPS = 320n;
/** Offers of the night stand so far below the middle, and the band begins between them and it. */
const OFFER_STEPS = [40n, 36n, 32n, 30n] as const;
const BAND_STEPS = 20n;

export function scene(traffic: Traffic): readonly SceneCommand[] {
  return traffic.random.pick([lossBeyondMargin, bandAfterNight, sameDepthTwice])(traffic);
}

/**
 * Positions on a thin margin, all other money set aside for orders, and a price that falls: the loss takes
 * what those orders hold, and of three positions more than there is.
 */
function lossBeyondMargin({ random, customers }: Traffic): readonly SceneCommand[] {
  const by = random.pick(customers.demo);
  const positions = Array.from({ length: random.pick([1, 3]) }, () => POSITION);
  const size = POSITION * BigInt(positions.length);
  const far = at(-FAR_STEPS);
  return [
    opened,
    listed({}),
    quoted({ bids: at(-1n), asks: at(0n), size }),
    ...positions.map((size) => placed(by, { side: 'buy', product: 'intraday' }, { at: at(0n), size })),
    ...DRAINING.map((size) => placed(by, { side: 'buy' }, { at: far, size })),
    quoted({ bids: at(-FALL_STEPS), asks: at(-FALL_STEPS + 1n), size }),
    ...positions.map((size) =>
      placed(by, { side: 'sell', product: 'intraday' }, { at: at(-FALL_STEPS), size }),
    ),
  ];
}

/**
 * Offers outside the new band, let go as the day begins, before buyers whom nobody else's orders would fill.
 */
function bandAfterNight({ customers }: Traffic): readonly SceneCommand[] {
  const conditions = { afterMarket: true } as const;
  const [seller, buyer = seller] = customers.demo;
  const low = at(-BAND_STEPS);
  return [
    opened,
    listed({}),
    withdrawn,
    ended,
    ...Array.from({ length: 3 }, () => step),
    closed,
    ...OFFER_STEPS.map((steps) => placed(seller, { side: 'sell', conditions }, { at: at(-steps), size: 3n })),
    ...OFFER_STEPS.map(() => placed(buyer, { side: 'buy', conditions }, { at: at(0n), size: 3n })),
    opened,
    step,
    listed({ band: { priceLow: low, priceHigh: at(BAND_STEPS) } }),
    step,
    step,
  ];
}

/** Orders that ask for more than the quotes have, and one behind them that takes from just these quotes. */
function sameDepthTwice({ random, customers }: Traffic): readonly SceneCommand[] {
  const by = random.pick(customers.demo);
  const tooMany = placed(by, { side: 'sell', validity: 'ioc' }, { at: at(1n), size: 2n });
  const takes = placed(by, { side: 'sell', validity: 'ioc' }, { at: at(-1n), size: 2n });
  const quotes = quoted({ bids: at(0n), asks: at(9n), size: 90n });
  return [
    opened,
    listed({}),
    step,
    step,
    ...Array.from({ length: 8 }, () => [quotes, tooMany, takes]).flat(),
  ];
}

function at(steps: bigint) {
  return price(middleOf(ARUNA) + steps * stepOf(ARUNA));
}

const opened: SceneCommand = ({ day }) => ({ type: 'rules.set', session: sessionOfDay(day) });
const closed: SceneCommand = ({ day }) => ({ type: 'rules.set', session: sessionOfDay(day, 'closed') });
const ended: SceneCommand = () => ({ type: 'session.end', venue: ARUNA.venue });
const step: SceneCommand = () => ({ type: 'sweep.step' });
const withdrawn: SceneCommand = () => ({
  type: 'marketMaker.quote',
  instrumentId: ARUNA.id,
  environment: 'demo',
  bids: [],
  asks: [],
});

/** Margins are thin from the first scene on: an order keeps the rate under which it was placed. */
function listed(terms: Partial<Pick<Instrument, 'band'>>): SceneCommand {
  return ({ listed: known }) => {
    const instrument = { ...ARUNA, intradayMarginRate: MARGIN_RATE, ...terms };
    known.set(ARUNA.id, instrument);
    return { type: 'instrument.set', instrument };
  };
}

function quoted(quotes: {
  readonly bids: QuoteLevel[0];
  readonly asks: QuoteLevel[0];
  readonly size: bigint;
}): SceneCommand {
  const size = quantity(quotes.size);
  return () => ({
    type: 'marketMaker.quote',
    instrumentId: ARUNA.id,
    environment: 'demo',
    bids: [[quotes.bids, size]],
    asks: [[quotes.asks, size]],
  });
}

function placed(
  accountId: AccountId,
  ask: Ask,
  limit: { readonly at: QuoteLevel[0]; readonly size: bigint },
): SceneCommand {
  return ({ count }) => ({
    type: 'order.place',
    accountId,
    clientId: clientIdOf(count),
    contentHash: `content-${count}`,
    instrumentId: ARUNA.id,
    orderType: 'limit',
    validity: 'day',
    priceLimit: limit.at,
    quantity: quantity(limit.size),
    ...ask,
  });
}
