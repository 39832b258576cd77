/** The chart: what it draws and how it is kept, own orders moved on it, comparison, picture, full screen. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import type { Browser, Locator, Page } from 'playwright-core';
import { accessibilityFaults } from '../harness/accessibility.ts';
import {
  openBrowser,
  openPerson,
  type Person,
  stickingOut,
  whenReady,
  whenStill,
} from '../harness/browser.ts';
import { noteTextsDrawn, whenDrawn } from '../harness/canvas.ts';
import { type Client, enterDemo, newClientId } from '../harness/client.ts';
import { plainNumber } from '../harness/screen.ts';
import { type RunningServer, startServer } from '../harness/server.ts';
import { filled, texts } from '../texts.ts';

const STOCK = 'NSE_SIM:ARUNA';
const { market, shell, trade } = texts;

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

test('several lines and panes with parameters in bounds, and all is kept on the device', async () => {
  const { person } = await comeIn();
  const { page } = person;
  await page.getByRole('button', { name: market.indicators, exact: true }).click();
  const sheet = page.getByRole('dialog', { name: market.indicators });
  for (const name of ['EMA', 'BOLL', 'MA', 'RSI', 'MACD'])
    await sheet.getByRole('button', { name, exact: true }).click();
  const over = sheet.getByRole('region', { name: market.indicatorMain });
  await over.getByText(filled(market.indicatorMost, { most: '4' })).waitFor();
  assert.ok(await over.getByRole('button', { name: 'SAR', exact: true }).isDisabled());
  const param = sheet.getByRole('textbox', {
    name: filled(market.indicatorParam, { name: 'RSI', place: '1' }),
  });
  await param.fill('9999');
  await sheet.getByText(filled(market.indicatorBounds, { most: '300' })).waitFor();
  await param.fill('14');
  assert.deepEqual(await accessibilityFaults(page), []);
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'detached' });

  await page.getByRole('button', { name: market.chartLook, exact: true }).click();
  const look = page.getByRole('dialog', { name: market.chartLook });
  for (const kind of ['heikinAshi', 'line', 'area', 'heikinAshi'] as const)
    await look.getByRole('radio', { name: market[`chartKind_${kind}`], exact: true }).check();
  assert.deepEqual(await accessibilityFaults(page), []);
  await page.keyboard.press('Escape');
  await look.waitFor({ state: 'detached' });
  const legend = page.locator('[data-legend]');
  await legend.getByText('EMA(6,12,20)').waitFor();
  const [room, drawn] = [
    await legend.boundingBox(),
    await page.getByRole('img', { name: /ARUNA/ }).boundingBox(),
  ];
  assert.ok(room && drawn && room.y + room.height <= drawn.y, 'the legend has a room of its own');
  await page.getByRole('button', { name: market.legend, exact: true }).click();
  await legend.waitFor({ state: 'detached' });
  const grown = await page.getByRole('img', { name: /ARUNA/ }).boundingBox();
  assert.ok(grown && grown.height > drawn.height, 'folded, the candles have its room');

  await page.reload();
  await whenReady(page);
  await page.locator(`button[aria-label="${market.legend}"][aria-expanded="false"]`).waitFor();
  await page.getByRole('button', { name: market.indicators, exact: true }).click();
  assert.equal(await param.inputValue(), '14');
  assert.deepEqual(await stickingOut(page), []);
  await person.leave();
});

test('settings that a stranger wrote fall back to the usual ones', async () => {
  const { person } = await comeIn({
    kind: 'pie',
    overlays: [
      { name: 'EMA', params: [1, 2, 1e9] },
      { name: 'EVIL', params: [] },
    ],
    panes: Array.from({ length: 40 }, () => ({ name: 'RSI', params: [6, 12, 24] })),
  });
  const { page } = person;
  await page.getByRole('button', { name: market.indicators, exact: true }).click();
  const sheet = page.getByRole('dialog', { name: market.indicators });
  const removals = sheet.getByRole('button', {
    name: new RegExp(`^${filled(market.indicatorRemove, { name: '' })}`),
  });
  await removals.first().waitFor();
  assert.equal(await removals.count(), 2, 'EMA once and RSI once');
  const param = sheet.getByRole('textbox', {
    name: filled(market.indicatorParam, { name: 'EMA', place: '3' }),
  });
  assert.equal(await param.inputValue(), '20');
  await person.leave();
});

test("an own order's line is moved by hand or keys, only the sheet changes the order, a fill has its mark", async () => {
  const { person, client } = await comeIn();
  const { page } = person;
  const { price } = await client.call('stockInfo', { instrumentId: STOCK });
  const limit = (Math.floor(Number(price) * 9.9) / 10).toFixed(2);
  const order = { clientId: newClientId(), instrumentId: STOCK, quantity: '5' } as const;
  await client.call('stockBuy', { ...order, type: 'limit', validity: 'day', price: limit });
  const line = page.getByRole('slider', { name: filled(trade.lineOf, { order: 'Buy 5 ARUNA' }) });
  await line.waitFor();
  assert.equal(plainNumber((await line.getAttribute('aria-valuetext')) ?? ''), limit);
  assert.deepEqual(await accessibilityFaults(page), []);

  // By keys: two ticks up, then the sheet, which is left again.
  await line.focus();
  await line.press('ArrowUp');
  await line.press('ArrowUp');
  const moved = plainNumber((await line.getAttribute('aria-valuetext')) ?? '');
  assert.ok(Number(moved) > Number(limit), 'two ticks higher');
  await line.press('Enter');
  const sheet = page.getByRole('dialog', { name: trade.modifyTitle });
  const field = sheet.getByLabel(filled(trade.limitPrice, { asset: '₹' }));
  assert.equal(plainNumber(await field.inputValue()), moved);
  assert.equal(await priceOf(client), limit, 'nothing is changed yet');
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'detached' });
  assert.equal(plainNumber((await line.getAttribute('aria-valuetext')) ?? ''), limit, 'the line is back');

  // By hand: lower, where it cannot be filled, then the sheet, which is sent.
  await whenStill(page);
  await drag(page, line, -24);
  await sheet.waitFor();
  const wished = plainNumber(await field.inputValue());
  assert.notEqual(wished, limit);
  assert.equal(await priceOf(client), limit, 'nothing is changed by the drag');
  await sheet.getByRole('button', { name: trade.modifySave }).click();
  await page.getByText(trade.modifyDone).first().waitFor();
  assert.equal(Number(await priceOf(client)), Number(wished));

  await client.call('stockBuy', { ...order, clientId: newClientId(), type: 'market', validity: 'ioc' });
  await whenDrawn(page, market.mark_buy);
  await person.leave();
});

test('minute and month are told apart, and the chart is compared, shared and shown full', async () => {
  const { person } = await comeIn();
  const { page } = person;
  await page.getByRole('radio', { name: market.intervalName_1M, exact: true }).check();
  await page.getByRole('radio', { name: market.intervalName_1m, exact: true }).check();
  assert.notEqual(market.interval_1m.toLowerCase(), market.interval_1M.toLowerCase());
  await page.getByRole('button', { name: market.chartLook, exact: true }).click();
  const index = page.getByRole('radiogroup', { name: market.compare }).getByRole('radio').nth(1);
  await index.check();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });

  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: market.sharePicture, exact: true }).click();
  const file = await (await saved).path();
  assert.equal(readFileSync(file).subarray(1, 4).toString(), 'PNG');

  await page.getByRole('button', { name: market.fullScreen, exact: true }).click();
  const full = page.getByRole('dialog', { name: filled(market.chartOf, { symbol: 'ARUNA' }) });
  await full.getByText(shell.demoFrame).waitFor();
  const chart = full.getByRole('img');
  await chart.waitFor();
  await whenReady(page);
  await whenStill(page);
  const box = await chart.boundingBox();
  assert.ok(box !== null && box.height > 600, 'the chart has the screen');
  assert.deepEqual(await accessibilityFaults(page), []);
  await page.goBack();
  await full.waitFor({ state: 'detached' });
  assert.match(page.url(), /stockKline/);
  await person.leave();
});

async function drag(page: Page, line: Locator, byPx: number): Promise<void> {
  const box = await line.boundingBox();
  assert.ok(box !== null, 'the line is seen');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x, y - byPx / 2);
  await page.mouse.move(x, y - byPx);
  await page.mouse.up();
}

async function priceOf(client: Client): Promise<string> {
  const { list } = await client.call('stockOrders', { state: 'live', instrumentId: STOCK, limit: '20' });
  const [order] = list;
  assert.ok(order !== undefined, 'the order is open');
  return Number(order.priceLimit).toFixed(2);
}

async function comeIn(kept?: object): Promise<{ person: Person; client: Client }> {
  const { client, session } = await enterDemo(server.url);
  const person = await openPerson(browser, { url: server.url, session, language: 'en-US' });
  await noteTextsDrawn(person.page);
  if (kept !== undefined) {
    await person.page.addInitScript((value) => {
      localStorage.setItem('tarazu.chart', JSON.stringify({ state: { value }, version: 1 }));
    }, kept);
  }
  await person.open(`/pages/stock/stockKline?instrumentId=${STOCK}`);
  await whenReady(person.page);
  return { person, client };
}

test('the table of the chart can be heard, and a second tap or leaving makes it silent', async () => {
  const { person } = await comeIn();
  const { page } = person;
  await page.getByRole('button', { name: market.viewAsTable, exact: true }).click();
  const table = page.getByRole('dialog');
  await table.getByRole('row').nth(1).waitFor();
  const play = table.getByRole('button', { name: market.soundPlay, exact: true });
  const stop = table.getByRole('button', { name: market.soundStop, exact: true });
  await play.click();
  await stop.click();
  await play.waitFor();
  await play.click();
  await stop.waitFor();
  assert.deepEqual(await accessibilityFaults(page), []);
  await page.keyboard.press('Escape');
  await table.waitFor({ state: 'detached' });
  await person.leave();
});
