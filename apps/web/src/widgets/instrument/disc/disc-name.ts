import { shortName } from '#widgets/instrument/price/plain.ts';

/**
 * The name by which an instrument's disc is drawn, from whatever names it: `NSE_SIM:ARUNA`, the asset
 * `EQ:ARUNA`, `ARUNA` all give `ARUNA`, a pair of coins its first coin. One name, one colour, everywhere.
 */
export function discName(instrument: string): string {
  return shortName(instrument.slice(instrument.indexOf(':') + 1));
}
