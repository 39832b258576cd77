import * as account from '#operations/account.ts';
import * as alert from '#operations/alert.ts';
import * as basket from '#operations/basket.ts';
import * as coin from '#operations/coin.ts';
import * as company from '#operations/company.ts';
import * as content from '#operations/content.ts';
import * as orders from '#operations/orders.ts';
import * as portfolio from '#operations/portfolio.ts';
import * as proof from '#operations/proof.ts';
import * as rights from '#operations/rights.ts';
import * as score from '#operations/score.ts';
import * as security from '#operations/security.ts';
import * as statement from '#operations/statement.ts';
import * as stock from '#operations/stock.ts';
import * as watchlist from '#operations/watchlist.ts';

/** Every call there is, by name. What is not here does not exist. */
export const OPERATIONS = {
  ...account,
  ...content,
  ...stock,
  ...company,
  ...coin,
  ...orders,
  ...alert,
  ...basket,
  ...portfolio,
  ...proof,
  ...rights,
  ...score,
  ...security,
  ...statement,
  ...watchlist,
};
export type Operations = typeof OPERATIONS;
export type OperationName = keyof Operations;
