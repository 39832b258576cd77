import { type CorporateParts, lookAtActions } from '#domains/corporate/index.ts';
import type { Trader } from '#domains/orders/test-trader.ts';
import { eventSeen } from '#test-events.ts';

/** A trader whose companies act when the test looks at them, and whose time goes by days. */
export function actionsAt(trader: Trader) {
  const { app, database } = trader;
  const { engine, market, notices } = app;
  return {
    /** With an engine of the test's choice, when what goes wrong is the point. */
    look: (asked: CorporateParts['engine'] = engine): Promise<void> =>
      lookAtActions({
        pool: database.pool,
        engine: asked,
        market,
        clock: trader,
        sendNotice: notices.send,
      }),
    /** When the market has gone on to the day of a time. */
    goTo: async (atMs: number): Promise<void> => {
      const told = eventSeen(
        engine,
        ({ command }) => command.type === 'rules.set' && command.session?.venue === 'NSE_SIM',
      );
      trader.advance(atMs - trader.nowMs());
      await told;
    },
  };
}
