import { TriggerIndex } from '#instruments/trigger-index.ts';
import type { MarketMakerDepth } from '#model/command.ts';
import { CORE } from '#simulation/core-port.ts';
import type { Rules } from '#simulation/harness.ts';
import { afterEach, type Planted, withCore } from '#simulation/planted/tools.ts';
import { toText } from '#simulation/text.ts';
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
    rules: withTriggers((triggers) => {
      triggers.passedBy = () => undefined;
    }),
  },
  {
    name: 'trigger-early',
    mistake: 'a trigger fires before the price has come to it',
    rules: withTriggers((triggers) => {
      const heard = TriggerIndex.prototype.passedBy;
      triggers.passedBy = (print) =>
        heard.call(triggers, price(print + print / 200n)) ?? heard.call(triggers, print);
    }),
  },
  {
    name: 'last-price-lost',
    mistake: 'the last price by which an order was judged is not written with it',
    rules: withDepth((depths) => depths.map(({ priceLast: _lost, ...depth }) => depth)),
  },
  {
    name: 'kept-price-forgotten',
    mistake: 'a restart does not read what was paid last',
    rules: withCore({
      load: (tables, lastSequence) => CORE.load({ ...tables, lastPrices: new Map() }, lastSequence),
    }),
  },
  {
    name: 'depth-not-repeated',
    mistake: 'a depth is not written again while it is the same',
    rules: withoutRepeatedDepth(),
  },
  {
    name: 'house-price-not-kept',
    mistake: 'the prices that are written down are not written with their command',
    rules: afterEach((_state, applied, { command }) =>
      command.type === 'prices.keep' ? { ...applied, marketMakerDepth: [] } : applied,
    ),
  },
  {
    name: 'record-short',
    mistake: 'an auction writes down less than it had',
    rules: afterEach((_state, applied) => {
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
    rules: afterEach((state, applied, { command }) => {
      if (command.type !== 'rules.set' || !command.session) return applied;
      const { nextDay: _unheard, ...today } = command.session;
      state.accountSide.facts.sessions.set(today.venue, today);
      return applied;
    }),
  },
  {
    name: 'seed-replaced',
    mistake: 'a seed is taken that does not fit what was published',
    rules: afterEach((state, applied, { command }) => {
      if (command.type !== 'rules.set' || !command.endSeed || applied.outcome.ok) return applied;
      const { endSeeds } = state.instrumentSide.facts;
      endSeeds.set(command.endSeed.tradingDay, command.endSeed);
      return applied;
    }),
  },
];

function withTriggers(spoil: (triggers: TriggerIndex) => void): Rules {
  const spoilAll = (state: CoreState): void => {
    for (const { real, demo } of state.instrumentSide.books.values())
      for (const { triggers } of [real, demo]) spoil(triggers);
  };
  return withCore({
    apply: (state, sequenced) => {
      spoilAll(state);
      return CORE.apply(state, sequenced);
    },
  });
}

function withDepth(change: (depths: readonly MarketMakerDepth[]) => readonly MarketMakerDepth[]): Rules {
  return afterEach((_state, applied) => ({ ...applied, marketMakerDepth: change(applied.marketMakerDepth) }));
}

/**
 * A depth is left out where the one that was written last still stands: the book of anyone who replays from
 * the first command has it. Only one who begins in between lacks it.
 */
function withoutRepeatedDepth(): Rules {
  const written = new WeakMap<CoreState, Map<string, string>>();
  return afterEach((state, applied, { command }) => {
    const known = written.getOrInsertComputed(state, () => new Map<string, string>());
    if (!applied.journaled) return applied;
    if (command.type !== 'order.place' && command.type !== 'order.cancel') known.clear();
    const marketMakerDepth = applied.marketMakerDepth.filter((depth) => {
      const key = `${depth.instrumentId} ${depth.environment}`;
      const isRepeated = depth.priceLast === undefined && known.get(key) === toText(depth);
      known.set(key, toText(depth));
      return !isRepeated;
    });
    for (const { instrumentId, environment } of applied.changes.fills)
      known.delete(`${instrumentId} ${environment}`);
    return { ...applied, marketMakerDepth };
  });
}
