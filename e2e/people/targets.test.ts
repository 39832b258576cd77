/** Fingers on every page: what can be pressed is large enough, and nothing stays under the tab bar. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { openBrowser, openPerson, PHONE, whenReady, whenStill } from '../harness/browser.ts';
import { builtPages } from '../harness/built-pages.ts';
import { openGuestWithHistory, queriesOf } from '../harness/history.ts';
import { type RunningServer, startServer } from '../harness/server.ts';
import { smallTargets, underTheBar } from '../harness/targets.ts';

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

test('targets are 44 by 44 px on every page, and the last row is above the tab bar (app 11)', async (t) => {
  const { session } = await openGuestWithHistory(server.url);
  const person = await openPerson(browser, { url: server.url, session });
  const { page } = person;
  const pages = builtPages(await queriesOf(server.url)).filter(({ name }) => name !== 'common/start');
  for (const { name, path } of pages) {
    await t.test(name, async () => {
      await page.setViewportSize(PHONE);
      await person.open(path);
      await whenReady(page);
      await whenStill(page);
      assert.deepEqual(await underTheBar(page), []);
      assert.deepEqual(await smallTargets(page), []);
    });
  }
  await person.leave();
});
