import { OPERATIONS } from '@tarazu/protocol';
import { EvidenceStore, listed, wireFill } from '#domains/orders/index.ts';
import { Openings } from '#domains/proof/opening.ts';
import { type Binding, bind } from '#gateway/binding.ts';
import type { Queryable } from '#platform/database/pool.ts';
import type { Secrets } from '#platform/secrets.ts';
import { type MarketPort, refuse, reply } from '#ports.ts';

export interface EvidenceServices {
  readonly database: Queryable;
  readonly market: MarketPort;
  readonly secrets: Secrets;
}

/** Why this price, of shares and coins: a fill is a fill. */
export function evidenceBinding({ database, market, secrets }: EvidenceServices): Binding {
  const evidences = new EvidenceStore(database);
  const openings = new Openings(database, secrets, (day) => market.auctionEnds(day));
  return bind(OPERATIONS.fillEvidence, async (input, { accountId }) => {
    const [sequence = '', index = ''] = input.id.split('-');
    const id = { sequence: BigInt(sequence), index: Number(index) };
    const [found, opening] = await Promise.all([
      evidences.evidence(accountId, id, (one) => market.listing(one)),
      openings.opening({ accountId }, id),
    ]);
    if (found === undefined || opening === undefined) return refuse('NOT_FOUND', { field: 'id' });
    return reply({
      fill: wireFill(found.fill, listed(market, found.fill.instrumentId), accountId),
      sequence: found.sequence,
      journalHash: found.journalHash,
      ruleVersion: opening.own.ruleVersion,
      command: found.command,
      levels: [...found.levels],
      committedAtMs: found.committedAtMs,
      opening: {
        ...opening,
        house: [...opening.house],
        met: [...opening.met],
        fills: [...opening.fills],
        standing: [...opening.standing],
        auction: opening.auction && { ...opening.auction, leaves: [...opening.auction.leaves] },
      },
    });
  });
}
