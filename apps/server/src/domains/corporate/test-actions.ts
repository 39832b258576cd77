import { type CorporateParts, lookAtActions } from '#domains/corporate/index.ts';
import type { Desk } from '#domains/orders/test-desk.ts';
import { heard } from '#test-events.ts';

/** A desk whose companies act when the test looks at them, and whose time goes by days. */
export function actionsAt(desk: Desk) {
  const { app, database } = desk;
  const { engine, market, accounts } = app;
  return {
    /** With an engine of the test's choice, when what goes wrong is the point. */
    look: (asked: CorporateParts['engine'] = engine): Promise<void> =>
      lookAtActions({
        pool: database.pool,
        engine: asked,
        market,
        clock: desk,
        sendNotice: accounts.sendNotice,
      }),
    /** When the market has gone on to the day of a time. */
    goTo: async (atMs: number): Promise<void> => {
      const told = heard(
        engine,
        ({ command }) => command.type === 'rules.set' && command.session?.venue === 'NSE_SIM',
      );
      desk.advance(atMs - desk.nowMs());
      await told;
    },
  };
}
