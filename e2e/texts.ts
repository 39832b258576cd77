/**
 * The texts of the app, so that journeys find things by their names and a change of wording breaks none of
 * them.
 */
import bnAccount from '../apps/web/src/locales/bn-BN/account.ts';
import bnConsole from '../apps/web/src/locales/bn-BN/console.ts';
import bnFirstRun from '../apps/web/src/locales/bn-BN/firstRun.ts';
import bnHome from '../apps/web/src/locales/bn-BN/home.ts';
import bnIdentity from '../apps/web/src/locales/bn-BN/identity.ts';
import bnMarket from '../apps/web/src/locales/bn-BN/market.ts';
import bnMine from '../apps/web/src/locales/bn-BN/mine.ts';
import bnRights from '../apps/web/src/locales/bn-BN/rights.ts';
import bnScore from '../apps/web/src/locales/bn-BN/score.ts';
import bnSecurity from '../apps/web/src/locales/bn-BN/security.ts';
import bnShell from '../apps/web/src/locales/bn-BN/shell.ts';
import bnTrade from '../apps/web/src/locales/bn-BN/trade.ts';
import account from '../apps/web/src/locales/en-US/account.ts';
import alerts from '../apps/web/src/locales/en-US/alerts.ts';
import assets from '../apps/web/src/locales/en-US/assets.ts';
import basket from '../apps/web/src/locales/en-US/basket.ts';
import chat from '../apps/web/src/locales/en-US/chat.ts';
import company from '../apps/web/src/locales/en-US/company.ts';
import consoleTexts from '../apps/web/src/locales/en-US/console.ts';
import firstRun from '../apps/web/src/locales/en-US/firstRun.ts';
import glossary from '../apps/web/src/locales/en-US/glossary.ts';
import home from '../apps/web/src/locales/en-US/home.ts';
import identity from '../apps/web/src/locales/en-US/identity.ts';
import market from '../apps/web/src/locales/en-US/market.ts';
import mine from '../apps/web/src/locales/en-US/mine.ts';
import papers from '../apps/web/src/locales/en-US/papers.ts';
import portfolio from '../apps/web/src/locales/en-US/portfolio.ts';
import proof from '../apps/web/src/locales/en-US/proof.ts';
import rights from '../apps/web/src/locales/en-US/rights.ts';
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
  firstRun,
  glossary,
  home,
  identity,
  market,
  mine,
  papers,
  portfolio,
  proof,
  rights,
  score,
  security,
  shell,
  trade,
  watchlists,
  workspace,
};
export const bengali = {
  account: bnAccount,
  console: bnConsole,
  firstRun: bnFirstRun,
  home: bnHome,
  identity: bnIdentity,
  market: bnMarket,
  mine: bnMine,
  rights: bnRights,
  score: bnScore,
  security: bnSecurity,
  shell: bnShell,
  trade: bnTrade,
};

/** A text with its places filled: `Buy {quantity} {name}`. */
export function filled(text: string, places: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => places[name] ?? whole);
}
