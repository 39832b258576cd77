import type { Command, QuoteLevel } from '#command.ts';
import { anyInstrument, middleOf, priceNear, quantityFor, stepOf, type Traffic } from '#simulation/draws.ts';
import type { Random } from '#simulation/random.ts';
import { type Lane, price } from '#values/index.ts';

/* What the house does in its books: it quotes around the middle, and its crowd takes. */

export function houseQuote(traffic: Traffic): Command {
  const { random } = traffic;
  const instrument = anyInstrument(traffic);
  const center = middleOf(instrument) + BigInt(random.below(9) - 4) * stepOf(instrument);
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

export function houseTake(traffic: Traffic): Command {
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

function laneOf(random: Random): Lane {
  return random.once(5) ? 'real' : 'demo';
}
