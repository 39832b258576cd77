import { hexOf, textBytes } from '#hash/bytes.ts';
import { sha256 } from '#hash/sha256.ts';
import type { Command } from '#model/command.ts';
import type { Instrument, SessionPhase } from '#model/instrument.ts';
import type { MarkPrice } from '#model/mark-price.ts';
import { marketKeyCommitment } from '#model/market-key.ts';
import { commitmentOf } from '#model/session-end.ts';
import { usualOffer } from '#products/offers.ts';
import { anyInstrument, middleOf, priceNear, stepOf, type Traffic } from '#simulation/traffic/draws.ts';
import { marketMakerTake } from '#simulation/traffic/market-maker-traffic.ts';
import { order } from '#simulation/traffic/order-traffic.ts';
import {
  INSTRUMENTS,
  SPOT_CHARGES,
  SPOT_CHARGES_LATER,
  START,
  STOCK_CHARGES,
  STOCK_CHARGES_LATER,
  sessionOfDay,
} from '#simulation/world.ts';
import { DAY_MS, instantMs, instrumentId, MINUTE_MS, price } from '#values/index.ts';

/*
 * Changes that hold for everybody: the day and its phases, the
 * secret of its auctions, charges, the terms of an instrument.
 */

export function newDay(traffic: Traffic): Command {
  const { random } = traffic;
  if (random.once(4)) return random.once(2) ? endSeed(traffic) : marketKey(traffic);
  if (random.once(2)) return phaseChange(traffic);
  if (random.once(3))
    return { type: 'rules.set', session: sessionOfDay(traffic.day, random.once(6) ? 'closed' : 'open') };
  traffic.atMs = instantMs(traffic.atMs + DAY_MS);
  // The news of the day may be late: what comes before it is of the new day all the same.
  if (random.once(4)) return random.once(2) ? marketMakerTake(traffic) : order(traffic);
  traffic.day = Math.floor((traffic.atMs - START) / DAY_MS);
  return { type: 'rules.set', session: sessionOfDay(traffic.day) };
}

/** Hash, mix or secret of a day's seed, sometimes wrong or too early; every other day has rule 1. */
function endSeed({ random, day }: Traffic): Command {
  const ofDay = day + random.below(2);
  const tradingDay = `day-${ofDay}`;
  const hashOf = (name: string): string => hexOf(sha256(textBytes(name)));
  const commitment = commitmentOf({ tradingDay, seed: hashOf(tradingDay) });
  const bound = { tradingDay, commitment, ...(ofDay % 2 === 0 && { rule: 2 as const }) };
  if (random.once(3)) return { type: 'rules.set', endSeed: bound };
  const root = hashOf(random.once(6) ? 'another' : `root of ${tradingDay}`);
  const mixed = { ...bound, ...('rule' in bound && { mix: { sequence: ofDay, root } }) };
  if (random.once(2)) return { type: 'rules.set', endSeed: mixed };
  return { type: 'rules.set', endSeed: { ...mixed, seed: hashOf(random.once(4) ? 'another' : tradingDay) } };
}

/** The same of the key from which a day's prices come. */
function marketKey({ random, day: of }: Traffic): Command {
  const day = `day-${of + random.below(2)}`;
  const key = (name: string): string => hexOf(sha256(textBytes(name))).slice(0, 32);
  const commitment = marketKeyCommitment({ day, key: key(day) });
  if (random.once(2)) return { type: 'rules.set', marketKey: { day, commitment } };
  const told = key(random.once(4) ? 'another' : day);
  return { type: 'rules.set', marketKey: { day, commitment, key: told } };
}

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

/** Another phase of the day, in any order: an auction may end in whatever comes next. */
function phaseChange({ random, day }: Traffic): Command {
  const phases = { auction: random.pick(PHASES), average: random.pick(PHASES) };
  return { type: 'rules.set', session: { ...sessionOfDay(day), phases } };
}

/** Other charges hold from now on; what rests was placed under those before. */
export function newCharges({ random, atMs }: Traffic): Command {
  const effectiveFromMs = atMs;
  const stockCharges = random.once(2) ? STOCK_CHARGES : STOCK_CHARGES_LATER;
  const spotCharges = random.once(2) ? SPOT_CHARGES : SPOT_CHARGES_LATER;
  return {
    type: 'rules.set',
    stockCharges: { ...stockCharges, effectiveFromMs },
    spotCharges: { ...spotCharges, effectiveFromMs },
  };
}

/**
 * Marks of some instruments: sometimes late or twice, and
 * now and then of the future, of nothing or of nobody.
 */
export function newMarks(traffic: Traffic): Command {
  const { random } = traffic;
  const count = random.once(20) ? random.below(6) : 1 + random.below(INSTRUMENTS.length);
  const isDoubtful = random.once(10);
  const marks = Array.from({ length: count }, (_, nth): MarkPrice => {
    const { id } = isDoubtful ? anyInstrument(traffic) : (INSTRUMENTS[nth] ?? anyInstrument(traffic));
    const instrument = anyInstrument(traffic);
    return {
      instrumentId: random.once(60) ? instrumentId('NSE_SIM:NOBODY') : id,
      priceMark: random.once(60) ? price(0n) : priceNear(traffic, traffic.listed.get(id) ?? instrument),
      ...(random.once(2) && { priceIndex: price(middleOf(instrument)) }),
      atMs: instantMs(
        traffic.atMs + (random.once(40) ? 1 : -random.below(random.once(3) ? DAY_MS : MINUTE_MS)),
      ),
    };
  });
  // The clock of who brings them may have been set back since the last time.
  const clockAtMs = instantMs(Math.max(0, ...marks.map(({ atMs }) => atMs)));
  return { type: 'prices.mark', marks, ...(isDoubtful && { clockAtMs }) };
}

const OWN_PHASES = ['reopeningAuction', 'listingAuction', 'auctionMatch'] as const;

/** A new band, tick or state of an instrument. */
export function relist(traffic: Traffic): Command {
  const { random } = traffic;
  const known = anyInstrument(traffic);
  const around = middleOf(known);
  const reach = BigInt(2 + random.below(8)) * stepOf(known);
  const band = { priceLow: price(around - reach), priceHigh: price(around + reach) };
  const isHalted = random.once(10);
  const staysListed = known.status !== 'listed' || !random.once(10);
  const status = !staysListed ? 'unlisted' : isHalted ? 'halted' : 'listed';
  const tickSize = price(
    known.tickSize === 5n || known.tickSize === 10n ? 15n - known.tickSize : known.tickSize,
  );
  const referencePrice = price(around + BigInt(random.below(5) - 2) * known.tickSize);
  const terms = usualOffer(known).hours === 'venue' ? { band, referencePrice } : {};
  const { ownPhase: _before, ...others } = known;
  const ownPhase =
    usualOffer(known).hours === 'venue' && random.once(3) ? random.pick(OWN_PHASES) : undefined;
  const instrument: Instrument = { ...others, status, ...terms, tickSize, ...(ownPhase && { ownPhase }) };
  traffic.listed.set(instrument.id, instrument);
  return { type: 'instrument.set', instrument };
}
