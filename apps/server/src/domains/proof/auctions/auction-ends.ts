import { OPERATIONS } from '@tarazu/protocol';
import { OpeningStore } from '#domains/proof/fills/opening-store.ts';
import { type Binding, bind } from '#gateway/binding.ts';
import { type Queryable, statement } from '#platform/database/pool.ts';
import { type MarketPort, reply } from '#ports.ts';

/** Days that are published at a time: those to come, and the last ones. */
const DAYS_MAX = 15;

const daysOfSeeds = statement<{ name: string }>(
  'proof-auction-ends',
  `select name from rules where kind = 'endSeed' and name not like '% %' order by name desc limit ${DAYS_MAX}`,
);

/** The published seconds in which auctions end: as the journal's own tables have them. */
export function auctionEndsBinding(services: {
  readonly database: Queryable;
  readonly market: Pick<MarketPort, 'auctionEnds'>;
}): Binding {
  const { database, market } = services;
  const rows = new OpeningStore(database);
  return bind(OPERATIONS.proofAuctionEnds, async () => {
    const names = await daysOfSeeds(database, []);
    const list = await Promise.all(
      names.map(async ({ name }) => {
        const day = await rows.day(name);
        if (day === undefined) throw new Error(`Invariant: what the journal published of ${name} is kept`);
        return { ...day, windows: market.auctionEnds(name).map((window) => ({ ...window })) };
      }),
    );
    return reply({ list });
  });
}
