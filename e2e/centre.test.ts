/** Price alerts set, come true and removed; the order centre found, filtered and cancelled from. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { openBrowser, openPerson, PHONE, stickingOut } from './harness/browser.ts';
import { enterDemo } from './harness/client.ts';
import { type RunningServer, startServer } from './harness/server.ts';
import { filled, texts } from './texts.ts';

const { alerts, home, trade } = texts;
const COIN = 'COIN_SIM:BTC-USDT';
const SYMBOL = 'BTC-USDT';
const STOCK = 'NSE_SIM:ARUNA';
const IST_OFFSET_MS = 19_800_000;

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
  const sheet = page.getByRole('dialog', { name: filled(alerts.alertFor, { symbol: SYMBOL }) });
  const level = sheet.getByLabel(filled(alerts.level_above, { asset: 'USDT' }));
  await sheet.getByText(/^[12]\.\d\d% above$/).waitFor();
  // The way that the price has to go is the one that was chosen.
  await level.fill('1');
  await sheet.getByText(alerts.reached_above).waitFor();
  await level.fill('999999');
  await sheet.getByText(alerts.reached_above).waitFor({ state: 'detached' });
  await sheet.getByRole('button', { name: alerts.save }).click();
  await sheet.waitFor({ state: 'detached' });
  const [far] = (await client.call('alertList', {})).list;
  assert.equal(far?.level, '999999.0');

  // A few on each side of the price, which soon meets one; one that it has met meanwhile is refused.
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
  const triggered = page.getByRole('list', { name: alerts.triggered }).getByRole('listitem');
  await triggered.first().waitFor();
  const { list } = await client.call('noticeList', {});
  assert.ok(
    list.some(({ kind }) => kind === 'alertFired'),
    'a message tells it',
  );

  const waiting = page.getByRole('list', { name: alerts.waiting }).getByRole('listitem');
  const row = waiting.filter({ hasText: '999,999' });
  await row.getByText(alerts.priceNow, { exact: false }).waitFor();
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

test('orders of both sides are reached from Home, each with the live price and how far it is', async () => {
  const guest = await enterDemo(server.url);
  const { client } = guest;
  const { band } = await client.call('stockInfo', { instrumentId: STOCK });
  const common = { type: 'limit', quantity: '1' } as const;
  const stock = { ...common, instrumentId: STOCK, validity: 'day', price: band?.priceLow ?? '1' } as const;
  await client.call('stockBuy', { clientId: crypto.randomUUID(), ...stock });
  const { bids } = await client.call('coinBooks', { instrumentId: COIN });
  const price = (Number(bids.at(-1)?.[0]) * 0.9).toFixed(1);
  const coin = {
    ...common,
    instrumentId: COIN,
    side: 'buy',
    validity: 'gtc',
    quantity: '0.01',
    price,
  } as const;
  await client.call('coinOrderAdd', { clientId: crypto.randomUUID(), ...coin });
  const person = await openPerson(browser, { url: server.url, session: guest.session });
  const { page } = person;
  await person.open('/pages/tabbar/home');
  await page.getByRole('navigation', { name: home.quickActions }).getByText(home.actionOrders).click();
  const rows = page.getByRole('list', { name: trade.openOrders }).getByRole('listitem');
  const tellsPrice = async (symbol: string) => {
    const row = rows.filter({ hasText: symbol });
    await row.getByText(/^\d+\.\d\d% below$/).waitFor();
    await row.getByText(new RegExp(`^${trade.lastIs} ₹?[\\d,.]+$`)).waitFor();
    return row;
  };
  const own = await tellsPrice('ARUNA');
  await own.getByText('· CNC').waitFor();
  const sides = page.getByRole('radiogroup', { name: trade.stocksOrCoins });
  // A click and no `check`: the address holds the side, and the row is what tells that it changed.
  await sides.getByRole('radio', { name: filled(trade.countOf, { name: trade.coins, number: '1' }) }).click();
  const row = await tellsPrice(SYMBOL);
  await row.getByRole('button').first().click();
  const limit = page.getByRole('dialog').locator('dt', { hasText: trade.type_limit }).first().locator('+ dd');
  await limit.getByText(/^\d+\.\d\d% below the last price$/).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('tab', { name: trade.tab_waiting }).click();
  await page.getByText(trade.noWaiting).waitFor();
  assert.equal(await page.getByRole('button', { name: trade.cancelAll }).count(), 0, 'nothing waits');
  await page.getByRole('button', { name: texts.shell.back }).click();
  await page.getByRole('navigation', { name: home.quickActions }).waitFor();
  assert.deepEqual(await stickingOut(page), []);
  await person.leave();
});

test('a coin fill is found by its days and leads to why it had its price', async () => {
  const guest = await enterDemo(server.url);
  const { client } = guest;
  await client.call('coinOrderAdd', {
    clientId: crypto.randomUUID(),
    instrumentId: COIN,
    side: 'buy',
    type: 'market',
    validity: 'ioc',
    quantity: '0.01',
  });
  const person = await openPerson(browser, { url: server.url, session: guest.session });
  const { page } = person;
  await person.open('/pages/coin/index?tab=fills');
  const fills = page.getByRole('list', { name: trade.fills }).getByRole('listitem');
  await fills.first().getByText(SYMBOL).waitFor();
  const asked = page.getByRole('button', { name: new RegExp(`^${trade.sinceWhen}`) });
  const days = async (first: string, last: string) => {
    await asked.click();
    await page.getByRole('dialog').getByRole('button', { name: trade.time_days }).click();
    const sheet = page.getByRole('dialog', { name: trade.time_days });
    await sheet.getByLabel(trade.fromDay).fill(first);
    await sheet.getByLabel(trade.toDay).fill(last);
    return sheet;
  };
  const today = new Date(Date.now() + IST_OFFSET_MS).toISOString().slice(0, 10);
  const backwards = await days(today, '2020-01-01');
  await backwards.getByText(trade.daysBackwards).waitFor();
  await backwards.getByLabel(trade.fromDay).fill('2019-12-01');
  await backwards.getByRole('button', { name: trade.showDays }).click();
  await page.getByText(trade.noFillsThen).waitFor();
  await (await days(today, today)).getByRole('button', { name: trade.showDays }).click();
  await fills.first().getByText(trade.why).click();
  await fills.first().getByText(trade.whyTaker).waitFor();
  assert.deepEqual(await stickingOut(page), []);
  await person.leave();
});

test('an order that is swiped aside uncovers its change and its cancel, which keys reach too', async () => {
  const guest = await enterDemo(server.url);
  const { band } = await guest.client.call('stockInfo', { instrumentId: STOCK });
  const price = band?.priceLow ?? '1';
  const order = { instrumentId: STOCK, type: 'limit', validity: 'day', quantity: '2', price } as const;
  await guest.client.call('stockBuy', { clientId: crypto.randomUUID(), ...order });
  const person = await openPerson(browser, { url: server.url, session: guest.session });
  const { page } = person;
  await person.open('/pages/stock/order?tab=open');
  const row = page.getByRole('list', { name: trade.openOrders }).getByRole('listitem').first();
  const cancel = row.getByRole('button', { name: trade.cancelOrder });
  await row.waitFor();
  const before = await cancel.boundingBox();
  assert.ok(before !== null && before.x >= PHONE.width, 'it lies beside the screen at first');
  await row.evaluate((element) => element.scrollTo({ left: element.scrollWidth }));
  const after = await cancel.boundingBox();
  assert.ok(after !== null && after.x + after.width <= PHONE.width + 1, 'a swipe uncovers it');
  await row.getByRole('button', { name: trade.modifyTitle }).click();
  await page.getByRole('dialog', { name: trade.modifyTitle }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog', { name: trade.modifyTitle }).waitFor({ state: 'detached' });
  await cancel.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('alertdialog').getByRole('button', { name: trade.cancelConfirm }).click();
  await page.getByText(trade.noOpenOrders).waitFor();
  await person.leave();
});

test('an order that ended by its own terms says why in the list already', async () => {
  const guest = await enterDemo(server.url);
  const { bids } = await guest.client.call('coinBooks', { instrumentId: COIN });
  const price = (Number(bids.at(-1)?.[0]) * 0.97).toFixed(1);
  const order = {
    instrumentId: COIN,
    side: 'buy',
    type: 'limit',
    validity: 'ioc',
    quantity: '0.01',
    price,
  } as const;
  await guest.client.call('coinOrderAdd', { clientId: crypto.randomUUID(), ...order });
  const person = await openPerson(browser, { url: server.url, session: guest.session });
  await person.open('/pages/coin/index?tab=history');
  const row = person.page.getByRole('list', { name: trade.orderHistory }).getByRole('listitem');
  await row.getByText(trade.cause_immediateOrCancel).waitFor();
  await person.leave();
});
