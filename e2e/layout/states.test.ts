/** States of pages beside the full one: what failed is told once, and what is empty leads on. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { accessibilityFaults } from '../harness/accessibility.ts';
import { openBrowser, openPerson, whenReady } from '../harness/browser.ts';
import { enterDemo } from '../harness/client.ts';
import { type RunningServer, startServer } from '../harness/server.ts';
import { texts } from '../texts.ts';

const { home, market, shell, trade } = texts;

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

async function comeIn() {
  const { session } = await enterDemo(server.url);
  return await openPerson(browser, { url: server.url, session });
}

test('where no call comes through, Home says so once, and in a line for each other part', async () => {
  const person = await comeIn();
  const { page } = person;
  await page.route('**/ipop-api/**', (route) => route.abort('connectionfailed'));
  await person.open('/pages/tabbar/home');
  const whole = page.getByRole('alert').filter({ hasText: shell.noAnswerTitle });
  const lines = page.getByRole('status').filter({ hasText: shell.noAnswerTitle });
  await whole.waitFor();
  await whenReady(page);
  assert.equal(await whole.count(), 1);
  assert.ok((await lines.count()) >= 3, 'indices, movers and news are parts');
  assert.deepEqual(await accessibilityFaults(page), []);

  await page.unroute('**/ipop-api/**');
  await page.getByRole('region', { name: home.indices }).getByRole('button', { name: shell.retry }).click();
  await page.getByRole('region', { name: home.indices }).getByRole('link').first().waitFor();
  await person.leave();
});

test('an empty watchlist, no fills and a search for nothing each lead on', async () => {
  const person = await comeIn();
  const { page } = person;
  await person.open('/pages/stock/order?tab=fills');
  await page.getByText(trade.noFills, { exact: true }).waitFor();
  await page.getByRole('link', { name: trade.toMarkets, exact: true }).click();
  await page.waitForURL('**/pages/tabbar/markets**');
  await person.open('/pages/tabbar/markets?tab=watchlist');
  await page.getByText(market.nothingWatched, { exact: true }).waitFor();
  await page.getByRole('tabpanel').getByRole('link', { name: market.search, exact: true }).click();
  await page.getByRole('searchbox').fill('Reliance');
  await page.getByText(market.searchNothingText, { exact: true }).waitFor();
  await page.getByRole('list', { name: market.mostTraded }).getByRole('link').first().waitFor();
  await person.leave();
});
