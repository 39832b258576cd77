import type { MarkPrice } from '#model/mark-price.ts';
import { CORE } from '#simulation/core-port.ts';
import { afterEach, type Planted, withCore } from '#simulation/planted/tools.ts';
import { SegmentedSet } from '#values/index.ts';

/** Mistakes about the prices by which margin and close-out judge. */
export const OF_MARKS: readonly Planted[] = [
  {
    name: 'mark-goes-back',
    mistake: 'a mark that comes late replaces a newer one',
    caughtBy: 22,
    core: afterEach((state, applied, { command }) => {
      if (command.type !== 'prices.mark' || !applied.outcome.ok) return applied;
      for (const { facts } of [state.accountSide, state.instrumentSide])
        for (const mark of command.marks) facts.marks.set(mark.instrumentId, mark);
      const { changes } = applied;
      return { ...applied, journaled: true, changes: { ...changes, markPrices: command.marks } };
    }),
  },
  {
    name: 'mark-unheard',
    mistake: 'the account side does not hear of a mark',
    caughtBy: 22,
    core: afterEach((state, applied) => {
      for (const { instrumentId } of applied.changes.markPrices)
        state.accountSide.facts.marks.delete(instrumentId);
      return applied;
    }),
  },
  {
    name: 'mark-of-its-command',
    mistake: 'a mark is as young as the command that brings it',
    caughtBy: 22,
    core: afterEach((state, applied, { atMs }) => {
      const markPrices = applied.changes.markPrices.map((mark): MarkPrice => ({ ...mark, atMs }));
      for (const { facts } of [state.accountSide, state.instrumentSide])
        for (const mark of markPrices) facts.marks.set(mark.instrumentId, mark);
      return { ...applied, changes: { ...applied.changes, markPrices } };
    }),
  },
  {
    name: 'exposure-not-found',
    mistake: 'who closes within the day is looked for as if something were still open',
    caughtBy: 19,
    core: afterEach((state, applied) => {
      for (const { accountId, instrumentId, quantity } of applied.changes.intraday)
        if (quantity === 0n)
          state.accountSide.exposed
            .getOrInsertComputed(instrumentId, () => new SegmentedSet())
            .add(accountId);
      return applied;
    }),
  },
  {
    name: 'marks-forgotten',
    mistake: 'a restart does not read the marks',
    caughtBy: 8,
    core: withCore({
      load: (tables, lastSequence) => CORE.load({ ...tables, markPrices: new Map() }, lastSequence),
    }),
  },
];
