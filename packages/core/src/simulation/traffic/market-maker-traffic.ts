import type { Command } from '#model/command.ts';
import type { QuoteLevel } from '#model/commands/venue-commands.ts';
import type { Random } from '#simulation/random.ts';
import {
  anyInstrument,
  middleOf,
  priceNear,
  quantityFor,
  stepOf,
  type Traffic,
} from '#simulation/traffic/draws.ts';
import { type Environment, price } from '#values/index.ts';

/* Commands of the market maker in its books: it quotes around the middle, and simulated order flow takes. */

export function marketMakerQuote(traffic: Traffic): Command {
  const { random } = traffic;
  const instrument = anyInstrument(traffic);
  const center = middleOf(instrument) + BigInt(random.below(9) - 4) * stepOf(instrument);
  const levels = (away: 1n | -1n): QuoteLevel[] =>
    Array.from({ length: random.once(8) ? 0 : 1 + random.below(4) }, (_, step) => [
      price(center + away * BigInt(step + 1) * stepOf(instrument)),
      quantityFor(traffic, instrument),
    ]);
  return {
    type: 'marketMaker.quote',
    instrumentId: instrument.id,
    environment: environmentOf(random),
    bids: levels(-1n),
    asks: levels(1n),
  };
}

export function marketMakerTake(traffic: Traffic): Command {
  const { random } = traffic;
  const instrument = anyInstrument(traffic);
  return {
    type: 'marketMaker.take',
    instrumentId: instrument.id,
    environment: environmentOf(random),
    side: random.once(2) ? 'buy' : 'sell',
    priceLimit: priceNear(traffic, instrument),
    quantity: quantityFor(traffic, instrument),
  };
}

function environmentOf(random: Random): Environment {
  return random.once(5) ? 'real' : 'demo';
}
