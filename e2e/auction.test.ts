/**
 * An auction seen from the ticket: the part of the day is the same on every page, and a market order is told
 * what becomes of it there.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { openBrowser, openPerson, stickingOut, whenReady } from './harness/browser.ts';
import { enterDemo } from './harness/client.ts';
import { type RunningServer, startServer } from './harness/server.ts';
import { bengali, texts } from './texts.ts';

const STOCK = 'NSE_SIM:ARUNA';
/** Two minutes into the pre-open of a Monday, in India. */
const PRE_OPEN_MS = Date.UTC(2026, 10, 23, 3, 32);

let server: RunningServer;
let browser: Browser;
before(async () => {
  server = await startServer({ aheadMs: PRE_OPEN_MS - Date.now(), env: { MARKET_HOURS: 'calendar' } });
  browser = await openBrowser();
});
after(async () => {
  await browser?.close();
  await server?.dispose();
});

for (const language of ['en-US', 'bn-BN'] as const) {
  test(`the ticket says that the pre-open auction collects, as the page of the share does: ${language}`, async () => {
    const { market, trade } = language === 'bn-BN' ? bengali : texts;
    const { session } = await enterDemo(server.url);
    const person = await openPerson(browser, { url: server.url, session, language });
    const { page } = person;
    for (const path of ['stockKline', 'order']) {
      await person.open(`/pages/stock/${path}?instrumentId=${STOCK}`);
      await whenReady(page);
      await page.getByRole('heading', { name: market.phase_preOpen }).waitFor();
      assert.equal(await page.getByText(market.sessionOpen, { exact: true }).count(), 0, path);
    }
    await page.getByText(trade.marketAtAuction).waitFor();
    assert.deepEqual(await stickingOut(page), []);
    await person.leave();
  });
}

test('the days whose auctions end by a secret are written as every other day is', async () => {
  const { session } = await enterDemo(server.url);
  const person = await openPerson(browser, { url: server.url, session, language: 'bn-BN' });
  await person.open('/pages/user/proof');
  await person.page.getByText('২৩-১১-২০২৬', { exact: true }).waitFor();
  await person.leave();
});
