/**
 * A type that only its own parser can make, so that two bigints of different meaning never mix, at no cost.
 */
declare const brand: unique symbol;
export type Nominal<Base, Name extends string> = Base & { readonly [brand]: Name };
