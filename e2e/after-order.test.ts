/** The ways out of a placed order, and the app's memory of it. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { openBrowser, openPerson } from './harness/browser.ts';
import { enterDemo } from './harness/client.ts';
import { type RunningServer, startServer } from './harness/server.ts';
import { tapToSend } from './harness/tap.ts';
import { filled, texts } from './texts.ts';

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

const ORDERS = [
  { id: 'COIN_SIM:BTC-USDT', page: '/pages/coin/index', unit: 'BTC', quantity: '0.002', symbol: 'BTC-USDT' },
  { id: 'NSE_SIM:ARUNA', page: '/pages/stock/order', unit: trade.shares, quantity: '2', symbol: 'ARUNA' },
] as const;

for (const { id, page: path, unit, quantity, symbol } of ORDERS) {
  test(`the way from a filled order of ${symbol} leads to that order, Back to its list (app 5)`, async () => {
    const { session } = await enterDemo(server.url);
    const person = await openPerson(browser, { url: server.url, session });
    const { page } = person;
    await person.open(`${path}?instrumentId=${id}`);
    await page.getByLabel(filled(trade.quantityIn, { unit })).fill(quantity);
    await tapToSend(page, page.getByRole('button', { name: new RegExp(`^Buy ${quantity} `) }));
    const receipt = page.getByRole('dialog', { name: filled(trade.orderBuy, { quantity, symbol }) });
    await receipt.getByText(filled(trade.lifeFilled, { filled: quantity, quantity })).waitFor();
    await receipt.getByRole('link', { name: trade.toOrders }).click();
    await page.waitForURL(/tab=history/);
    await receipt.waitFor();
    await page.waitForFunction(() => window.history.state.overlayDepth === 1);
    await page.goBack();
    await receipt.waitFor({ state: 'detached' });
    assert.equal(new URL(page.url()).searchParams.get('tab'), 'history');
    await page.waitForFunction(() => !window.location.search.includes('order='));
    await person.open('/pages/tabbar/trade');
    await page.getByRole('button', { name: new RegExp(`^${symbol}`) }).waitFor();
    assert.deepEqual(person.troubles.splice(0), []);
    await person.leave();
  });
}

test('what was typed is gone after sending, and a price far from the last is asked about (app 4)', async () => {
  const { client, session } = await enterDemo(server.url);
  const person = await openPerson(browser, { url: server.url, session });
  const { page } = person;
  const instrumentId = 'NSE_SIM:ARUNA';
  await person.open(`/pages/stock/order?instrumentId=${instrumentId}`);
  await page.getByRole('radio', { name: trade.type_limit, exact: true }).check();
  const { band } = await client.call('stockInfo', { instrumentId });
  const price = page.getByLabel(filled(trade.limitPrice, { asset: '₹' }));
  await price.fill(band?.priceLow ?? '');
  const quantity = page.getByLabel(filled(trade.quantityIn, { unit: trade.shares }));
  await quantity.fill('1');
  const send = page.getByRole('button', { name: /^Buy 1 / });
  await send.click();
  await page.getByText(trade.farTitle).waitFor();
  assert.deepEqual((await client.call('stockOrders', {})).list, []);
  await tapToSend(page, send);
  const receipt = page.getByRole('dialog', {
    name: filled(trade.orderBuy, { quantity: '1', symbol: 'ARUNA' }),
  });
  await receipt.waitFor();
  assert.equal((await client.call('stockOrders', {})).list.length, 1);
  await page.keyboard.press('Escape');
  await receipt.waitFor({ state: 'detached' });
  assert.equal(await quantity.inputValue(), '');
  assert.equal(await page.getByRole('radio', { name: trade.type_market, exact: true }).isChecked(), true);
  await page.getByRole('radio', { name: trade.type_limit, exact: true }).check();
  assert.notEqual(await price.inputValue(), band?.priceLow);
  await person.leave();
});

test('positions in coins show the cash beside them (app 8)', async () => {
  const { session } = await enterDemo(server.url);
  const person = await openPerson(browser, { url: server.url, session });
  await person.open('/pages/tabbar/position?tab=spot');
  const cash = person.page.getByRole('list', { name: trade.cash }).getByRole('listitem');
  await cash.filter({ hasText: 'USDT' }).waitFor();
  await person.leave();
});
