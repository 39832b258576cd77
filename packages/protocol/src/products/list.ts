import * as z from 'zod/mini';
import { delivery } from '#products/delivery/delivery.ts';
import { intraday } from '#products/intraday/intraday.ts';
import { spot } from '#products/spot/spot.ts';

/** Every product, once. */
const PRODUCTS = [delivery, intraday, spot] as const;

/** Names by which calls choose among the products of stocks: delivery, and within the day on margin. */
export const stockProducts = PRODUCTS.flatMap((product) => ('wireName' in product ? [product.wireName] : []));
export type StockProduct = (typeof stockProducts)[number];

/** Wallets of the products; the contract account is every account's and has no product yet. */
export const wallets = [...new Set([...PRODUCTS.map(({ wallet }) => wallet), 'perpetual' as const])];
/** Parts of a customer's assets, as the asset page counts them. */
export const assetParts = [
  ...new Set([...PRODUCTS.flatMap(({ assetParts: parts }) => [...parts]), 'perpetual' as const]),
];
export type AssetPart = (typeof assetParts)[number];
export const walletField = z.enum(wallets);

/** A product by its own name, as the journal has it. */
export const productField = z.enum(PRODUCTS.map(({ name }) => name));

const kinds = [...new Set(PRODUCTS.map(({ kind }) => kind))];
/** Kind of an instrument in which something is traded. */
export const kindField = z.enum(kinds);
/** Kind of what stands in a list: nothing is traded in an index. */
export const listedKindField = z.enum([...kinds, 'index']);

/** Types of order and lives of an order of any product (rules 2.3). */
export const orderTypes = [...new Set(PRODUCTS.flatMap(({ orderTypes: types }) => [...types]))];
export const validities = [...new Set(PRODUCTS.flatMap(({ validities: lives }) => [...lives]))];
