import assert from 'node:assert/strict';
import type { FillOpening } from '@tarazu/core/proof';
import { OPERATIONS } from '@tarazu/protocol';
import type { Queryable } from '#platform/database/pool.ts';

/**
 * A record of two commands, as one of many orders is written, is told like that of one; then it is one again.
 */
export async function assertServedWholeOfParts(
  pool: Queryable,
  whole: FillOpening,
  read: () => Promise<unknown>,
): Promise<void> {
  const { rowCount } = await pool.query(
    `with last as (update auction_record set begun_sequence = sequence - 1, lines = regexp_replace(lines, '^[^;]*;[^;]*;', '')
       where instrument_id = $1 and lines like '%;%;%' returning old.*)
     insert into auction_record (sequence, instrument_id, environment, reference_price, tick_size, begun_sequence, lines)
     select sequence - 1, instrument_id, environment, reference_price, tick_size, sequence - 1,
            substring(lines from '^[^;]*;[^;]*') from last`,
    [whole.instrument.id],
  );
  assert.ok(rowCount !== null && rowCount > 0);
  const { opening } = OPERATIONS.fillEvidence.output.parse(await read());
  assert.deepEqual(opening, whole);
  await pool.query(
    `with first as (delete from auction_record where begun_sequence = sequence returning *)
     update auction_record r set begun_sequence = r.sequence, lines = first.lines || ';' || r.lines
       from first where r.begun_sequence = first.sequence and r.instrument_id = first.instrument_id
        and r.environment = first.environment`,
    [],
  );
}
