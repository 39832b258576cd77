/** Every page that is built, looked at in some looks: a test for each look, and one in it for each page. */
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { openBrowser, openPerson, type PersonOptions } from './browser.ts';
import { type BuiltPage, builtPages } from './built-pages.ts';
import type { Guest } from './client.ts';
import { openGuestWithHistory, queriesOf } from './history.ts';
import { lookAtPage, PASSING_PAGES, type SCREENS } from './page-look.ts';
import { type RunningServer, startServer } from './server.ts';

export interface Look extends Pick<PersonOptions, 'language' | 'theme' | 'hasChosenLanguage'> {
  readonly name: string;
  readonly isVisitor?: boolean;
  /** Beside the phone. */
  readonly screen: keyof typeof SCREENS;
}

/** Registers the tests, which share one server, one browser and a demo account with a history. */
export function lookAtAll(looks: readonly Look[]): void {
  let server: RunningServer;
  let browser: Browser;
  let guest: Guest;
  let pages: readonly BuiltPage[];
  before(async () => {
    server = await startServer();
    browser = await openBrowser();
    guest = await openGuestWithHistory(server.url);
    pages = builtPages(await queriesOf(server.url)).filter(({ name }) => !PASSING_PAGES.includes(name));
  });
  after(async () => {
    await browser?.close();
    await server?.dispose();
  });
  for (const { name, screen, isVisitor = false, ...options } of looks) {
    test(name, async (t) => {
      const session = isVisitor ? {} : { session: guest.session };
      const person = await openPerson(browser, { url: server.url, ...options, ...session });
      for (const page of pages) await t.test(page.name, () => lookAtPage(person, page, screen));
      await person.leave();
    });
  }
}
