import { writeText } from '#codec/tagged-json.ts';
import type { InstrumentBook } from '#instruments/instrument-book.ts';
import { NewEnds } from '#instruments/triggers/new-ends.ts';
import { TriggerIndex } from '#instruments/triggers/trigger-index.ts';
import { admitEnd } from '#instruments/triggers/waiting.ts';
import type { MarketMakerDepth } from '#model/command.ts';
import { CORE, type CorePort } from '#simulation/core-port.ts';
import { afterEach, type Planted, withCore } from '#simulation/planted/tools.ts';
import type { CoreState } from '#state.ts';
import { price } from '#values/index.ts';

/**
 * Mistakes with what waits, orders for a price or an auction, the next day and secrets for the end of a day,
 * and with what is written of it.
 */
export const OF_WHAT_WAITS: readonly Planted[] = [
  {
    name: 'trigger-unheard',
    mistake: 'no print sets an order free that waits for it',
    caughtBy: 13,
    core: withTriggers((triggers) => {
      triggers.passedBy = () => undefined;
    }),
  },
  {
    name: 'trigger-early',
    mistake: 'a trigger is reached before the price has come to it',
    caughtBy: 13,
    core: withTriggers((triggers) => {
      const heard = TriggerIndex.prototype.passedBy;
      triggers.passedBy = (print) =>
        heard.call(triggers, price(print + print / 200n)) ?? heard.call(triggers, print);
    }),
  },
  {
    name: 'end-hears-before-its-fill',
    mistake: 'the end of a bracket hears what its taker printed before it was there',
    caughtBy: 13,
    core: withEachBook((at) => {
      at.newEnds.add = (id) => {
        NewEnds.prototype.add.call(at.newEnds, id);
        admitEnd(at, id);
      };
    }),
  },
  {
    name: 'last-price-lost',
    mistake: 'the last price by which an order was judged is not written with it',
    caughtBy: 8,
    core: withDepth((depths) => depths.map(({ priceLast: _lost, ...depth }) => depth)),
  },
  {
    name: 'kept-price-forgotten',
    mistake: 'a restart does not read what was paid last',
    caughtBy: 8,
    core: withCore({
      load: (tables, lastSequence) => CORE.load({ ...tables, lastPrices: new Map() }, lastSequence),
    }),
  },
  {
    name: 'order-lost-on-restart',
    mistake: 'a restart leaves the first open order out of its book',
    caughtBy: 12,
    core: withCore({
      load: (tables, lastSequence) => {
        const state = CORE.load(tables, lastSequence);
        if (lastSequence === 0) return state;
        for (const books of state.instrumentSide.books.values()) {
          for (const at of [books.real, books.demo]) {
            const [first] = at.book.entries('buy');
            if (first) at.book.remove(first.id);
          }
        }
        return state;
      },
    }),
  },
  {
    name: 'depth-not-written',
    mistake: 'the journal does not say which quotes of the market maker an order met',
    caughtBy: 8,
    core: withDepth(() => []),
  },
  {
    name: 'depth-not-repeated',
    mistake: 'a depth is not written again while it is the same',
    caughtBy: 8,
    core: withoutRepeatedDepth(),
  },
  {
    name: 'quoted-price-not-kept',
    mistake: 'the prices that are written down are not written with their command',
    caughtBy: 8,
    core: afterEach((_state, applied, { command }) =>
      command.type === 'prices.keep' ? { ...applied, marketMakerDepth: [] } : applied,
    ),
  },
  {
    name: 'record-short',
    mistake: 'an auction writes down less than it had',
    caughtBy: 16,
    core: afterEach((_state, applied) => {
      const auctions = applied.changes.auctions.map((record) => ({
        ...record,
        lines: record.lines.replace(/^[^;]*;/, ''),
      }));
      return { ...applied, changes: { ...applied.changes, auctions } };
    }),
  },
  {
    name: 'next-day-unheard',
    mistake: 'what is traded before the news of a day settles by the day before',
    caughtBy: 4,
    core: withCore({
      apply: (state, sequenced) => {
        for (const [venue, { nextDay: _unheard, ...today }] of state.accountSide.facts.sessions)
          state.accountSide.facts.sessions.set(venue, today);
        return CORE.apply(state, sequenced);
      },
    }),
  },
  {
    name: 'seed-replaced',
    mistake: 'a seed is taken that does not fit what was published',
    caughtBy: 15,
    core: afterEach((state, applied, { command }) => {
      if (command.type !== 'rules.set' || !command.endSeed || applied.outcome.ok) return applied;
      const { endSeeds } = state.instrumentSide.facts;
      endSeeds.set(command.endSeed.tradingDay, command.endSeed);
      return applied;
    }),
  },
];

function withTriggers(spoil: (triggers: TriggerIndex) => void): CorePort {
  return withEachBook(({ triggers }) => spoil(triggers));
}

function withEachBook(spoil: (at: InstrumentBook) => void): CorePort {
  const spoilAll = (state: CoreState): void => {
    for (const { real, demo } of state.instrumentSide.books.values())
      for (const at of [real, demo]) spoil(at);
  };
  return withCore({
    apply: (state, sequenced) => {
      spoilAll(state);
      return CORE.apply(state, sequenced);
    },
  });
}

function withDepth(change: (depths: readonly MarketMakerDepth[]) => readonly MarketMakerDepth[]): CorePort {
  return afterEach((_state, applied) => ({ ...applied, marketMakerDepth: change(applied.marketMakerDepth) }));
}

/**
 * A depth is left out where the one written last still stands, which only one who begins in between lacks.
 */
function withoutRepeatedDepth(): CorePort {
  const written = new WeakMap<CoreState, Map<string, string>>();
  return afterEach((state, applied, { command }) => {
    const known = written.getOrInsertComputed(state, () => new Map<string, string>());
    if (!applied.journaled) return applied;
    if (command.type !== 'order.place' && command.type !== 'order.cancel') known.clear();
    const marketMakerDepth = applied.marketMakerDepth.filter((depth) => {
      const key = `${depth.instrumentId} ${depth.environment}`;
      const isRepeated = depth.priceLast === undefined && known.get(key) === writeText(depth);
      known.set(key, writeText(depth));
      return !isRepeated;
    });
    for (const { instrumentId, environment } of applied.changes.fills)
      known.delete(`${instrumentId} ${environment}`);
    return { ...applied, marketMakerDepth };
  });
}
