/** One day is told from one place: its candle and the figures of the page (app 2). */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { openBrowser, openPerson, whenReady } from '../harness/browser.ts';
import { enterDemo } from '../harness/client.ts';
import { type RunningServer, startServer } from '../harness/server.ts';
import { texts } from '../texts.ts';

const { market } = texts;
const STOCK = '/pages/stock/stockKline?instrumentId=NSE_SIM:ARUNA';

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

/** `₹1,234.50` as 1234.5. */
const numberOf = (text: string | null): number => Number((text ?? '').replaceAll(/[^\d.]/g, ''));

async function figure(page: Page, label: string): Promise<number> {
  return numberOf(await page.locator('dt', { hasText: label }).first().locator('+ dd').textContent());
}

test('on a fresh install the candle of today has the figures of the page, from its open on (app 2)', async () => {
  const { session } = await enterDemo(server.url);
  const person = await openPerson(browser, { url: server.url, session });
  const { page } = person;
  await person.open(STOCK);
  await whenReady(page);
  const open = await figure(page, market.open);
  const previousClose = await figure(page, market.previousClose);
  await page.getByRole('radio', { name: market.intervalName_1d, exact: true }).check();
  await page.getByRole('button', { name: market.viewAsTable }).click();
  const rows = page.getByRole('dialog').getByRole('row');
  await rows.nth(2).waitFor();
  const cells = async (row: number) =>
    (await rows.nth(row).getByRole('cell').allTextContents()).slice(0, 4).map(numberOf);
  const [today = [], yesterday = []] = [await cells(1), await cells(2)];
  assert.equal(today[0], open, 'the candle begins at the open of the day');
  assert.equal(yesterday[3], previousClose, 'the candle before it ends at the previous close');
  await person.leave();
});
