/** Pages of one thing on a wide screen: the stock page, own orders, search and basket. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Locator } from 'playwright-core';
import { accessibilityFaults } from '../harness/accessibility.ts';
import { openBrowser, stickingOut, whenReady } from '../harness/browser.ts';
import { newClientId } from '../harness/client.ts';
import { type RunningServer, startServer } from '../harness/server.ts';
import { filled, texts } from '../texts.ts';
import { comeToWide, OTHER, ordersOf, STOCK, TABLET } from './wide-visit.ts';

const { basket, market, trade, workspace } = texts;

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

const comeIn = (path: string) => comeToWide({ url: server.url, browser, path });

test('on a desktop the stock page has its ticket beside the chart, and an order goes out from there', async () => {
  const { person, client } = await comeIn(`/pages/stock/stockKline?instrumentId=${STOCK}`);
  const { page } = person;
  const ticket = page.getByRole('region', { name: trade.tab_ticket, exact: true });
  const send = ticket.getByRole('button', {
    name: filled(trade.submitBuy, { quantity: '2', name: 'ARUNA' }),
  });
  await ticket.waitFor();
  const chart = await page.getByRole('region', { name: market.chart, exact: true }).first().boundingBox();
  const beside = await ticket.boundingBox();
  assert.ok(
    chart !== null && beside !== null && chart.x + chart.width <= beside.x,
    'the chart stands left of the ticket',
  );
  await whenReady(page);
  assert.deepEqual(await stickingOut(page), []);
  assert.deepEqual(await accessibilityFaults(page), []);
  await ticket.getByRole('textbox', { name: filled(trade.quantityIn, { unit: trade.shares }) }).fill('2');
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await send.waitFor();
  const scrolled = await ticket.boundingBox();
  assert.ok(scrolled !== null && scrolled.y >= 0, 'the ticket stays while the facts are read');
  await send.click();
  await page.getByRole('dialog').waitFor();
  assert.equal((await ordersOf(client)).length, 1);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.setViewportSize(TABLET);
  await ticket.waitFor({ state: 'detached' });
  await page.getByRole('link', { name: market.buy, exact: true }).waitFor();
  await person.leave();
});

test('own orders are a table on a tablet and a desktop, and a list on a phone', async () => {
  const { person, client } = await comeIn('/pages/tabbar/home');
  const { page } = person;
  const { price } = await client.call('stockInfo', { instrumentId: STOCK });
  const limit = (Math.floor(Number(price) * 9.9) / 10).toFixed(2);
  const wish = { type: 'limit', validity: 'day', quantity: '5', price: limit } as const;
  await client.call('stockBuy', { clientId: newClientId(), instrumentId: STOCK, ...wish });
  await person.open('/pages/stock/order?tab=open');
  const table = page.getByRole('table', { name: trade.openOrders });
  const line = table.getByRole('row', { name: /ARUNA/ });
  await line.waitFor();
  await whenReady(page);
  assert.deepEqual(await accessibilityFaults(page), []);
  const order = filled(trade.orderBuy, { quantity: '5', symbol: 'ARUNA' });
  await line.getByRole('button', { name: filled(workspace.changeOf, { order }) }).click();
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await line.getByRole('rowheader').getByRole('button').click();
  await page.getByRole('dialog', { name: order }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.setViewportSize(TABLET);
  assert.deepEqual(await stickingOut(page), []);
  assert.deepEqual(await accessibilityFaults(page), []);
  await page.setViewportSize({ width: 390, height: 844 });
  await table.waitFor({ state: 'detached' });
  const list = page.getByRole('list', { name: trade.openOrders }).getByText('ARUNA');
  await list.waitFor();
  await page.setViewportSize(TABLET);
  await person.open('/pages/tabbar/position');
  await list.waitFor();
  assert.equal(await table.count(), 0, 'beside the positions half of a tablet holds no table');
  await person.leave();
});

test('search and basket stand in two columns where there is room', async () => {
  const { person } = await comeIn(`/pages/stock/stockKline?instrumentId=${OTHER}`);
  const { page } = person;
  await page.setViewportSize(TABLET);
  await person.open('/pages/stock/search');
  await whenReady(page);
  const past = page.getByRole('heading', { name: market.viewed, exact: true });
  const traded = page.getByRole('heading', { name: market.mostTraded, exact: true });
  await isBeside(past, traded);
  assert.deepEqual(await stickingOut(page), []);
  await page.getByRole('searchbox', { name: market.searchLabel }).fill('ARUNA');
  await isBeside(page.getByRole('list', { name: market.searchFound }), traded);
  assert.deepEqual(await accessibilityFaults(page), []);

  await person.open('/pages/stock/basket');
  await page.getByRole('button', { name: basket.addWatched }).click();
  const legs = page.getByRole('list', { name: basket.title });
  const check = page.getByRole('button', { name: basket.check });
  await isBeside(legs, check);
  const shares = legs.getByLabel(filled(trade.quantityIn, { unit: trade.shares })).first();
  await shares.fill('2');
  await page.getByText(basket.available, { exact: false }).waitFor();
  await shares.fill('9000000');
  await page.getByText(basket.lacking, { exact: false }).waitFor();
  assert.deepEqual(await stickingOut(page), []);
  assert.deepEqual(await accessibilityFaults(page), []);
  await page.setViewportSize({ width: 320, height: 640 });
  await page.getByText(basket.lacking, { exact: false }).waitFor();
  assert.deepEqual(await stickingOut(page), []);
  await person.leave();
});

async function isBeside(left: Locator, right: Locator): Promise<void> {
  const [first, second] = [await left.boundingBox(), await right.boundingBox()];
  assert.ok(
    first !== null && second !== null && second.x >= first.x + 200,
    'the second stands beside the first',
  );
}
