import type { HouseDepth } from '#command.ts';
import { TriggerIndex } from '#instruments/trigger-index.ts';
import { CORE } from '#simulation/core-port.ts';
import type { Rules } from '#simulation/harness.ts';
import { afterEach, type Planted, withCore } from '#simulation/planted/tools.ts';
import type { CoreState } from '#state.ts';
import { price } from '#values/index.ts';

/** Mistakes with what waits: orders for a price or an auction, and secrets for the end of their day. */
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
    name: 'house-price-not-kept',
    mistake: 'the prices that are written down are not written with their command',
    rules: afterEach((_state, applied, { command }) =>
      command.type === 'prices.keep' ? { ...applied, houseDepth: [] } : applied,
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

function withDepth(change: (depths: readonly HouseDepth[]) => readonly HouseDepth[]): Rules {
  return afterEach((_state, applied) => ({ ...applied, houseDepth: change(applied.houseDepth) }));
}
