/**
 * An order whose answer never came: the app asks what became of it, and never places it by itself, whether
 * the network is back, the page is another or was loaded anew.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page, Route } from 'playwright-core';
import { openBrowser, openPerson, whenReady } from './harness/browser.ts';
import { type Client, enterDemo } from './harness/client.ts';
import { type RunningServer, startServer } from './harness/server.ts';
import { tapToSend } from './harness/tap.ts';
import { filled, texts } from './texts.ts';

const SYMBOL = 'ARUNA';
const INSTRUMENT = `NSE_SIM:${SYMBOL}`;
const TICKET = `/pages/stock/order?instrumentId=${INSTRUMENT}`;
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

test('tapped offline and back online: the app asks, says that nothing was placed, and a tap places it once', async () => {
  const { person, client, page } = await comeIn();
  await person.context.setOffline(true);
  await tapToSend(page, sendButton(page));
  await page.getByText(trade.unknownTitle).waitFor();
  await person.context.setOffline(false);
  await page.getByRole('button', { name: trade.askAgain }).click();
  await page.getByText(trade.lostTitle).waitFor();
  assert.deepEqual(await ordersOf(client), [], 'nothing was placed');

  await page.getByRole('button', { name: trade.placeAgain }).click();
  assert.equal(await quantityField(page).inputValue(), '7');
  await tapToSend(page, sendButton(page));
  await page
    .getByRole('dialog', { name: filled(trade.orderBuy, { quantity: '7', symbol: SYMBOL }) })
    .waitFor();
  assert.equal((await ordersOf(client)).length, 1);
  await person.leave();
});

test('tapped offline, then another side and a reload: the app only asks, and what did not arrive is discarded', async () => {
  const { person, client, page } = await comeIn();
  await person.context.setOffline(true);
  await tapToSend(page, sendButton(page));
  await page.getByText(trade.askingTitle).waitFor();
  await person.context.setOffline(false);
  await person.open(`${TICKET}&side=sell`);
  await page.getByText(trade.lostTitle).waitFor();
  assert.deepEqual(await ordersOf(client), []);
  await page.reload({ waitUntil: 'domcontentloaded' });
  await page.getByText(trade.lostTitle).waitFor();
  await page.getByRole('button', { name: trade.discard }).click();
  await page.getByText(trade.lostTitle).waitFor({ state: 'detached' });
  await page.reload({ waitUntil: 'domcontentloaded' });
  await quantityField(page).waitFor();
  assert.equal(await page.getByText(trade.lostTitle).count(), 0);
  assert.deepEqual(await ordersOf(client), []);
  await person.leave();
});

test('an order without an answer stands among the orders until its owner has looked (decision 0063)', async () => {
  const { person, page } = await comeIn();
  await person.context.setOffline(true);
  await tapToSend(page, sendButton(page));
  await page.getByText(trade.askingTitle).waitFor();
  await person.context.setOffline(false);
  await person.open(`${TICKET}&tab=open`);
  const row = page.getByRole('list', { name: trade.pendingOrders }).getByRole('link');
  await row.getByText(trade.pendingState).waitFor();
  await row.click();
  await page.getByText(trade.lostTitle).waitFor();
  await page.getByRole('button', { name: trade.discard }).click();
  await person.open(`${TICKET}&tab=open`);
  await page.getByText(trade.noOpenOrders).waitFor();
  assert.equal(await page.getByRole('list', { name: trade.pendingOrders }).count(), 0);
  await person.leave();
});

test('the order arrived and its answer did not: the app asks and shows what was bought, once', async () => {
  const { person, client, page } = await comeIn();
  const sent: string[] = [];
  const loseAnswer = async (route: Route) => {
    sent.push(route.request().postData() ?? '');
    await route.fetch();
    await route.abort();
  };
  await page.route('**/stock/order/buy', loseAnswer, { times: 1 });
  await tapToSend(page, sendButton(page));
  await page
    .getByRole('dialog', { name: filled(trade.orderBuy, { quantity: '7', symbol: SYMBOL }) })
    .waitFor();
  assert.equal((await ordersOf(client)).length, 1);
  const [first = ''] = sent;
  assert.ok(Number(new URLSearchParams(first).get('placeBeforeMs')) > Date.now() - 60_000, 'with a deadline');
  await person.leave();
});

async function comeIn() {
  const { client, session } = await enterDemo(server.url);
  const person = await openPerson(browser, { url: server.url, session });
  const { page } = person;
  await person.open(TICKET);
  await whenReady(page);
  await page.getByRole('radio', { name: trade.type_market, exact: true }).check();
  await quantityField(page).fill('7');
  await page.getByRole('region', { name: trade.truthTitle }).waitFor();
  return { person, client, page };
}

function quantityField(page: Page) {
  return page.getByLabel(filled(trade.quantityIn, { unit: trade.shares }));
}

function sendButton(page: Page) {
  return page.getByRole('button', { name: filled(trade.submitBuy, { quantity: '7', name: SYMBOL }) });
}

async function ordersOf(client: Client): Promise<readonly unknown[]> {
  return (await client.call('stockOrders', {})).list;
}
