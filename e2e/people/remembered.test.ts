/** Values of an earlier visit: the last tab, an invitation, and answers for when the net has none. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { openBrowser, openPerson, whenReady } from '../harness/browser.ts';
import { enterDemo } from '../harness/client.ts';
import { type RunningServer, startServer } from '../harness/server.ts';
import { texts } from '../texts.ts';

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

test('the app opens with the tab of the last visit, and knows an invitation from an earlier one', async () => {
  const { session } = await enterDemo(server.url);
  const person = await openPerson(browser, { url: server.url, session });
  const { page } = person;
  await person.open('/pages/tabbar/markets');
  await whenReady(page);
  await person.open('/');
  await page.waitForURL('**/pages/tabbar/markets');
  await person.leave();

  const invited = await openPerson(browser, { url: server.url, hasChosenLanguage: true });
  await invited.open('/pages/account/reg?invite=ABCD2345');
  await whenReady(invited.page);
  await invited.open('/pages/account/reg');
  await whenReady(invited.page);
  const kept = await invited.page.evaluate(() => localStorage.getItem('tarazu.inviteCode'));
  assert.match(kept ?? '', /ABCD2345/);
  await invited.leave();
});

test('Trade opens what was traded last, a share after a coin and not the other way (app 6)', async () => {
  const { client, session } = await enterDemo(server.url);
  const person = await openPerson(browser, { url: server.url, session });
  const { page } = person;
  const [, share] = (await client.call('stockList', { limit: '2' })).list;
  const [coin] = (await client.call('coinTickers', {})).list;
  assert.ok(share !== undefined && coin !== undefined);
  await person.open(`/pages/coin/index?instrumentId=${encodeURIComponent(coin.instrumentId)}`);
  await whenReady(page);
  await person.open(`/pages/stock/order?instrumentId=${encodeURIComponent(share.instrumentId)}`);
  await whenReady(page);
  await person.open('/pages/tabbar/trade');
  await page.getByRole('radio', { name: texts.trade.stocks, exact: true, checked: true }).waitFor();
  await page.getByText(share.symbol, { exact: true }).first().waitFor();
  await person.leave();
});

test('what was left as soon as it was shown stands there before the net answers, and says from when it is', async () => {
  const { session } = await enterDemo(server.url);
  const person = await openPerson(browser, { url: server.url, session });
  const { page } = person;
  await person.open('/pages/tabbar/markets');
  await page
    .getByRole('link', { name: /\bARUNA\b/ })
    .first()
    .waitFor();
  const silence = Promise.withResolvers<void>();
  await page.route('**/stock/index/list?**', async (route) => {
    await silence.promise;
    await route.abort('connectionrefused');
  });
  await page.reload();
  await page
    .getByRole('link', { name: /\bARUNA\b/ })
    .first()
    .waitFor();
  silence.resolve();
  await page.getByText(texts.shell.updated).waitFor();
  await person.leave();
});
