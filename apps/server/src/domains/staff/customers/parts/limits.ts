import { OPERATIONS } from '@tarazu/protocol';
import {
  at,
  because,
  type CustomerPart,
  codes,
  linesOf,
  pageInput,
  text,
  type Why,
} from '#domains/staff/customers/part.ts';

/** Limits of the customer, each with the rule or the fact that sets it. */
export const limits: CustomerPart = {
  name: 'limits',
  roles: ['support', 'compliance', 'treasury', 'risk'],
  facts: async (ask) => {
    const auth = await ask(OPERATIONS.userAuth, {});
    const score = await ask(OPERATIONS.pointChangeLog, { limit: '1' });
    const level = auth?.limits.levels.find((one) => one.level === auth.level);
    const by: Why | undefined = auth && {
      code: 'byLevel',
      by: auth.level,
      atMs: auth.limits.effectiveFromMs,
    };
    const ofLevel =
      level === undefined
        ? []
        : [
            because(codes('trades', level.tradesReal ? 'yes' : 'no'), by),
            because(text('bankWithdrawalDayMax', `${level.bankWithdrawalDayMax} INR`), by),
            because(text('coinWithdrawalDayMax', `${level.coinWithdrawalDayMax} INR`), by),
          ];
    const ofScore =
      score === undefined
        ? []
        : [because(text('score', score.score), { code: 'byFormula' }), codes('band', score.band)];
    return [...(auth === undefined ? [] : [codes('level', auth.level)]), ...ofLevel, ...ofScore];
  },
  lists: {
    score: async (ask, page) =>
      linesOf(await ask.forReply(OPERATIONS.pointChangeLog, pageInput(page)), (one) => ({
        id: one.id,
        cells: [
          at('at', one.atMs),
          codes('event', one.kind),
          text('delta', one.delta),
          text('score', one.score),
          text('rule', one.ruleId),
        ],
      })),
  },
};
