/**
 * A coin bought with both its ends said beforehand: offered, checked
 * at its fields, foretold, placed and told in the order's life.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { accessibilityFaults } from './harness/accessibility.ts';
import { openBrowser, openPerson, whenStill } from './harness/browser.ts';
import { enterDemo } from './harness/client.ts';
import { factsOf, openCard, plainNumber } from './harness/screen.ts';
import { type RunningServer, startServer } from './harness/server.ts';
import { tapToSend } from './harness/tap.ts';
import { filled, texts } from './texts.ts';

const { trade } = texts;
const COIN = 'COIN_SIM:BTC-USDT';
const QUANTITY = '0.002';

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

test('a bracket is refused at the end that is on the wrong side, foretells both results, and sets both ends once it filled', async () => {
  const { client, session } = await enterDemo(server.url);
  const person = await openPerson(browser, { url: server.url, session });
  const { page } = person;
  await person.open(`/pages/coin/index?instrumentId=${COIN}`);
  await page.getByRole('button', { name: trade.moreTypes }).click();
  await page.getByRole('dialog').getByRole('button', { name: trade.type_bracket }).click();
  await page.getByRole('tabpanel').getByText(trade.typeText_bracket).waitFor();
  await page.getByLabel(filled(trade.quantityIn, { unit: 'BTC' })).fill(QUANTITY);
  const { price: now } = await client.call('coinTicker', { instrumentId: COIN });
  const takeProfit = page.getByLabel(filled(trade.takeProfitPrice, { asset: 'USDT' }));
  const stopLoss = page.getByLabel(filled(trade.stopLossPrice, { asset: 'USDT' }));
  await takeProfit.fill((Number(now) * 0.9).toFixed(1));
  const wrongSide = page.getByText('The take-profit or stop-loss price is on the wrong side', {
    exact: false,
  });
  await wrongSide.waitFor();
  assert.equal(await takeProfit.getAttribute('aria-invalid'), 'true');
  await takeProfit.fill((Number(now) * 1.2).toFixed(1));
  await wrongSide.waitFor({ state: 'detached' });
  await stopLoss.fill((Number(now) * 0.8).toFixed(1));

  const card = page.getByRole('region', { name: trade.truthTitle });
  await openCard(card);
  await card.getByText(trade.resultAtTakeProfit).waitFor();
  const facts = await factsOf(card);
  const number = (label: string) => Number(plainNumber(facts.get(label)));
  assert.ok(number(trade.resultAtTakeProfit) > 0 && number(trade.resultAtStop) < 0);
  // So tall that nothing of the ticket lies behind the bar with the button.
  await page.setViewportSize({ width: 390, height: 1_800 });
  assert.deepEqual(await accessibilityFaults(page), []);

  await tapToSend(page, page.getByRole('button', { name: /^Buy 0\.002 BTC/ }));
  const title = filled(trade.orderBuy, { quantity: QUANTITY, symbol: 'BTC-USDT' });
  const receipt = page.getByRole('dialog', { name: title });
  await receipt.getByText(trade.lifeBracketSet).waitFor();
  await whenStill(page);
  assert.deepEqual(await accessibilityFaults(page), []);
  const [order] = (await client.call('coinOrders', { limit: '1', state: 'completed' })).list;
  const [ends] = (await client.call('coinOrders', { state: 'waiting', instrumentId: COIN })).list;
  assert.equal(ends?.id, order?.bracketEndId);
  assert.equal(ends?.triggerPrice, order?.stopLossPrice);
  assert.equal(ends?.otherLeg?.triggerPrice, order?.takeProfitPrice);
  assert.deepEqual(person.troubles.splice(0), []);
  await person.leave();
});

test('an order within the day is found by its product, and is changed like any other', async () => {
  const { client, session } = await enterDemo(server.url);
  const person = await openPerson(browser, { url: server.url, session });
  const { page } = person;
  const instrumentId = 'NSE_SIM:ARUNA';
  const { band } = await client.call('stockInfo', { instrumentId });
  const order = { instrumentId, type: 'limit', validity: 'day', quantity: '1', product: 'MIS' } as const;
  const price = band?.priceLow ?? '1';
  await client.call('stockBuy', { clientId: crypto.randomUUID(), ...order, price });
  const delivery = { ...order, product: 'CNC', quantity: '2' } as const;
  await client.call('stockBuy', { clientId: crypto.randomUUID(), ...delivery, price });
  await person.open('/pages/stock/order?tab=open');
  const title = filled(trade.orderBuy, { quantity: '1', symbol: 'ARUNA' });
  const rows = page.getByRole('list', { name: trade.openOrders }).getByRole('listitem');
  await rows.nth(1).waitFor();
  await page.getByRole('button', { name: new RegExp(`^${trade.product}:`) }).click();
  await page.getByRole('dialog').getByRole('button', { name: trade.product_MIS }).click();
  await rows.nth(1).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: filled(trade.menuOf, { order: title }) }).click();
  const menu = page.getByRole('dialog');
  await menu.getByRole('button', { name: trade.modifyTitle, exact: true }).waitFor();
  await whenStill(page);
  assert.deepEqual(await accessibilityFaults(page), []);
  assert.deepEqual(person.troubles.splice(0), []);
  await person.leave();
});
