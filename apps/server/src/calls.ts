import { CONSOLE_OPERATIONS, OPERATIONS } from '@tarazu/protocol';
import { balanceBindings } from '#domains/balance/index.ts';
import { basketBindings } from '#domains/basket/index.ts';
import { rightsBindings } from '#domains/corporate/index.ts';
import { correctionBindings } from '#domains/corrections/index.ts';
import { digestBindings } from '#domains/digest/index.ts';
import { type IdentityDomain, identityRequests } from '#domains/identity/index.ts';
import { marketBindings } from '#domains/market/index.ts';
import { orderBindings } from '#domains/orders/index.ts';
import { portfolioBindings } from '#domains/portfolio/index.ts';
import { requestBindings } from '#domains/requests/index.ts';
import { rulebookBindings } from '#domains/rulebook/index.ts';
import { createSandboxDomain } from '#domains/sandbox/index.ts';
import { scoreBindings, scoreRequests } from '#domains/score/index.ts';
import type { SecurityDomain } from '#domains/security/index.ts';
import { spotBindings } from '#domains/spot/index.ts';
import { customerBindings, type StaffDomain } from '#domains/staff/index.ts';
import { statementBindings } from '#domains/statement/index.ts';
import { stockBindings } from '#domains/stock/index.ts';
import { watchedBy, watchlistBindings } from '#domains/watchlist/index.ts';
import type { Binding } from '#gateway/binding.ts';
import type { GatewayOptions } from '#gateway/gateway.ts';
import { scoreFacts } from '#open-domains.ts';
import { type Services, VERSION } from '#services.ts';

/** Every call of this installation with the code that serves it. A new domain adds its bindings here. */
export function callsOf(
  services: Services,
  {
    bound,
    security: { guard, takeKeyOrder, staffFreeze: freezes },
    mayTrade,
    staff,
  }: {
    readonly bound: readonly Binding[];
    readonly security: Pick<SecurityDomain, 'guard' | 'takeKeyOrder' | 'staffFreeze'>;
    readonly staff: Pick<StaffDomain, 'searches'>;
    readonly mayTrade: IdentityDomain['mayTrade'];
  },
): Pick<GatewayOptions, 'operations' | 'bindings'> {
  const { pool, engine, market, clock, secrets, limits, rulebook, isOutboxOpen } = services;
  const trading = { database: pool, engine, market, clock, mayTrade, takeKeyOrder };
  const { sandboxOutbox, ...everywhere } = OPERATIONS;
  const bindings = [
    ...bound,
    ...marketBindings({ ...trading, watchedBy: (loginId) => watchedBy(pool, loginId) }),
    ...stockBindings(trading),
    ...spotBindings(trading),
    ...orderBindings(trading),
    ...basketBindings(trading),
    ...balanceBindings(trading),
    ...portfolioBindings(trading),
    ...rightsBindings(trading),
    ...rulebookBindings({ rulebook, version: VERSION, ordersPerSecond: limits.ordersPerSecond }),
    ...scoreBindings({ pool, facts: scoreFacts(pool) }),
    ...requestBindings({ pool, sources: [identityRequests, scoreRequests] }),
    ...statementBindings(trading),
    ...watchlistBindings(trading),
    ...digestBindings({ pool, secrets }),
    ...(isOutboxOpen ? createSandboxDomain({ pool, secrets }).bindings : []),
  ];
  return {
    operations: [
      ...Object.values(everywhere),
      ...Object.values(CONSOLE_OPERATIONS),
      ...(isOutboxOpen ? [sandboxOutbox] : []),
    ],
    // Staff see of a customer what that customer's own calls answer.
    bindings: guard([
      ...bindings,
      ...customerBindings({ pool, searches: staff.searches, bindings, freezes }),
      ...correctionBindings({ pool, market, searches: staff.searches }),
    ]),
  };
}
