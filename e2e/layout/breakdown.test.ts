/** A ticket on the smallest phone: its breakdown leaves the button that sends in sight. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { openBrowser, openPerson, whenReady } from '../harness/browser.ts';
import { enterDemo } from '../harness/client.ts';
import { type RunningServer, startServer } from '../harness/server.ts';
import { texts } from '../texts.ts';

const { trade } = texts;
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

test('the breakdown of the charges opened at 320 by 640 leaves the button above the tabs', async () => {
  const { session } = await enterDemo(server.url);
  const person = await openPerson(browser, { url: server.url, session });
  const { page } = person;
  await page.setViewportSize({ width: 320, height: 640 });
  await person.open('/pages/tabbar/trade');
  await whenReady(page);
  await page.locator('input[inputmode]').first().fill('15');
  const card = page.getByRole('region', { name: trade.truthTitle });
  await card.locator('summary').first().click();
  await card.getByText(trade.priceExpected).waitFor();
  const send = await page.locator('[data-send]').boundingBox();
  const tabs = await page.locator('.tab-bar').boundingBox();
  assert.ok(send !== null && tabs !== null);
  assert.ok(send.y + send.height <= tabs.y, `${send.y + send.height} lies above ${tabs.y}`);
  await person.leave();
});
