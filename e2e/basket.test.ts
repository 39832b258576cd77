/** A basket: built from the watchlist and the list, refused whole, mended, checked, placed. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { openBrowser, openPerson } from './harness/browser.ts';
import { enterDemo } from './harness/client.ts';
import { type RunningServer, startServer } from './harness/server.ts';
import { filled, texts } from './texts.ts';

const { basket, market, trade } = texts;

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

test('a basket is refused whole while one leg would be, and placed whole when none is', async () => {
  const guest = await enterDemo(server.url);
  const { client } = guest;
  await client.call('stockCollectAdd', { instrumentId: 'NSE_SIM:ARUNA' });
  const person = await openPerson(browser, { url: server.url, session: guest.session });
  const { page } = person;
  await person.open('/pages/stock/order?tab=open');
  await page.getByRole('link', { name: trade.basket }).click();
  await page.getByRole('button', { name: basket.addWatched }).click();
  await page.getByRole('button', { name: basket.add, exact: true }).click();
  const picker = page.getByRole('dialog');
  await picker.getByRole('searchbox', { name: market.searchLabel }).fill('BTC-USDT');
  await picker
    .getByRole('button', { name: /BTC-USDT/ })
    .first()
    .click();
  await picker.waitFor({ state: 'detached' });
  const legs = page.getByRole('list', { name: basket.title }).getByRole('listitem');
  assert.equal(await legs.count(), 2);
  await page.getByRole('button', { name: basket.check }).click();
  await page.getByText(trade.enterQuantity).first().waitFor();

  const shares = legs.first().getByLabel(filled(trade.quantityIn, { unit: trade.shares }));
  await page.getByText(basket.liveNothing).waitFor();
  await shares.fill('90000');
  await page.getByText(basket.liveBuys).first().waitFor();
  await legs
    .nth(1)
    .getByLabel(filled(trade.quantityIn, { unit: 'BTC' }))
    .fill('0.001');
  await page.getByRole('button', { name: basket.check }).click();
  await page.getByText(basket.refusedTitle).waitFor();
  assert.deepEqual((await client.call('stockOrders', {})).list, []);

  await shares.fill('2');
  await page.getByRole('button', { name: basket.check }).click();
  await page.getByText(basket.sumTitle).waitFor();
  await page.getByRole('button', { name: filled(basket.place_other, { number: '2' }) }).click();
  await page.getByRole('heading', { name: basket.results }).waitFor();
  await page.getByRole('list', { name: basket.results }).getByText(trade.state_completed).nth(1).waitFor();
  assert.equal((await client.call('stockOrders', {})).list.length, 1);
  assert.equal((await client.call('coinOrders', {})).list.length, 1);
  assert.deepEqual(person.troubles.splice(0), []);
  await person.leave();
});

test('what is typed before the instrument is known keeps its digits', async () => {
  const { client, session } = await enterDemo(server.url);
  await client.call('coinCollectAdd', { instrumentId: 'COIN_SIM:BTC-USDT' });
  const person = await openPerson(browser, { url: server.url, session });
  const { page } = person;
  const typed = Promise.withResolvers<void>();
  await page.route('**/coin/infos', async (route) => {
    await typed.promise;
    await route.continue();
  });
  await person.open('/pages/stock/basket');
  await page.getByRole('button', { name: basket.addWatched }).click();
  const leg = page.getByRole('list', { name: basket.title }).getByRole('listitem').first();
  await leg.getByRole('textbox').fill('0.01');
  typed.resolve();
  const quantity = leg.getByLabel(filled(trade.quantityIn, { unit: 'BTC' }), { exact: true });
  await quantity.waitFor();
  assert.equal(await quantity.inputValue(), '0.01');
  await person.leave();
});
