import * as apiKey from '#operations/access/api-key.ts';
import * as passkey from '#operations/access/passkey.ts';
import * as account from '#operations/account.ts';
import * as alert from '#operations/alert.ts';
import * as basket from '#operations/basket.ts';
import * as chat from '#operations/chat.ts';
import * as coin from '#operations/coin.ts';
import * as company from '#operations/company.ts';
import * as consoleContent from '#operations/console/content.ts';
import * as consoleCorrection from '#operations/console/correction.ts';
import * as consoleCustomer from '#operations/console/customer.ts';
import * as consoleQueue from '#operations/console/queue.ts';
import * as consoleRules from '#operations/console/rules.ts';
import * as consoleCalls from '#operations/console.ts';
import * as content from '#operations/content.ts';
import * as identity from '#operations/identity.ts';
import * as invites from '#operations/invites.ts';
import * as limits from '#operations/limits.ts';
import * as notice from '#operations/notice.ts';
import * as orders from '#operations/orders.ts';
import * as portfolio from '#operations/portfolio.ts';
import * as proof from '#operations/proof.ts';
import * as push from '#operations/push.ts';
import * as rights from '#operations/rights.ts';
import * as rulebook from '#operations/rulebook.ts';
import * as score from '#operations/score.ts';
import * as security from '#operations/security.ts';
import * as staff from '#operations/staff.ts';
import * as statement from '#operations/statement.ts';
import * as stock from '#operations/stock.ts';
import * as watchlist from '#operations/watchlist.ts';

/**
 * Every call of customers and visitors, by name. What is neither here nor among the console's does not exist.
 */
export const OPERATIONS = {
  ...account,
  ...notice,
  ...push,
  ...identity,
  ...content,
  ...stock,
  ...company,
  ...coin,
  ...orders,
  ...alert,
  ...apiKey,
  ...basket,
  ...chat,
  ...invites,
  ...limits,
  ...passkey,
  ...portfolio,
  ...proof,
  ...rights,
  ...rulebook,
  ...score,
  ...security,
  ...staff,
  ...statement,
  ...watchlist,
};
export type Operations = typeof OPERATIONS;
export type OperationName = keyof Operations;

/**
 * Every call of the staff console: a prefix and a session
 * of their own, and no part of the public description.
 */
export const CONSOLE_OPERATIONS = {
  ...consoleCalls,
  ...consoleQueue,
  ...consoleCustomer,
  ...consoleRules,
  ...consoleContent,
  ...consoleCorrection,
};
export type ConsoleOperations = typeof CONSOLE_OPERATIONS;
export type ConsoleOperationName = keyof ConsoleOperations;
