/**
 * Orders that wait and change: a stop placed, triggered and filled;
 * an order changed; all of them cancelled with one word.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { openBrowser, openPerson, type Person } from './harness/browser.ts';
import { type Client, enterDemo } from './harness/client.ts';
import { factsOf, plainNumber } from './harness/screen.ts';
import { type RunningServer, startServer } from './harness/server.ts';
import { tapToSend } from './harness/tap.ts';
import { filled, texts } from './texts.ts';

const { glossary, shell, trade } = texts;
const COIN = 'COIN_SIM:BTC-USDT';
const STOCK = 'NSE_SIM:ARUNA';
const TRIGGER_TRIES = 10;

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

test('a stop order is placed from the ticket, fires when the price gets there and fills', async () => {
  const { person, client } = await comeIn(`/pages/coin/index?instrumentId=${COIN}`);
  const { page } = person;
  await page.getByRole('button', { name: trade.moreTypes }).click();
  await page.getByRole('dialog').getByRole('button', { name: trade.type_stopMarket }).click();
  await page.getByRole('tabpanel').getByText(trade.typeText_stopMarket).waitFor();
  const trigger = page.getByLabel(filled(trade.triggerPrice, { asset: 'USDT' }));
  const quantity = page.getByLabel(filled(trade.quantityIn, { unit: 'BTC' }));
  await quantity.fill('0.002');
  const { price: now } = await client.call('coinTicker', { instrumentId: COIN });
  await trigger.fill((Number(now) * 0.98).toFixed(1));
  await page.getByText('The trigger is on the wrong side', { exact: false }).first().waitFor();

  await trigger.fill((Number(now) * 1.02).toFixed(1));
  await tapToSend(page, page.getByRole('button', { name: /^Buy 0\.002 BTC/ }));
  const title = filled(trade.orderBuy, { quantity: '0.002', symbol: 'BTC-USDT' });
  const receipt = page.getByRole('dialog', { name: title });
  await receipt.getByText(trade.lifeWaitsTrigger).waitFor();
  // The market goes where it likes: the trigger stays close to it until it is met.
  const triggered = receipt.getByText(trade.lifeTriggered);
  for (let tries = 0; tries < TRIGGER_TRIES && (await triggered.count()) === 0; tries += 1) {
    await moveTrigger(client);
    await triggered.waitFor({ timeout: 2_000 }).catch(() => undefined);
  }
  await triggered.waitFor();
  const [order] = (await client.call('coinOrders', { limit: '1' })).list;
  assert.equal(order?.type, 'stopMarket');
  assert.ok(order.triggeredAtMs !== undefined, 'it says when it triggered');
  assert.equal(order.state, 'completed');
  await person.leave();
});

test('an open order is changed, keeps its place when only smaller, and is refused at its field where it may not', async () => {
  const { person, client } = await comeIn('/pages/stock/order');
  const { page } = person;
  const { id } = await rest(client, '5');
  await person.open('/pages/stock/order?tab=open');
  await page.getByRole('button', { name: menuOf('5') }).click();
  await page.getByRole('dialog').getByRole('button', { name: trade.modifyTitle }).click();
  const sheet = page.getByRole('dialog', { name: trade.modifyTitle });
  const effect = sheet.getByRole('region', { name: trade.modifyEffect });
  const costOf = async () => plainNumber((await factsOf(effect)).get(trade.modifyCost));
  await effect.getByText(trade.modifyPlaceRule).waitFor();
  const before = await costOf();
  await sheet.getByLabel(filled(trade.quantityIn, { unit: trade.shares })).fill('3');
  await effect.getByText(trade.modifyKeepsPlace).waitFor();
  assert.ok(Number(await costOf()) < Number(before), 'less costs less');
  await sheet.getByLabel(filled(trade.quantityIn, { unit: trade.shares })).fill('6');
  await effect.getByText(/end of the queue/).waitFor();
  await sheet.getByLabel(filled(trade.quantityIn, { unit: trade.shares })).fill('3');
  await sheet.getByRole('button', { name: trade.modifySave }).click();
  await page.getByText(trade.modifyDone).waitFor();
  await page.getByRole('button', { name: menuOf('3') }).waitFor();
  const { order } = await client.call('stockOrderInfo', { id });
  assert.equal(order.quantity, '3');

  await rest(client, '4', 'MIS');
  const { band } = await client.call('stockInfo', { instrumentId: STOCK });
  const below = (Number(band?.priceLow) - 5).toFixed(2);
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/stock/order/modify')) sent.push(request.url());
  });
  const limit = sheet.getByLabel(filled(trade.limitPrice, { asset: '₹' }));
  for (const quantity of ['3', '4']) {
    await page.getByRole('button', { name: menuOf(quantity) }).click();
    await page.getByRole('dialog').getByRole('button', { name: trade.modifyTitle }).click();
    await limit.fill(below);
    await sheet.getByText('The price is outside today’s price band.', { exact: false }).waitFor();
    await sheet.getByRole('button', { name: trade.modifySave }).click();
    await limit.and(page.locator(':focus')).waitFor();
    assert.deepEqual(sent, [], 'nothing is sent that would be refused, intraday neither');
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'detached' });
  }
  await person.leave();
});

test('all open orders of a kind are cancelled with one word that says how many', async () => {
  const { person, client } = await comeIn('/pages/stock/order');
  const { page } = person;
  await rest(client, '1');
  await rest(client, '2');
  const { price } = await client.call('stockInfo', { instrumentId: STOCK });
  await client.call('stockBuy', {
    clientId: crypto.randomUUID(),
    instrumentId: STOCK,
    type: 'stopMarket',
    validity: 'day',
    quantity: '1',
    triggerPrice: (Math.round(Number(price) * 1.05 * 10) / 10).toFixed(2),
  });
  await person.open('/pages/stock/order?tab=open');
  await page.getByText(filled(trade.liveCounts, { open: '2', waiting: '1' })).waitFor();
  await page.getByRole('tab', { name: trade.tab_waiting }).click();
  const waiting = page.getByRole('list', { name: trade.waitingOrders }).getByRole('listitem');
  await waiting.getByText(trade.type_stopMarket, { exact: false }).waitFor();
  await page.getByRole('button', { name: trade.cancelAll }).click();
  const dialog = page.getByRole('alertdialog', { name: filled(trade.cancelAllStocks, { number: '3' }) });
  await dialog.getByRole('button', { name: filled(trade.cancelAllConfirm, { number: '3' }) }).click();
  await page.getByText(filled(trade.cancelAllDone_other, { number: '3' })).waitFor();
  await page.getByText(trade.noWaiting).waitFor();
  assert.deepEqual((await client.call('stockOrders', {})).live, { open: 0, waiting: 0 });
  assert.deepEqual(person.troubles.splice(0), []);
  await person.leave();
});

test('a GTT of two triggers is set from the quote, waits in the order centre and is cancelled', async () => {
  const { person, client } = await comeIn(`/pages/coin/coinKline?instrumentId=${COIN}`);
  const { page } = person;
  await page.getByRole('button', { name: trade.gttNew }).click();
  const sheet = page.getByRole('dialog', { name: filled(trade.gttFor, { symbol: 'BTC-USDT' }) });
  await sheet.getByRole('radio', { name: trade.gttTwo }).check();
  await sheet.getByRole('button', { name: filled(shell.helpOn, { term: trade.gttLegs }) }).click();
  await page.getByRole('dialog', { name: trade.gttLegs }).getByText(glossary.about_gtt).waitFor();
  await page.keyboard.press('Escape');
  await page.getByText(glossary.about_gtt).waitFor({ state: 'detached' });
  await sheet.getByLabel(filled(trade.quantityIn, { unit: 'BTC' })).fill('0.01');
  await sheet.getByText(trade.gttNeedsText).waitFor();
  await sheet
    .getByText(/^[45]\.\d\d% below$/)
    .first()
    .waitFor();
  const { price } = await client.call('coinTicker', { instrumentId: COIN });
  const first = sheet.getByLabel(filled(trade.gttTrigger_first, { asset: 'USDT' }));
  await first.fill((Number(price) * 0.9999).toFixed(1));
  await sheet.getByRole('button', { name: trade.gttSave }).click();
  await sheet.getByText('The trigger is too close to the last price', { exact: false }).waitFor();
  await first.fill((Number(price) * 0.95).toFixed(1));
  await sheet.getByRole('button', { name: trade.gttSave }).click();
  await page.getByText(trade.gttDone).waitFor();
  const [gtt] = (await client.call('gttList', { state: 'waiting' })).list;
  assert.ok(gtt?.otherLeg !== undefined && gtt.origin === 'gtt');
  assert.equal(Number(gtt.held), 0, 'no money is blocked before it triggers');

  await person.open('/pages/coin/index?tab=waiting');
  const row = page.getByRole('list', { name: trade.waitingOrders }).getByRole('listitem');
  await row.getByText(trade.gtt, { exact: false }).first().waitFor();
  await row
    .getByRole('button', { name: /BTC-USDT · GTT|Buy BTC-USDT/ })
    .first()
    .click();
  const whole = page.getByRole('dialog');
  await whole.getByText(trade.lifeWaitsTrigger).waitFor();
  await whole.getByRole('button', { name: trade.cancelOrder }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: trade.cancelConfirm }).click();
  await page.getByText(trade.cancelDone).waitFor();
  assert.deepEqual((await client.call('gttList', { state: 'waiting' })).list, []);
  assert.deepEqual(person.troubles.splice(0), []);
  await person.leave();
});

/** A trigger to buy that is not met yet: over the best offer. */
async function justAbove(client: Client): Promise<string> {
  const { asks } = await client.call('coinBooks', { instrumentId: COIN });
  const { price } = await client.call('coinTicker', { instrumentId: COIN });
  return (Math.max(Number(asks[0]?.[0] ?? '0'), Number(price)) + 0.1).toFixed(1);
}

