/** Words of the wire that belong to one product: what an order of it may say, and where its money stands. */
export interface WireProduct {
  readonly name: string;
  /** Kind of instrument that it is traded in. */
  readonly kind: string;
  readonly wallet: string;
  /** Name among the products of its kind; absent where a kind has one only. */
  readonly wireName?: string;
  /** Parts of a customer's assets in which what its wallet holds is counted. */
  readonly assetParts: readonly string[];
  readonly orderTypes: readonly string[];
  readonly validities: readonly string[];
}
