import type { OwnBalance, StockProduct } from '@tarazu/protocol';
import { delivery } from '#products/delivery/delivery.ts';
import { intraday } from '#products/intraday/intraday.ts';
import type { WebProduct } from '#products/product.ts';
import { spot } from '#products/spot/spot.ts';

/** Every product, once; the usual one of a kind before the others of that kind. */
const PRODUCTS: readonly WebProduct[] = [delivery, intraday, spot];

/** Something of a kind: an instrument, an order, or an index, in which nothing is traded. */
interface OfKind {
  readonly kind: string;
}

export type Section = WebProduct['section'];

/** The usual product of an instrument; undefined for an index. */
export function productIn({ kind }: OfKind): WebProduct | undefined {
  return PRODUCTS.find((product) => product.kind === kind);
}

/** The usual product of an id's venue; an index stands at its members' venue. */
export function productAt(instrumentId: string): WebProduct {
  return PRODUCTS.find(({ venue }) => instrumentId.startsWith(`${venue}:`)) ?? delivery;
}

/** The usual product of a side of the app. */
export function productOfSection(section: Section): WebProduct {
  return PRODUCTS.find((product) => product.section === section) ?? delivery;
}

/** The wallet of the first product: shown also where it holds nothing. */
export const FIRST_WALLET: WebProduct['wallet'] = delivery.wallet;

/** The usual product whose money stands in a wallet; undefined for one that no product has yet. */
export function productOfWallet(wallet: WebProduct['wallet']): WebProduct | undefined {
  return PRODUCTS.find((product) => product.wallet === wallet);
}

/** Whether a balance is money, shown to the last digit of its currency; coins and shares are counted. */
export function isCash({ wallet, asset }: Pick<OwnBalance, 'wallet' | 'asset'>): boolean {
  return productOfWallet(wallet)?.isCash(asset) === true;
}

/** A side of the app on which a product is chosen. */
export function hasChoice(section: Section): boolean {
  return PRODUCTS.filter((product) => product.section === section).length > 1;
}

/** The product that the wire or a draft names; delivery for anything else. */
export function wireNameOf(text: string | undefined): StockProduct {
  return (
    PRODUCTS.find(({ wireName }) => wireName !== undefined && wireName === text)?.wireName ??
    delivery.wireName
  );
}

/** How an order asks for the product that the wire names so. */
export function askedOf(wireName: StockProduct | undefined): WebProduct['asked'] {
  return PRODUCTS.find((product) => product.wireName === wireName)?.asked;
}

/** Terms that explain the product that the wire names so. */
export function termsOf(wireName: StockProduct): WebProduct['terms'] {
  return PRODUCTS.find((product) => product.wireName === wireName)?.terms ?? [];
}

/** Text beside the choice of the product that the wire names so. */
export function choiceTextOf(wireName: StockProduct): WebProduct['choiceText'] {
  return PRODUCTS.find((product) => product.wireName === wireName)?.choiceText;
}

export function isSquaredOff(wireName: StockProduct | undefined): boolean {
  return PRODUCTS.some((product) => product.wireName === wireName && product.isSquaredOff);
}

export function countsShares(of: OfKind): boolean {
  return productIn(of)?.counts === 'shares';
}

export function hasLots(of: OfKind): boolean {
  return productIn(of)?.hasLots === true;
}

/** A product that trades at any hour: its day is the last 24 hours. */
export function tradesAlways(of: OfKind): boolean {
  return productIn(of)?.hours === 'always';
}

/** A product that is traded in the phases of a venue's day; an index is not traded. */
export function hasPhases(of: OfKind): boolean {
  return productIn(of)?.hours === 'venue';
}
