/** Every page that is built, in Bengali, and as a visitor meets it. */
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { openBrowser, openPerson } from '../harness/browser.ts';
import { type BuiltPage, builtPages } from '../harness/built-pages.ts';
import type { Guest } from '../harness/client.ts';
import { openGuestWithHistory, queriesOf } from '../harness/history.ts';
import { lookAtPage, PASSING_PAGES } from '../harness/page-look.ts';
import { type RunningServer, startServer } from '../harness/server.ts';

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

const looks = [
  { theme: 'light', screen: 'lying' },
  { theme: 'dark', screen: 'desktop' },
] as const;

for (const { theme, screen } of looks) {
  test(`bn-BN, ${theme}, phone and ${screen}: each page is whole, open to all and fits 320 px`, async (t) => {
    const common = { url: server.url, language: 'bn-BN', theme } as const;
    const person = await openPerson(browser, { ...common, session: guest.session });
    for (const page of pages) await t.test(page.name, () => lookAtPage(person, page, screen));
    await person.leave();
  });
}

test('a visitor sees what visitors may see, and the login page elsewhere', async (t) => {
  const person = await openPerson(browser, { url: server.url, hasChosenLanguage: true });
  for (const page of pages) await t.test(page.name, () => lookAtPage(person, page, 'desktop'));
  await person.leave();
});
