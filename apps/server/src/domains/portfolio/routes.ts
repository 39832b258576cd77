import { OPERATIONS } from '@tarazu/protocol';
import { BalanceStore, readHoldings } from '#domains/balance/index.ts';
import { AccountLives } from '#domains/portfolio/account-life.ts';
import { startOfDay } from '#domains/portfolio/close-days.ts';
import { curveOf, daysOf } from '#domains/portfolio/curve.ts';
import type { Asked } from '#domains/portfolio/points.ts';
import { Summary } from '#domains/portfolio/summary.ts';
import { type Binding, bind } from '#gateway/binding.ts';
import type { Queryable } from '#platform/database/pool.ts';
import { type MarketPort, reply } from '#ports.ts';

export interface PortfolioServices {
  readonly database: Queryable;
  readonly market: MarketPort;
}

export function portfolioBindings({ database, market }: PortfolioServices): Binding[] {
  const lives = new AccountLives(database, market);
  const balances = new BalanceStore(database);
  const summary = new Summary(market);
  return [
    bind(OPERATIONS.userPortfolio, async (_input, session, { nowMs }) => {
      const [holdings, xirr] = await Promise.all([
        readHoldings(balances, session, nowMs),
        xirrOf(lives, { accountId: session.accountId, nowMs }),
      ]);
      return reply({ ...summary.of(holdings), xirr, atMs: nowMs });
    }),
    bind(OPERATIONS.userPortfolioHistory, async ({ range }, { accountId }, { nowMs }) =>
      reply(await curveOf(lives, { accountId, nowMs }, range)),
    ),
    bind(OPERATIONS.userPortfolioDays, async ({ month }, { accountId }, { nowMs }) =>
      reply(await daysOf(lives, { accountId, nowMs }, month)),
    ),
  ];
}

async function xirrOf(lives: AccountLives, asked: Asked) {
  const found = await lives.xirr(asked);
  if ('percent' in found) return { percent: found.percent };
  const { reason } = found;
  return 'fromDay' in found ? { reason, fromMs: startOfDay(found.fromDay) } : { reason };
}
