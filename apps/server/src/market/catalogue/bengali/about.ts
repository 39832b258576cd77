import type { Language } from '@tarazu/protocol';
import { bengaliCoins } from '#market/catalogue/bengali/coins.ts';
import { bengaliStocks } from '#market/catalogue/bengali/stocks.ts';
import { coinListings } from '#market/catalogue/coins.ts';
import { tether } from '#market/catalogue/definitions.ts';
import { indexListings } from '#market/catalogue/indices.ts';
import { stockListings } from '#market/catalogue/stocks.ts';

const bengali = new Map<string, string | undefined>([
  ...[...stockListings, ...indexListings].map((one) => [one.description, bengaliStocks[one.symbol]] as const),
  ...[...coinListings, tether].map((one) => [one.description, bengaliCoins[one.asset]] as const),
]);

/** Description of an instrument in the language of the reader; of a recorded pack in that of its maker. */
export function aboutIn(language: Language, about: string): string {
  return language === 'bn-BN' ? (bengali.get(about) ?? about) : about;
}
