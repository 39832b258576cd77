/**
 * A phone on its side: either the chart or the ticket has the screen, the tab bar is away, and nothing covers
 * the button that buys.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Locator, Page } from 'playwright-core';
import { accessibilityFaults } from '../harness/accessibility.ts';
import { openBrowser, openPerson, type Person, stickingOut, whenReady } from '../harness/browser.ts';
import { enterDemo } from '../harness/client.ts';
import { type RunningServer, startServer } from '../harness/server.ts';
import { bengali, filled, texts } from '../texts.ts';

const STOCK = 'NSE_SIM:ARUNA';
const LYING = { width: 844, height: 390 } as const;
const LANGUAGES = { 'en-US': texts, 'bn-BN': bengali } as const;
type Language = keyof typeof LANGUAGES;

/** Of the height of the screen, the least that belongs to the candles. */
const CHART_SHARE_MIN = 0.6;

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

for (const language of ['en-US', 'bn-BN'] as const) {
  for (const path of [`/pages/stock/order?instrumentId=${STOCK}`, '/pages/tabbar/trade']) {
    test(`nothing covers the button that buys on a phone on its side: ${language}, ${path} (issue 10, 1.7)`, async () => {
      const person = await comeIn(path, language);
      const { page } = person;
      const { trade, shell } = LANGUAGES[language];
      const quantity = page.getByRole('textbox', { name: new RegExp(`^${trade.quantityIn.split('(')[0]}`) });
      await quantity.fill('2');
      await page.getByRole('region', { name: trade.truthTitle }).waitFor();
      const name = trade.submitBuy.replace('{quantity}', '[2২]').replace('{name}', '.*');
      const send = page.getByRole('button', { name: new RegExp(name) });
      await isOnTop(send);
      assert.equal(await page.getByRole('navigation', { name: shell.tabBar }).isVisible(), false);
      assert.deepEqual(await stickingOut(page), []);
      assert.deepEqual(await accessibilityFaults(page), []);
      await person.leave();
    });
  }
}

test('the chart has the height of a phone on its side, and the ticket is one tap away (issue 10, 1.7)', async () => {
  const person = await comeIn('/pages/tabbar/trade', 'en-US');
  const { page } = person;
  const { trade, market, shell } = texts;
  await page.getByRole('radio', { name: trade.chart, exact: true }).check();
  await chartIsTall(page);
  assert.equal(await page.getByRole('textbox').count(), 0, 'the ticket has made room');
  assert.deepEqual(await accessibilityFaults(page), []);
  await page.getByRole('radio', { name: trade.tab_ticket, exact: true }).check();
  await page.getByRole('textbox').first().waitFor();

  await person.open(`/pages/stock/stockKline?instrumentId=${STOCK}`);
  await whenReady(page);
  await chartIsTall(page);
  await isOnTop(page.getByRole('link', { name: market.buy, exact: true }));
  await isOnTop(page.getByText(shell.simulated).first());
  assert.deepEqual(await stickingOut(page), []);
  assert.deepEqual(await accessibilityFaults(page), []);

  await person.open('/pages/stock/index?instrumentId=NSE_SIM:TARAZU50');
  await whenReady(page);
  await chartIsTall(page);
  await isOnTop(page.getByText(shell.simulated).first());
  assert.deepEqual(await stickingOut(page), []);
  await person.leave();
});

test('the first screen shows its ways on without scrolling on a phone on its side', async () => {
  for (const language of ['en-US', 'bn-BN'] as const) {
    const person = await openPerson(browser, { url: server.url, language, theme: 'light' });
    const { page } = person;
    await page.setViewportSize(LYING);
    await person.open('/pages/common/welcome');
    await whenReady(page);
    const { firstRun } = LANGUAGES[language];
    for (const name of [firstRun.tryDemo, firstRun.openAccount]) {
      const box = await page.getByText(name, { exact: true }).boundingBox();
      assert.ok(box !== null && box.y > 0 && box.y + box.height <= LYING.height, `${name} is in sight`);
    }
    assert.deepEqual(await stickingOut(page), []);
    assert.deepEqual(await accessibilityFaults(page), []);
    await person.leave();
  }
});

async function chartIsTall(page: Page): Promise<void> {
  const chart = page.getByRole('img', {
    name: new RegExp(`^${filled(texts.market.chartOf, { symbol: '' })}`),
  });
  await chart.waitFor();
  const box = await chart.boundingBox();
  assert.ok(box !== null, 'the chart is drawn');
  assert.ok(box.height >= LYING.height * CHART_SHARE_MIN, `the chart is ${box.height} px tall`);
  assert.ok(box.y + box.height <= LYING.height, 'it is seen whole');
}

/** Whole on the screen, and what a finger touches in its middle and near its edges is the thing itself. */
async function isOnTop(thing: Locator): Promise<void> {
  await thing.waitFor();
  const covered = await thing.evaluate((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const isSeen = top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth;
    if (!isSeen)
      return `it lies at ${Math.round(left)},${Math.round(top)} to ${Math.round(right)},${Math.round(bottom)}`;
    const points = [top + 4, (top + bottom) / 2, bottom - 4];
    const above = points.map((y) => document.elementFromPoint((left + right) / 2, y));
    return above.find((found) => found !== null && !element.contains(found))?.outerHTML.slice(0, 120);
  });
  assert.equal(covered, undefined);
}

async function comeIn(path: string, language: Language): Promise<Person> {
  const { session } = await enterDemo(server.url);
  const person = await openPerson(browser, { url: server.url, session, language });
  await person.page.setViewportSize(LYING);
  await person.open(path);
  await whenReady(person.page);
  return person;
}

test('the installed app turns with the phone', async () => {
  const manifest = await fetch(`${server.url}/manifest.webmanifest`);
  const { orientation } = await manifest.json();
  assert.equal(orientation, 'any');
});
