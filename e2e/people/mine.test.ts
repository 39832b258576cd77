/** The page Mine with its groups and its search, and the side menu. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { accessibilityFaults } from '../harness/accessibility.ts';
import { openBrowser, openPerson, stickingOut, whenReady, whenStill } from '../harness/browser.ts';
import { enterDemo } from '../harness/client.ts';
import { type RunningServer, startServer } from '../harness/server.ts';
import { bengali, filled, texts } from '../texts.ts';

const DRAWER_PX = 300;
const SPOKEN = { 'en-US': texts, 'bn-BN': bengali } as const;
const searches = [
  { language: 'en-US', theme: 'light', typed: 'dark', setting: 'theme' },
  { language: 'bn-BN', theme: 'dark', typed: 'রাত', setting: 'theme' },
] as const;

let server: RunningServer;
let browser: Browser;
before(async () => {
  server = await startServer();
  browser = await openBrowser();
});
after(async () => {
  await browser?.close();
  await server?.dispose();
});

test('Mine is grouped, and each line leads to a page that is there', async () => {
  const { mine } = texts;
  const { session } = await enterDemo(server.url);
  const person = await openPerson(browser, { url: server.url, session });
  const { page } = person;
  await person.open('/pages/tabbar/mine');
  await whenReady(page);
  const groups = [
    mine.group_account,
    mine.group_money,
    mine.group_statements,
    mine.group_settings,
    mine.group_help,
  ];
  assert.deepEqual(await page.locator('main section h2').allTextContents(), groups);
  const hrefs = await page
    .locator('main section li a')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
  assert.ok(hrefs.length > 10);
  for (const href of hrefs) {
    await person.open(href);
    await whenReady(page);
    assert.equal(await page.getByText(texts.shell.notFoundTitle).count(), 0, href);
  }
  await person.leave();
});

for (const { language, theme, typed, setting } of searches) {
  test(`${language}: a search in Mine finds a setting by another word, and changes it there`, async () => {
    const { mine } = SPOKEN[language];
    const { session } = await enterDemo(server.url);
    const person = await openPerson(browser, { url: server.url, session, language, theme, width: 320 });
    const { page } = person;
    await person.open('/pages/tabbar/mine');
    const field = page.getByRole('searchbox', { name: mine.search });
    await field.fill(typed);
    await page.getByRole('heading', { name: mine.group_account }).waitFor({ state: 'detached' });
    await page.getByRole('radiogroup', { name: mine[setting] }).waitFor();
    assert.equal(await page.getByRole('radiogroup').count(), 1, 'and nothing else');
    await page.getByRole('radio', { name: mine.themeDark }).check();
    await page.waitForFunction(() => document.documentElement.dataset['theme'] === 'dark');
    assert.deepEqual(await accessibilityFaults(page), []);
    assert.deepEqual(await stickingOut(page), []);
    await field.fill('zzzz');
    await page.getByText(filled(mine.searchNothing, { text: 'zzzz' })).waitFor();
    await page.getByRole('button', { name: mine.searchClear }).click();
    await page.getByRole('heading', { name: mine.group_account }).waitFor();
    await person.leave();
  });
}

for (const { language, theme } of searches) {
  test(`${language}: the side menu is 300 px wide and fits a phone of 320 px`, async () => {
    const { shell } = SPOKEN[language];
    const { session } = await enterDemo(server.url);
    const person = await openPerson(browser, { url: server.url, session, language, theme, width: 320 });
    const { page } = person;
    await person.open('/pages/tabbar/home');
    await page.getByRole('button', { name: shell.openMenu }).click();
    const menu = page.getByRole('dialog', { name: shell.menu });
    await menu.getByRole('link', { name: shell.aboutUs }).waitFor();
    await whenStill(page);
    const box = await menu.boundingBox();
    assert.deepEqual([box?.x, box?.width], [0, DRAWER_PX]);
    assert.deepEqual(await accessibilityFaults(page), []);
    const cut = await menu.evaluate((panel) =>
      [...panel.querySelectorAll('*')]
        .filter((part) => part.getBoundingClientRect().right > panel.getBoundingClientRect().right + 0.5)
        .map((part) => part.outerHTML.slice(0, 120)),
    );
    assert.deepEqual(cut, [], 'nothing in it is cut');
    await person.leave();
  });
}
