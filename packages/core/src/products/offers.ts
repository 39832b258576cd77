import type { Instrument } from '#model/instrument.ts';
import type { ProductName } from '#model/product-name.ts';
import { deliveryOffer } from '#products/delivery/offer.ts';
import { intradayOffer } from '#products/intraday/offer.ts';
import type { Offer } from '#products/offer.ts';
import { spotOffer } from '#products/spot/offer.ts';
import { assert } from '#values/index.ts';

/** Every product's offer, once. */
export const OFFERS: readonly Offer[] = [deliveryOffer, intradayOffer, spotOffer];

const USUAL: ReadonlyMap<string, Offer> = new Map(
  OFFERS.filter(({ asked }) => asked === undefined).map((offer) => [offer.kind, offer]),
);

/** The offer of a product. */
export function offerOf(product: ProductName): Offer {
  const offer = OFFERS.find(({ name }) => name === product);
  assert(offer !== undefined, 'Invariant: each product that has a name has an offer');
  return offer;
}

/** The offer of an instrument where its order names no product. */
export function usualOffer({ kind }: Pick<Instrument, 'kind'>): Offer {
  const usual = USUAL.get(kind);
  assert(usual !== undefined, 'Invariant: each kind of instrument has a usual product');
  return usual;
}

/** The offer that an order asks for. */
export function offerAsked(
  instrument: Pick<Instrument, 'kind'>,
  { product }: { readonly product?: Offer['asked'] | undefined },
): Offer {
  return product ? offerOf(product) : usualOffer(instrument);
}
