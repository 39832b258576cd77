/** What the app says, so that journeys find things by their names and a change of wording breaks none of them. */
import account from '../apps/web/src/locales/en-US/account.ts';
import assets from '../apps/web/src/locales/en-US/assets.ts';
import home from '../apps/web/src/locales/en-US/home.ts';
import mine from '../apps/web/src/locales/en-US/mine.ts';
import shell from '../apps/web/src/locales/en-US/shell.ts';

export const texts = { account, assets, home, mine, shell };
