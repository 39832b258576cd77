/**
 * A type that only its own parser can make. Two bigints that mean different things (a price, an
 * amount) then never mix by accident, at no cost at run time.
 */
declare const brand: unique symbol;
export type Nominal<Base, Name extends string> = Base & { readonly [brand]: Name };
