import type { Language } from '@tarazu/protocol';
import { bengaliAbroad } from '#market/catalogue/bengali/abroad.ts';
import { bengaliCoins } from '#market/catalogue/bengali/coins.ts';
import { bengaliStocks } from '#market/catalogue/bengali/stocks.ts';
import { coinListings } from '#market/catalogue/coins.ts';
import { tether } from '#market/catalogue/definitions.ts';
import { CATALOGUES } from '#market/catalogue/exchange-catalogues.ts';

const bengali = new Map<string, string | undefined>([
  ...CATALOGUES.flatMap(({ stocks, indices }) => [...stocks, ...indices]).map(
    (one) => [one.description, bengaliStocks[one.symbol] ?? bengaliAbroad[one.symbol]] as const,
  ),
  ...[...coinListings, tether].map((one) => [one.description, bengaliCoins[one.asset]] as const),
]);

/** Description of an instrument in the language of the reader; of a recorded pack in that of its maker. */
export function aboutIn(language: Language, about: string): string {
  return language === 'bn-BN' ? (bengali.get(about) ?? about) : about;
}
