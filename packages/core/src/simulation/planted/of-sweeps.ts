import { replaceSweep } from '#instruments/sweeping.ts';
import { CORE } from '#simulation/core-port.ts';
import { afterEach, type Planted, withCore } from '#simulation/planted/tools.ts';

/** Mistakes in work of bounded steps, over orders and over accounts. */
export const OF_SWEEPS: readonly Planted[] = [
  {
    name: 'sweep-stops-early',
    mistake: 'a sweep ends before it has reached the last order',
    caughtBy: 17,
    core: afterEach((state, applied, { atMs }) => {
      const sweeps = applied.changes.sweeps.map((sweep) => {
        if (sweep.endedAtMs !== undefined || sweep.name !== 'sessionEnd') return sweep;
        const ended = { ...sweep, endedAtMs: atMs };
        replaceSweep(state.instrumentSide, ended);
        return ended;
      });
      return { ...applied, changes: { ...applied.changes, sweeps } };
    }),
  },
  {
    name: 'met-and-gone',
    mistake: 'an order leaves that one which takes in steps is about to meet',
    caughtBy: 17,
    core: withCore({
      apply: (state, sequenced) => {
        const { command } = sequenced;
        if (command.type !== 'order.cancel') return CORE.apply(state, sequenced);
        const books = [...state.instrumentSide.books.values()].flatMap(({ real, demo }) => [real, demo]);
        const all = books.map((at) => ({ at, taking: at.taking }));
        const ofTaker = all.some(({ taking }) => taking?.orderId === command.orderId);
        for (const { at } of ofTaker ? [] : all) at.taking = undefined;
        const applied = CORE.apply(state, sequenced);
        for (const { at, taking } of all) at.taking = taking;
        return applied;
      },
    }),
  },
  {
    name: 'swept-twice',
    mistake: 'it is forgotten who was reached by a sweep before their turn',
    caughtBy: 20,
    core: afterEach((state, applied, { command }) => {
      // As soon as they have acted: before, the core itself would notice.
      if (command.type === 'accounts.step') return applied;
      for (const { row } of state.accountSide.accounts.values()) row.row = { ...row.row, sweptTo: 0 };
      return applied;
    }),
  },
  {
    name: 'swept-in-part',
    mistake: 'a sweep over accounts ends before it has reached the last',
    caughtBy: 20,
    core: withCore({
      apply: (state, { command, ...sequenced }) =>
        CORE.apply(state, {
          ...sequenced,
          command:
            command.type === 'accounts.step'
              ? { ...command, accounts: [], isLast: true, isAhead: false }
              : command,
        }),
    }),
  },
  {
    name: 'open-while-swept',
    mistake: 'a share is traded while it changes',
    caughtBy: 20,
    core: afterEach((state, applied) => {
      for (const { real, demo } of state.instrumentSide.books.values())
        for (const at of [real, demo]) at.closedBy.clear();
      return applied;
    }),
  },
];
