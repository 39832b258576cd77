/**
 * An auction seen from the ticket: the part of the day is the same on every page, and a market order is told
 * what becomes of it there.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { commitmentOf } from '@tarazu/core/proof';
import { OPERATIONS } from '@tarazu/protocol';
import type { Browser } from 'playwright-core';
import { openBrowser, openPerson, stickingOut, whenReady } from './harness/browser.ts';
import { enterDemo } from './harness/client.ts';
import { type RunningServer, startServer } from './harness/server.ts';
import { bengali, texts } from './texts.ts';

const STOCK = 'NSE_SIM:ARUNA';
/** A Monday. */
const DAY = '2026-11-23';
/** Two minutes into its pre-open, in India. */
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

test('a seed of a day that was ground again is told as what it is, though its hash fits it (trial 16)', async () => {
  const { proof } = texts;
  const { session } = await enterDemo(server.url);
  const person = await openPerson(browser, { url: server.url, session });
  const { page } = person;
  const today = page
    .getByRole('list', { name: proof.ends })
    .getByRole('listitem')
    .filter({ hasText: '23-11-2026' });
  // The server began within the day: what it says is true, and protects nobody yet.
  const honest = today.getByText(proof.end_boundLate, { exact: true });
  await person.open('/pages/user/proof');
  for (await today.waitFor(); !(await honest.isVisible()); await today.waitFor()) {
    const asked = page.waitForResponse((response) => response.url().includes('/proof/auctionEnds'));
    await page.reload({ waitUntil: 'domcontentloaded' });
    await (await asked).finished();
  }
  let isAsked = false;
  page.on('request', (request) => {
    isAsked ||= new URL(request.url()).pathname.endsWith('/proof/auctionEnd');
  });
  await page.route('**/proof/auctionEnds**', async (route) => {
    const response = await route.fetch();
    const body: { readonly data: unknown } = await response.json();
    const { list } = OPERATIONS.proofAuctionEnds.output.parse(body.data);
    const seed = 'cd'.repeat(32);
    const forged = list.map((day) =>
      day.tradingDay === DAY ? { ...day, seed, commitment: commitmentOf({ tradingDay: DAY, seed }) } : day,
    );
    await route.fulfill({ response, json: { ...body, data: { list: forged } } });
  });
  await page.reload({ waitUntil: 'domcontentloaded' });
  await today.getByText(proof.end_differs, { exact: true }).waitFor();
  assert.ok(isAsked, 'the seed fits its hash: only the log shows that it was another');
  await person.leave();
});
