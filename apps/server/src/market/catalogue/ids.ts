import type { InstrumentId } from '@tarazu/core/values';
import { delivery } from '#products/delivery/delivery.ts';
import { idAt } from '#products/ids.ts';
import { spot } from '#products/spot/spot.ts';

/** The id of a share, or of an index over shares, by its symbol. */
export function stockId(symbol: string): InstrumentId {
  return idAt(delivery.venue, symbol);
}

/** The id of a pair of coins, by what is bought and what it is paid with. */
export function pairId(base: string, quote: string): InstrumentId {
  return idAt(spot.venue, `${base}-${quote}`);
}
