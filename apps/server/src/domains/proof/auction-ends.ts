import { readText } from '@tarazu/core';
import { OPERATIONS } from '@tarazu/protocol';
import { type Binding, bind } from '#gateway/binding.ts';
import { type Queryable, statement } from '#platform/database/pool.ts';
import { type MarketPort, reply } from '#ports.ts';

interface StoredDay {
  readonly body: string;
  readonly told: string | null;
  readonly sequence: bigint;
  readonly at_ms: bigint;
}

/** Days that are told at a time: those to come, and the last ones. */
const DAYS_MAX = 15;

const daysOfSeeds = statement<StoredDay>(
  'proof-auction-ends',
  `select r.body, t.body as told, r.sequence, j.at_ms
     from (select * from rules where kind = 'endSeed' and name not like '% told' order by name desc limit ${DAYS_MAX}) r
     left join rules t on t.kind = 'endSeed' and t.name = r.name || ' told',
          lateral (select min(last_sequence) as last from journal_batch where last_sequence >= r.sequence) b,
          lateral (select at_ms from journal where batch_last_sequence = b.last and journal.sequence = r.sequence) j
    order by r.name desc`,
);

interface SeedBody {
  readonly tradingDay: string;
  readonly commitment: string;
  readonly seed?: string;
}

/** What is published of the seconds in which auctions end: as the journal's own tables have it. */
export function auctionEndsBinding(services: {
  readonly database: Queryable;
  readonly market: Pick<MarketPort, 'auctionEnds'>;
}): Binding {
  const { database, market } = services;
  return bind(OPERATIONS.proofAuctionEnds, async () => {
    const rows = await daysOfSeeds(database, []);
    const list = rows.map(({ body, told, sequence, at_ms: atMs }) => {
      const { tradingDay, commitment } = readText<SeedBody>(body);
      const seed = told === null ? undefined : readText<SeedBody>(told).seed;
      const windows = market.auctionEnds(tradingDay).map((window) => ({ ...window }));
      const published = { sequence: Number(sequence), atMs: Number(atMs), windows };
      return { tradingDay, commitment, ...(seed !== undefined && { seed }), ...published };
    });
    return reply({ list });
  });
}
