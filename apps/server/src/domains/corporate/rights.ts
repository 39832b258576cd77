import { hash } from 'node:crypto';
import type { Entitlement } from '@tarazu/core';
import { formatDecimal, parseClientId, quantity } from '@tarazu/core/values';
import { OPERATIONS, type OwnEntitlement } from '@tarazu/protocol';
import { actionIdOf, isOfAction } from '#domains/corporate/act.ts';
import { CorporateStore } from '#domains/corporate/store.ts';
import { type Trading, unverifiedRefusal, wasAnswered } from '#domains/orders/index.ts';
import { type Binding, bind } from '#gateway/binding.ts';
import type { Queryable } from '#platform/database/pool.ts';
import type { Clock } from '#platform/time/clock.ts';
import { type EnginePort, type MarketPort, receiptOf, refuse, reply } from '#ports.ts';

export interface RightsServices {
  readonly database: Queryable;
  readonly engine: EnginePort;
  readonly market: MarketPort;
  readonly clock: Clock;
  readonly mayTrade?: Trading['mayTrade'];
}

export function rightsBindings({ database, engine, market, clock, mayTrade }: RightsServices): Binding[] {
  const store = new CorporateStore(database);
  const wire = (entitlement: Entitlement) => wireEntitlement(entitlement, { market, nowMs: clock.nowMs() });
  return [
    bind(OPERATIONS.rightsList, async (_input, { accountId }) => {
      const own = await store.ownEntitlements(accountId);
      return reply({ list: own.flatMap(wire) });
    }),
    bind(OPERATIONS.rightsApply, async (input, session) => {
      const { accountId } = session;
      const clientId = parseClientId(input.clientId);
      if (clientId === undefined) return refuse('INVALID_INPUT', { field: 'clientId' });
      const isIssue = market
        .corporateActions()
        .some(({ id, terms }) => id === input.issueId && terms.kind === 'rights');
      if (!isIssue) return refuse('RIGHTS_UNKNOWN', { field: 'issueId' });
      const ofIssue = (await store.ownEntitlements(accountId)).find((own) =>
        isOfAction(own.issueId, input.issueId),
      );
      if (ofIssue === undefined) return refuse('RIGHTS_UNKNOWN', { field: 'issueId' });
      const { issueId } = ofIssue;
      // Answers that were given are given again; else new shares are for those whose identity is known.
      const unverified = await unverifiedRefusal({ mayTrade }, session);
      if (unverified && !(await wasAnswered(engine, session, clientId)))
        return { ok: false, refusal: unverified };
      const answer = await engine.submit({
        type: 'rights.apply',
        accountId,
        clientId,
        contentHash: hash('sha256', JSON.stringify(['rights', input.issueId, input.quantity])),
        issueId,
        quantity: quantity(BigInt(input.quantity)),
      });
      const { outcome, duplicate } = answer;
      if (!outcome.ok) {
        const { code, detail } = outcome.refusal;
        // The core forgets what has ended; to the one whose it was it has closed.
        if (code === 'RIGHTS_UNKNOWN') return refuse('RIGHTS_CLOSED');
        return refuse(code, detail === undefined ? {} : { detail });
      }
      if (outcome.type !== 'entitlement')
        throw new Error('Invariant: an application is answered with its entitlement');
      const [entitlement] = wire(outcome.entitlement);
      if (entitlement === undefined)
        throw new Error('Invariant: an entitlement is of an action and a share that are listed');
      return reply({ entitlement, duplicate, ...receiptOf(answer) });
    }),
  ];
}

/** Nothing for an action or a share that this market does not list, as when its source was changed. */
function wireEntitlement(
  {
    issueId,
    instrumentId,
    quantity: entitled,
    quantityApplied,
    priceIssue,
    closesAtMs,
    endedAtMs,
  }: Entitlement,
  { market, nowMs }: { readonly market: MarketPort; readonly nowMs: number },
): OwnEntitlement[] {
  const listing = market.listing(instrumentId);
  const id = actionIdOf(issueId);
  const terms = market.corporateActions().find((action) => action.id === id)?.terms;
  if (listing === undefined || terms?.kind !== 'rights') return [];
  const isOpen = endedAtMs === undefined;
  const held = isOpen ? priceIssue * quantityApplied : 0n;
  return [
    {
      issueId: id,
      instrumentId,
      symbol: listing.symbol,
      name: listing.name,
      state: isOpen ? (nowMs < closesAtMs ? 'open' : 'closing') : 'ended',
      sharesHeld: String(terms.sharesHeld),
      sharesOffered: String(terms.sharesOffered),
      priceIssue: formatDecimal(priceIssue, listing.priceScale),
      quantity: String(entitled),
      quantityApplied: String(quantityApplied),
      held: formatDecimal(held, listing.quoteScale),
      asset: listing.quoteAsset,
      closesAtMs,
      ...(endedAtMs !== undefined && { endedAtMs }),
    },
  ];
}
