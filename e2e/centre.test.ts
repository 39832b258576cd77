/** Price alerts set, come true and removed; the order centre found, filtered and cancelled from. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { openBrowser, openPerson, stickingOut } from './harness/browser.ts';
import { enterDemo } from './harness/client.ts';
import { type RunningServer, startServer } from './harness/server.ts';
import { filled, texts } from './texts.ts';

const { alerts, trade } = texts;
const COIN = 'COIN_SIM:BTC-USDT';
const SYMBOL = 'BTC-USDT';

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

test('an alert is set from a quote, tells once when the price gets there, and is removed', async () => {
  const guest = await enterDemo(server.url);
  const { client } = guest;
  const person = await openPerson(browser, { url: server.url, session: guest.session });
  const { page } = person;
  await person.open(`/pages/coin/coinKline?instrumentId=${COIN}`);
  await page.getByRole('button', { name: filled(alerts.alertOf, { symbol: SYMBOL }) }).click();
  await page.getByRole('button', { name: alerts.addAlert }).click();
  const sheet = page.getByRole('dialog', { name: filled(alerts.alertFor, { symbol: SYMBOL }) });
  const level = sheet.getByLabel(filled(alerts.level_above, { asset: 'USDT' }));
  await level.fill('1');
  await sheet.getByRole('button', { name: alerts.save }).click();
  await sheet.getByText('The price is there already.').waitFor();
  await level.fill('999999');
  await sheet.getByRole('button', { name: alerts.save }).click();
  await sheet.waitFor({ state: 'detached' });
  const [far] = (await client.call('alertList', {})).list;
  assert.equal(far?.level, '999999.0');

  // A few on each side of the price: whichever way it goes, it soon meets one. What it has met meanwhile is refused.
  const { price } = await client.call('coinTicker', { instrumentId: COIN });
  for (const away of [5, 30, 80, 200]) {
    for (const [condition, level] of [
      ['above', Number(price) + away],
      ['below', Number(price) - away],
    ] as const) {
      const wish = { instrumentId: COIN, condition, level: level.toFixed(1) };
      await client.call('alertAdd', wish).catch(() => undefined);
    }
  }
  await person.open('/pages/notice/alerts');
  const fired = page.getByRole('list', { name: alerts.fired }).getByRole('listitem');
  await fired.first().waitFor();
  const { list } = await client.call('noticeList', {});
  assert.ok(
    list.some(({ kind }) => kind === 'alertFired'),
    'a message tells it',
  );

  const waiting = page.getByRole('list', { name: alerts.waiting }).getByRole('listitem');
  const row = waiting.filter({ hasText: '999,999' });
  await row.getByRole('button', { name: new RegExp(`^${alerts.remove}`) }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: alerts.remove }).click();
  await page.getByText(alerts.removed).waitFor();
  await row.waitFor({ state: 'detached' });
  const left = (await client.call('alertList', {})).list;
  assert.ok(!left.some(({ id }) => id === far?.id));
  assert.deepEqual(person.troubles.splice(0), []);
  await person.leave();
});

test('the order centre finds, filters, tells the whole and cancels from its menu', async () => {
  const guest = await enterDemo(server.url);
  const { client } = guest;
  const person = await openPerson(browser, { url: server.url, session: guest.session });
  const { page } = person;
  const names = ['ARUNA', 'URJANET'];
  for (const symbol of names) {
    const instrumentId = `NSE_SIM:${symbol}`;
    const { band } = await client.call('stockInfo', { instrumentId });
    await client.call('stockBuy', {
      clientId: crypto.randomUUID(),
      instrumentId,
      type: 'limit',
      validity: 'day',
      quantity: '2',
      price: band?.priceLow ?? '1',
    });
  }
  await person.open('/pages/stock/order?tab=open');
  const rows = page.getByRole('list', { name: trade.openOrders }).getByRole('listitem');
  await rows.nth(1).waitFor();
  await page.getByRole('searchbox', { name: trade.searchOrders }).fill('urja');
  await rows.filter({ hasText: 'ARUNA' }).waitFor({ state: 'detached' });
  await rows.filter({ hasText: 'URJANET' }).waitFor();
  assert.equal(await rows.count(), 1);
  const title = filled(trade.orderBuy, { quantity: '2', symbol: 'URJANET' });
  await rows.getByRole('button', { name: filled(trade.menuOf, { order: title }) }).click();
  await page.getByRole('dialog').getByRole('button', { name: trade.cancelOrder }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: trade.cancelConfirm }).click();
  await page.getByText(trade.noOrdersFound).waitFor();
  await page.getByRole('button', { name: trade.filterClear }).click();
  await rows.filter({ hasText: 'ARUNA' }).waitFor();
  await page.getByRole('tab', { name: trade.tab_history }).click();
  await page.getByRole('button', { name: new RegExp(`^${trade.howEnded}`) }).click();
  await page.getByRole('dialog').getByRole('button', { name: trade.filter_completed }).click();
  await page.getByText(trade.noOrdersFound).waitFor();
  await page.setViewportSize({ width: 320, height: 844 });
  assert.deepEqual(await stickingOut(page), [], 'the filters move by themselves, not the page');
  assert.deepEqual(person.troubles.splice(0), []);
  await person.leave();
});
