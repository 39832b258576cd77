/**
 * The texts of the app, so that journeys find things by their names and a change of wording breaks none of
 * them.
 */
export { RULE_FAMILIES } from '../apps/server/src/rules/list.ts';
export { TOPICS } from '../apps/web/src/widgets/how/topics.ts';

import bnAccount from '../apps/web/src/locales/bn-BN/account.ts';
import bnAlerts from '../apps/web/src/locales/bn-BN/alerts.ts';
import bnAssets from '../apps/web/src/locales/bn-BN/assets.ts';
import bnBasket from '../apps/web/src/locales/bn-BN/basket.ts';
import bnChat from '../apps/web/src/locales/bn-BN/chat.ts';
import bnCompany from '../apps/web/src/locales/bn-BN/company.ts';
import bnConsoleContent from '../apps/web/src/locales/bn-BN/console/content.ts';
import bnConsoleCorrection from '../apps/web/src/locales/bn-BN/console/correction.ts';
import bnConsoleCustomer from '../apps/web/src/locales/bn-BN/console/customer.ts';
import bnConsoleQueues from '../apps/web/src/locales/bn-BN/console/queues.ts';
import bnConsole from '../apps/web/src/locales/bn-BN/console.ts';
import bnContent from '../apps/web/src/locales/bn-BN/content.ts';
import bnDocuments from '../apps/web/src/locales/bn-BN/documents.ts';
import bnFirstRun from '../apps/web/src/locales/bn-BN/firstRun.ts';
import bnGlossary from '../apps/web/src/locales/bn-BN/glossary.ts';
import bnHome from '../apps/web/src/locales/bn-BN/home.ts';
import bnInvite from '../apps/web/src/locales/bn-BN/identity/invite.ts';
import bnPlaces from '../apps/web/src/locales/bn-BN/identity/places.ts';
import bnIdentity from '../apps/web/src/locales/bn-BN/identity.ts';
import bnMarket from '../apps/web/src/locales/bn-BN/market.ts';
import bnMine from '../apps/web/src/locales/bn-BN/mine.ts';
import bnPortfolio from '../apps/web/src/locales/bn-BN/portfolio.ts';
import bnProof from '../apps/web/src/locales/bn-BN/proof.ts';
import bnRights from '../apps/web/src/locales/bn-BN/rights.ts';
import bnHow from '../apps/web/src/locales/bn-BN/rules/how.ts';
import bnRulebook from '../apps/web/src/locales/bn-BN/rules/rulebook.ts';
import bnScore from '../apps/web/src/locales/bn-BN/score.ts';
import bnSecurity from '../apps/web/src/locales/bn-BN/security.ts';
import bnShell from '../apps/web/src/locales/bn-BN/shell.ts';
import bnTrade from '../apps/web/src/locales/bn-BN/trade.ts';
import bnWatchlists from '../apps/web/src/locales/bn-BN/watchlists.ts';
import bnWorkspace from '../apps/web/src/locales/bn-BN/workspace.ts';
import account from '../apps/web/src/locales/en-US/account.ts';
import alerts from '../apps/web/src/locales/en-US/alerts.ts';
import assets from '../apps/web/src/locales/en-US/assets.ts';
import basket from '../apps/web/src/locales/en-US/basket.ts';
import chat from '../apps/web/src/locales/en-US/chat.ts';
import company from '../apps/web/src/locales/en-US/company.ts';
import consoleContent from '../apps/web/src/locales/en-US/console/content.ts';
import consoleCorrection from '../apps/web/src/locales/en-US/console/correction.ts';
import consoleCustomer from '../apps/web/src/locales/en-US/console/customer.ts';
import consoleQueues from '../apps/web/src/locales/en-US/console/queues.ts';
import consoleTexts from '../apps/web/src/locales/en-US/console.ts';
import content from '../apps/web/src/locales/en-US/content.ts';
import documents from '../apps/web/src/locales/en-US/documents.ts';
import firstRun from '../apps/web/src/locales/en-US/firstRun.ts';
import glossary from '../apps/web/src/locales/en-US/glossary.ts';
import home from '../apps/web/src/locales/en-US/home.ts';
import invite from '../apps/web/src/locales/en-US/identity/invite.ts';
import places from '../apps/web/src/locales/en-US/identity/places.ts';
import identity from '../apps/web/src/locales/en-US/identity.ts';
import market from '../apps/web/src/locales/en-US/market.ts';
import mine from '../apps/web/src/locales/en-US/mine.ts';
import portfolio from '../apps/web/src/locales/en-US/portfolio.ts';
import proof from '../apps/web/src/locales/en-US/proof.ts';
import rights from '../apps/web/src/locales/en-US/rights.ts';
import how from '../apps/web/src/locales/en-US/rules/how.ts';
import rulebook from '../apps/web/src/locales/en-US/rules/rulebook.ts';
import score from '../apps/web/src/locales/en-US/score.ts';
import security from '../apps/web/src/locales/en-US/security.ts';
import shell from '../apps/web/src/locales/en-US/shell.ts';
import trade from '../apps/web/src/locales/en-US/trade.ts';
import watchlists from '../apps/web/src/locales/en-US/watchlists.ts';
import workspace from '../apps/web/src/locales/en-US/workspace.ts';

export const texts = {
  account,
  alerts,
  assets,
  basket,
  company,
  chat,
  console: consoleTexts,
  consoleContent,
  consoleCorrection,
  consoleCustomer,
  consoleQueues,
  firstRun,
  glossary,
  home,
  identity,
  invite,
  market,
  mine,
  documents,
  places,
  portfolio,
  proof,
  rights,
  content,
  how,
  rulebook,
  score,
  security,
  shell,
  trade,
  watchlists,
  workspace,
};
export const bengali = {
  account: bnAccount,
  alerts: bnAlerts,
  basket: bnBasket,
  chat: bnChat,
  company: bnCompany,
  documents: bnDocuments,
  portfolio: bnPortfolio,
  watchlists: bnWatchlists,
  workspace: bnWorkspace,
  assets: bnAssets,
  console: bnConsole,
  consoleContent: bnConsoleContent,
  consoleCorrection: bnConsoleCorrection,
  consoleCustomer: bnConsoleCustomer,
  consoleQueues: bnConsoleQueues,
  firstRun: bnFirstRun,
  glossary: bnGlossary,
  home: bnHome,
  identity: bnIdentity,
  invite: bnInvite,
  market: bnMarket,
  mine: bnMine,
  places: bnPlaces,
  proof: bnProof,
  rights: bnRights,
  content: bnContent,
  how: bnHow,
  rulebook: bnRulebook,
  score: bnScore,
  security: bnSecurity,
  shell: bnShell,
  trade: bnTrade,
};

/** Every catalogue, in either language. */
export type Texts = {
  readonly [Name in keyof typeof texts]: Readonly<Record<keyof (typeof texts)[Name], string>>;
};

/** A text with its places filled: `Buy {quantity} {name}`. */
export function filled(text: string, places: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => places[name] ?? whole);
}
