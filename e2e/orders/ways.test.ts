/**
 * Ways to an order: repeated, by amount, asked before it is sent or sent with a slide; a GTT and its money.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Locator, Page } from 'playwright-core';
import { accessibilityFaults } from '../harness/accessibility.ts';
import { openBrowser, openPerson, stickingOut, whenStill } from '../harness/browser.ts';
import { enterDemo } from '../harness/client.ts';
import { type RunningServer, startServer } from '../harness/server.ts';
import { tapToSend } from '../harness/tap.ts';
import { filled, texts } from '../texts.ts';

const { mine, trade } = texts;
const STOCK = 'NSE_SIM:ARUNA';

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

async function comeIn(path: string) {
  const guest = await enterDemo(server.url);
  const person = await openPerson(browser, { url: server.url, session: guest.session });
  await person.open(path);
  return { person, page: person.page, client: guest.client, session: guest.session };
}

const quantityField = (page: Page) => page.getByLabel(filled(trade.quantityIn, { unit: trade.shares }));

test('a finished order is repeated at today’s price, and nothing is sent before the tap', async () => {
  const { person, page, client } = await comeIn('/pages/tabbar/home');
  const { band } = await client.call('stockInfo', { instrumentId: STOCK });
  const terms = { instrumentId: STOCK, type: 'limit', validity: 'day', quantity: '7' } as const;
  const price = band?.priceLow ?? '1';
  const { order } = await client.call('stockBuy', { ...terms, clientId: crypto.randomUUID(), price });
  await client.call('stockCancel', { id: order.id });
  await person.open('/pages/stock/order?tab=history');
  const title = filled(trade.orderBuy, { quantity: '7', symbol: 'ARUNA' });
  await page.getByRole('button', { name: filled(trade.menuOf, { order: title }) }).click();
  await page.getByRole('dialog').getByRole('link', { name: trade.anotherOrder }).click();
  await quantityField(page).waitFor();
  assert.equal(await quantityField(page).inputValue(), '7');
  const limit = page.getByLabel(filled(trade.limitPrice, { asset: '₹' }));
  await page.waitForFunction(
    ([low]) => {
      const fields = [...document.querySelectorAll('input')].map(({ value }) => Number(value));
      return fields.some((value) => value > Number(low) * 1.01);
    },
    [price] as const,
  );
  assert.ok(Number(await limit.inputValue()) > Number(price), 'not the price of then');
  await page
    .getByText(/%\s(above|below)$|^at the last price$/)
    .first()
    .waitFor();
  assert.equal((await client.call('stockOrders', {})).list.length, 1, 'nothing was sent');
  assert.deepEqual(await accessibilityFaults(page), []);
  assert.deepEqual(await stickingOut(page), []);
  assert.deepEqual(person.troubles.splice(0), []);
  await person.leave();
});

test('a purchase by amount buys whole shares that cost no more, and says what is left', async () => {
  const { person, page, client } = await comeIn(`/pages/stock/order?instrumentId=${STOCK}`);
  await page.getByRole('button', { name: filled(trade.byAmount, { asset: '₹' }) }).click();
  const amount = page.getByLabel(filled(trade.byAmount, { asset: '₹' })).and(page.getByRole('textbox'));
  await amount.fill('1');
  await page.getByText(/^Enter at least ₹[\d,]+\.\d\d: the smallest order is 1\.$/).waitFor();
  await amount.fill('20000');
  await page.getByText(/shares, rounded down\. ₹[\d,.]+ stays with you\.$/).waitFor();
  await whenStill(page);
  assert.deepEqual(await accessibilityFaults(page), []);
  assert.deepEqual(await stickingOut(page), []);
  await tapToSend(page, page.getByRole('button', { name: /^Buy \d+ ARUNA/ }));
  await page.getByRole('dialog', { name: /^Buy \d+ ARUNA$/ }).waitFor();
  const [order] = (await client.call('stockOrders', {})).list;
  assert.ok(order !== undefined && Number(order.quantity) > 0);
  const spent = Number(order.value) + order.charges.lines.reduce((sum, line) => sum + Number(line.amount), 0);
  assert.ok(spent <= 20_000, `${spent} of 20,000`);
  assert.deepEqual(person.troubles.splice(0), []);
  await person.leave();
});

test('an order is asked about, or slid, where its owner has chosen so; a tap alone then sends nothing', async () => {
  const { person, page, client, session } = await comeIn('/pages/tabbar/mine');
  await settled(page, () => page.getByRole('radio', { name: mine.orderSend_ask }).check());
  await person.open(`/pages/stock/order?instrumentId=${STOCK}`);
  await quantityField(page).fill('1');
  const send = page.getByRole('button', { name: 'Buy 1 ARUNA', exact: true });
  await send.click();
  const question = page.getByRole('alertdialog', { name: filled(trade.askTitle, { order: 'Buy 1 ARUNA' }) });
  await question.getByText(/^Market, at most ₹/).waitFor();
  assert.deepEqual((await client.call('stockOrders', {})).list, []);
  await question.getByRole('button', { name: trade.back }).click();
  await question.waitFor({ state: 'detached' });
  await page.waitForFunction(() => window.history.state.overlayDepth === undefined);

  await person.open('/pages/tabbar/mine');
  await settled(page, () => page.getByRole('radio', { name: mine.orderSend_swipe }).check());
  await person.open(`/pages/stock/order?instrumentId=${STOCK}`);
  const slide = page.getByRole('button', { name: filled(trade.slideTo, { order: 'Buy 1 ARUNA' }) });
  await slide.click();
  assert.deepEqual((await client.call('stockOrders', {})).list, [], 'a tap is no slide');
  assert.deepEqual(await accessibilityFaults(page), []);
  const receipt = page.getByRole('dialog', {
    name: filled(trade.orderBuy, { quantity: '1', symbol: 'ARUNA' }),
  });
  await tapToSend(page, { click: () => slideAlong(page, slide) });
  await receipt.waitFor();
  assert.equal((await client.call('stockOrders', {})).list.length, 1);
  assert.equal((await client.call('loginInfo', {})).orderSend, 'swipe', 'kept with the account');

  // Another device of the same person holds to it, and a key is the slide of who can not slide.
  const other = await openPerson(browser, { url: server.url, session });
  await other.open(`/pages/stock/order?instrumentId=${STOCK}`);
  await quantityField(other.page).fill('1');
  const button = other.page.getByRole('button', { name: filled(trade.slideTo, { order: 'Buy 1 ARUNA' }) });
  await button.waitFor();
  await tapToSend(other.page, { click: () => button.press('Enter') });
  await other.page.getByRole('dialog').getByText('ARUNA').first().waitFor();
  assert.equal((await client.call('stockOrders', {})).list.length, 2);
  assert.deepEqual(other.troubles.splice(0), []);
  await other.leave();
  assert.deepEqual(person.troubles.splice(0), []);
  await person.leave();
});

test('a choice that could not be kept goes back and says so', async () => {
  const { person, page, client } = await comeIn('/pages/tabbar/mine');
  await page.route('**/user/update', (route) => route.abort());
  await page.getByRole('radio', { name: mine.orderSend_ask }).click();
  await page.getByRole('radio', { name: mine.orderSend_tap, checked: true }).waitFor();
  assert.equal((await client.call('loginInfo', {})).orderSend, undefined);
  person.troubles.splice(0);
  await person.leave();
});

/** Waits until the server has kept what a tap changed. */
async function settled(page: Page, change: () => Promise<void>): Promise<void> {
  const kept = page.waitForResponse((response) => response.url().includes('/user/update'));
  await change();
  await kept;
}

/** Slides the knob of a button from its left end to its right one. */
async function slideAlong(page: Page, button: Locator): Promise<void> {
  const box = await button.boundingBox();
  assert.ok(box);
  const y = box.y + box.height / 2;
  await page.mouse.move(box.x + 20, y);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width - 4, y, { steps: 6 });
  await page.mouse.up();
}
