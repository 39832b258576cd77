import * as account from '#operations/account.ts';
import * as alert from '#operations/alert.ts';
import * as basket from '#operations/basket.ts';
import * as coin from '#operations/coin.ts';
import * as content from '#operations/content.ts';
import * as identity from '#operations/identity.ts';
import * as orders from '#operations/orders.ts';
import * as portfolio from '#operations/portfolio.ts';
import * as proof from '#operations/proof.ts';
import * as rights from '#operations/rights.ts';
import * as statement from '#operations/statement.ts';
import * as stock from '#operations/stock.ts';
import * as watchlist from '#operations/watchlist.ts';

/** Every call there is, by name. What is not here does not exist. */
export const OPERATIONS = {
  ...account,
  ...identity,
  ...content,
  ...stock,
  ...coin,
  ...orders,
  ...alert,
  ...basket,
  ...portfolio,
  ...proof,
  ...rights,
  ...statement,
  ...watchlist,
};
export type Operations = typeof OPERATIONS;
export type OperationName = keyof Operations;
