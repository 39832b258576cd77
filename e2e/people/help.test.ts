/** The "?" beside the terms of a page: what it opens, in both languages, and that Back closes it alone. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { openBrowser, openPerson, whenReady } from '../harness/browser.ts';
import { enterDemo } from '../harness/client.ts';
import { type RunningServer, startServer } from '../harness/server.ts';
import { bengali, texts as english, filled } from '../texts.ts';

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

for (const [language, texts] of [
  ['en-US', english],
  ['bn-BN', bengali],
] as const) {
  const { market, assets, proof, score, security, glossary, shell } = texts;
  /** Page, the title beside which the "?" stands, and a term that its sheet explains. */
  const places = [
    [STOCK, market.statistics, 'priceBand'],
    [STOCK, market.book, 'bidAsk'],
    [STOCK, market.keyFigures, 'priceToEarnings'],
    [STOCK, market.shareholding, 'shareholding'],
    [STOCK, filled(market.aboutTitle, { symbol: 'ARUNA' }), 'tickSize'],
    ['/pages/user/assets', assets.cash, 'withdrawable'],
    ['/pages/user/assets', assets.fees, 'feeTier'],
    ['/pages/user/proof', proof.newest, 'checkpoint'],
    ['/pages/user/proof', proof.receipts, 'receipt'],
    ['/pages/user/creditScore', score.parts, 'creditScore'],
    ['/pages/user/security', security.sectionPasswords, 'transactionPassword'],
    ['/pages/user/limits', security.limit_sectionTrading, 'dailyLoss'],
    ['/pages/user/limits', security.limit_sectionBreak, 'tradingBreak'],
  ] as const;

  test(`${language}: figures, cash and records have their "?", which explains each term`, async () => {
    const { session } = await enterDemo(server.url);
    const person = await openPerson(browser, { url: server.url, session, language });
    const { page } = person;
    let shown = '';
    for (const [path, label, term] of places) {
      if (path !== shown) await person.open(path);
      shown = path;
      await whenReady(page);
      await page.getByRole('button', { name: filled(shell.helpOn, { term: label }), exact: true }).click();
      const sheet = page.getByRole('dialog');
      await sheet.getByText(glossary[`about_${term}`]).waitFor();
      await page.waitForFunction(() => window.history.state.overlayDepth === 1);
      await page.goBack();
      await sheet.waitFor({ state: 'detached' });
      assert.equal(new URL(page.url()).pathname, path.split('?')[0]);
    }
    await person.leave();
  });
}
