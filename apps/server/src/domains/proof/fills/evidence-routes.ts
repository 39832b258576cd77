import type { EndProof, FillOpening, FillProof, JournalEntry } from '@tarazu/core/proof';
import { OPERATIONS } from '@tarazu/protocol';
import { EvidenceStore, listed, wireFill } from '#domains/orders/index.ts';
import { FillProofs } from '#domains/proof/fills/fill-proof.ts';
import { type FillPlace, Openings } from '#domains/proof/fills/opening.ts';
import { type Binding, bind } from '#gateway/binding.ts';
import type { Queryable } from '#platform/database/pool.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';
import { type MarketPort, refuse, reply } from '#ports.ts';

export interface EvidenceServices {
  readonly database: Queryable;
  readonly market: MarketPort;
  readonly secrets: Secrets;
}

/** Why this price, of shares and coins, and the whole way of it: a fill is a fill. */
export function evidenceBindings(services: EvidenceServices): Binding[] {
  return [evidenceBinding(services), ...proofBindings(services)];
}

function proofBindings({ database, market, secrets }: EvidenceServices): Binding[] {
  const proofs = new FillProofs({ database, secrets, endsOf: (day) => market.auctionEnds(day) });
  return [
    bind(OPERATIONS.fillProof, async ({ id, from }, { accountId }) => {
      const asked = { fill: placeOf(id), ...(from !== undefined && { from: BigInt(from) }) };
      const proof = await proofs.proof({ accountId }, asked);
      if (proof === 'noFill') return refuse('NOT_FOUND', { field: 'id' });
      return proof === 'noHead' ? refuse('NOT_FOUND', { field: 'from' }) : reply(wireProof(proof));
    }),
    bind(OPERATIONS.proofAuctionEnd, async ({ tradingDay }) => {
      const found = await proofs.ofDay(tradingDay);
      if (found === undefined) return refuse('NOT_FOUND', { field: 'tradingDay' });
      return reply({ head: found.head, proof: wireEnd(found.proof) });
    }),
  ];
}

function placeOf(id: string): FillPlace {
  const [sequence = '', index = ''] = id.split('-');
  return { sequence: BigInt(sequence), index: Number(index) };
}

function evidenceBinding({ database, market, secrets }: EvidenceServices): Binding {
  const evidences = new EvidenceStore(database);
  const openings = new Openings(database, secrets, (day) => market.auctionEnds(day));
  return bind(OPERATIONS.fillEvidence, async (input, { accountId }) => {
    const id = placeOf(input.id);
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
      opening: wireOpening(opening),
    });
  });
}

/** The lists of an opening as a reply has them. */
function wireOpening(opening: FillOpening) {
  return {
    ...opening,
    entry: wireEntry(opening.entry),
    quotes: [...opening.quotes],
    met: [...opening.met],
    fills: [...opening.fills],
    standing: [...opening.standing],
    auction: opening.auction && { ...opening.auction, marks: [...opening.auction.marks] },
  };
}

function wireEntry({ parts, ...entry }: JournalEntry) {
  return { ...entry, ...(parts && { parts: [...parts] }) };
}

function wireProof({ opening, log, orderId, order, rules }: FillProof) {
  return {
    orderId,
    order: wireEntry(order),
    rules: wireEntry(rules),
    opening: wireOpening(opening),
    ...(log && {
      log: {
        head: log.head,
        rows: log.rows.map(wireWay),
        ...(log.continues && { continues: wireWay(log.continues) }),
        ...(log.end && { end: wireEnd(log.end) }),
      },
    }),
  };
}

function wireWay<Way extends { readonly path: readonly string[] }>(way: Way) {
  return { ...way, path: [...way.path] };
}

function wireEnd({ commitment, bound, mix }: EndProof) {
  return {
    commitment: wireWay(commitment),
    ...(bound && { bound: { ...wireWay(bound), continues: [...bound.continues] } }),
    ...(mix && { mix: { row: wireWay(mix.row), continues: [...mix.continues] } }),
  };
}
