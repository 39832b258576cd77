import { readText } from '@tarazu/core';
import { OPERATIONS } from '@tarazu/protocol';
import * as z from 'zod/mini';
import { cursorOf, limitOf, pageOf, refuseCursor } from '#domains/orders/index.ts';
import { type Binding, bind } from '#gateway/binding.ts';
import { type Queryable, statement } from '#platform/database/pool.ts';
import { type MarketPort, reply } from '#ports.ts';

interface StoredDay {
  readonly body: string;
  readonly revealed: string | null;
  readonly sequence: bigint;
  readonly at_ms: bigint;
}

const pageOfDays = statement<StoredDay>(
  'proof-market-days',
  `select r.body, t.body as revealed, r.sequence, j.at_ms
     from (select * from rules where kind = 'marketKey' and name not like '% told' and ($1::int8 is null or sequence < $1)
           order by sequence desc limit $2) r
     left join rules t on t.kind = 'marketKey' and t.name = r.name || ' told',
          lateral (select min(last_sequence) as last from journal_batch where last_sequence >= r.sequence) b,
          lateral (select at_ms from journal where batch_last_sequence = b.last and journal.sequence = r.sequence) j
    order by r.sequence desc`,
);

/** A day's key as its row of the rules has it: before the day without the key. */
const keySchema = z.object({ day: z.string(), commitment: z.string(), key: z.optional(z.string()) });

/** The published keys from which the market makes its days: as the journal's own tables have them. */
export function marketDaysBinding(services: {
  readonly database: Queryable;
  readonly market: Pick<MarketPort, 'origin' | 'pastMarkets'>;
}): Binding {
  const { database, market } = services;
  return bind(OPERATIONS.proofMarketDays, async (input) => {
    const cursor = cursorOf(input.cursor);
    if (cursor === undefined) return refuseCursor();
    const limit = limitOf(input.limit);
    const rows = await pageOfDays(database, [cursor.beforeSequence ?? null, limit + 1]);
    const page = pageOf(rows, { limit, cursor: ({ sequence }) => String(sequence), wire });
    return reply({ origin: market.origin(), past: [...market.pastMarkets()], ...page });
  });
}

function wire({ body, revealed, sequence, at_ms: atMs }: StoredDay) {
  const { day, commitment } = keySchema.parse(readText(body));
  const key = revealed === null ? undefined : keySchema.parse(readText(revealed)).key;
  return {
    day,
    commitment,
    ...(key !== undefined && { key }),
    sequence: Number(sequence),
    atMs: Number(atMs),
  };
}
