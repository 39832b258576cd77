import { lookAtActions } from '#domains/corporate/index.ts';
import type { Trader } from '#domains/orders/test-trader.ts';
import { heard } from '#test-events.ts';

/** A trader whose companies act when the test looks at them, and whose time goes by days. */
export function actionsAt(trader: Trader) {
  const { app, database } = trader;
  const { engine, market, accounts } = app;
  return {
    look: (): Promise<void> =>
      lookAtActions({ pool: database.pool, engine, market, clock: trader, sendNotice: accounts.sendNotice }),
    /** When the market has gone on to the day of a time. */
    goTo: async (atMs: number): Promise<void> => {
      const told = heard(
        engine,
        ({ command }) => command.type === 'rules.set' && command.session?.venue === 'NSE_SIM',
      );
      trader.advance(atMs - trader.nowMs());
      await told;
    },
  };
}
