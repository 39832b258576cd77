/**
 * Every page that is built: nothing breaks, nothing bars
 * anybody, nothing sticks out, in each look and language.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { accessibilityFaults } from './harness/accessibility.ts';
import {
  openBrowser,
  openPerson,
  type Person,
  type PersonOptions,
  PHONE,
  stickingOut,
  whenReady,
  whenStill,
} from './harness/browser.ts';
import { type BuiltPage, builtPages } from './harness/built-pages.ts';
import type { Guest } from './harness/client.ts';
import { openGuestWithHistory, queriesOf } from './harness/history.ts';
import { type RunningServer, startServer } from './harness/server.ts';

const NARROW = 320;
/** Room for what is still coming in below. */
const SPARE = 600;
/** The splash page goes on by itself; where it leads is looked at as a page of its own. */
const passing: readonly string[] = ['common/start'];
const looks = [
  { name: 'light', options: { theme: 'light' } },
  { name: 'dark', options: { theme: 'dark' } },
  { name: 'bn-BN', options: { language: 'bn-BN' } },
] as const satisfies readonly { name: string; options: Partial<PersonOptions> }[];

let server: RunningServer;
let browser: Browser;
let guest: Guest;
let pages: readonly BuiltPage[];

before(async () => {
  server = await startServer();
  browser = await openBrowser();
  guest = await openGuestWithHistory(server.url);
  pages = builtPages(await queriesOf(server.url)).filter(({ name }) => !passing.includes(name));
});
after(async () => {
  await browser?.close();
  await server?.dispose();
});

for (const { name, options } of looks) {
  test(`${name}: each page is whole, open to all and fits 320 px`, async (t) => {
    const common = { url: server.url, language: 'en-US', ...options } as const;
    const person = await openPerson(browser, { ...common, session: guest.session });
    for (const page of pages) await t.test(page.name, () => lookAt(person, page));
    await person.leave();
  });
}

test('a visitor sees what visitors may see, and the login page elsewhere', async (t) => {
  const person = await openPerson(browser, { url: server.url, hasChosenLanguage: true });
  for (const page of pages) await t.test(page.name, () => lookAt(person, page));
  await person.leave();
});

async function lookAt(person: Person, { path }: BuiltPage): Promise<void> {
  const { page } = person;
  await page.setViewportSize(PHONE);
  await person.open(path);
  await whenReady(page);
  assert.deepEqual(await stickingOut(page), [], 'at 390 px nothing sticks out');
  // As tall as its content: a bar that stays at the foot covers what can be scrolled away from below it.
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ width: PHONE.width, height: Math.max(height, PHONE.height) + SPARE });
  await whenStill(page);
  assert.deepEqual(await accessibilityFaults(page), [], 'axe finds nothing');
  await page.setViewportSize({ width: NARROW, height: PHONE.height });
  assert.deepEqual(await stickingOut(page), [], 'at 320 px nothing sticks out');
  assert.deepEqual(person.troubles.splice(0), [], 'nothing broke');
}