/** An order that has triggered meanwhile has nothing to move any more. */
async function moveTrigger(client: Client): Promise<void> {
  const [order] = (await client.call('coinOrders', { state: 'waiting', limit: '1' })).list;
  if (order === undefined) return;
  const change = { clientId: crypto.randomUUID(), id: order.id, triggerPrice: await justAbove(client) };
  await client.call('coinModify', change).catch(() => undefined);
}

function menuOf(quantity: string): string {
  return filled(trade.menuOf, { order: filled(trade.orderBuy, { quantity, symbol: 'ARUNA' }) });
}

/** A buy at the foot of the band, which nobody takes. */
async function rest(client: Client, quantity: string, product?: 'MIS') {
  const { band } = await client.call('stockInfo', { instrumentId: STOCK });
  const { order } = await client.call('stockBuy', {
    clientId: crypto.randomUUID(),
    instrumentId: STOCK,
    type: 'limit',
    validity: 'day',
    quantity,
    price: band?.priceLow ?? '1',
    ...(product && { product }),
  });
  return order;
}

async function comeIn(path: string): Promise<{ person: Person; page: Page; client: Client }> {
  const guest = await enterDemo(server.url);
  const person = await openPerson(browser, { url: server.url, session: guest.session });
  await person.open(path);
  return { person, page: person.page, client: guest.client };
}
