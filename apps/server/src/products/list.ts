import type { Order, ProductName, Venue } from '@tarazu/core';
import { delivery } from '#products/delivery/delivery.ts';
import { isAt } from '#products/ids.ts';
import { intraday } from '#products/intraday/intraday.ts';
import type { ServerProduct } from '#products/product.ts';
import { spot } from '#products/spot/spot.ts';

/** Every product, once. */
const PRODUCTS: readonly ServerProduct[] = [delivery, intraday, spot];

/** Every venue at which a product is traded. */
export const VENUES: readonly Venue[] = [...new Set(PRODUCTS.flatMap(({ venues }) => venues))];

const USUAL: ReadonlyMap<string, ServerProduct> = new Map(
  PRODUCTS.filter(({ offer }) => offer.asked === undefined).map((product) => [product.offer.kind, product]),
);

/** Products whose positions are squared off before the day ends. */
export const WITHIN_DAY: readonly ProductName[] = PRODUCTS.filter(({ isWithinDay }) => isWithinDay).map(
  ({ offer }) => offer.name,
);

/** Something of a kind: an instrument, or an index, in which nothing is traded. */
interface OfKind {
  readonly kind: string;
}

/** The usual product of an instrument; undefined for an index. */
export function productIn({ kind }: OfKind): ServerProduct | undefined {
  return USUAL.get(kind);
}

/** The same where it is known to be traded. */
export function knownProductIn(of: OfKind): ServerProduct {
  const product = productIn(of);
  if (product === undefined) throw new Error(`Condition: nothing is traded in what is a ${of.kind}`);
  return product;
}

/** The product of an order. */
export function productOfOrder(of: OfKind, { productTerms }: Pick<Order, 'productTerms'>): ServerProduct {
  return productCalled(of, productTerms?.name);
}

/** The product of an order whose row names it, or names none. */
export function productCalled(of: OfKind, name: ProductName | undefined): ServerProduct {
  return PRODUCTS.find(({ offer }) => offer.name === name) ?? knownProductIn(of);
}

/** The product that a call names; undefined where it names none. */
export function productNamed(wireName: ServerProduct['wireName']): ServerProduct | undefined {
  return wireName && PRODUCTS.find((product) => product.wireName === wireName);
}

export function productOfWallet(wallet: ServerProduct['wallet']): ServerProduct | undefined {
  return PRODUCTS.find((product) => product.wallet === wallet);
}

/** The product of an id's venue; an index stands at its members' venue. */
export function productAt(instrumentId: string): ServerProduct | undefined {
  return PRODUCTS.find(({ venues }) => isAt(venues, instrumentId));
}

/** The venue of an id; undefined where nothing is traded there. */
export function venueOf(instrumentId: string): Venue | undefined {
  return VENUES.find((venue) => isAt([venue], instrumentId));
}

/** A product that trades at any hour: its day is the last 24 hours. */
export function tradesAlways(of: OfKind): boolean {
  return productIn(of)?.offer.hours === 'always';
}

/** A product that is traded in the phases of a venue's day; an index is not traded. */
export function hasPhases(of: OfKind): boolean {
  return productIn(of)?.offer.hours === 'venue';
}

/** The venue has a day with phases. */
export function isVenueOfDays(venue: string): boolean {
  return PRODUCTS.some(
    ({ venues, offer }) => offer.hours === 'venue' && venues.some((known) => known === venue),
  );
}

/** The time by which its days begin. */
export function dayZoneOf(of: OfKind): 'IST' | 'UTC' {
  return tradesAlways(of) ? 'UTC' : 'IST';
}
