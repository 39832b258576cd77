import type { InstrumentId } from '@tarazu/core/values';
import { HOME_EXCHANGE } from '#market/exchanges.ts';
import { idAt } from '#products/ids.ts';
import { spot } from '#products/spot/spot.ts';

/** The id of a share of home, or of an index over them, by its symbol. */
export function stockId(symbol: string): InstrumentId {
  return idAt(HOME_EXCHANGE.venue, symbol);
}

/** The id of a pair of coins, by what is bought and what it is paid with. */
export function pairId(base: string, quote: string): InstrumentId {
  return idAt(spot.venues[0], `${base}-${quote}`);
}
