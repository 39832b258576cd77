/** The browser's own buttons while something stands over the page. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { openBrowser, openPerson, type Person } from './harness/browser.ts';
import { enterDemo } from './harness/client.ts';
import { type RunningServer, startServer } from './harness/server.ts';
import { filled, texts } from './texts.ts';

const { trade, shell, market, glossary } = texts;
const TICKET = '/pages/coin/index?instrumentId=COIN_SIM:BTC-USDT';
const BEFORE = '/pages/news/list';

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

/** Somebody who came to the ticket from another page. */
async function atTicket(): Promise<Person> {
  const { session } = await enterDemo(server.url);
  const person = await openPerson(browser, { url: server.url, session });
  await person.open(BEFORE);
  await person.open(TICKET);
  await person.page.getByRole('button', { name: trade.moreTypes }).waitFor();
  return person;
}

async function openTypes(page: Page): Promise<void> {
  await page.getByRole('button', { name: trade.moreTypes }).click();
  await page.getByRole('dialog').waitFor();
  await page.waitForFunction(() => window.history.state.overlayDepth === 1);
}

async function closed(page: Page): Promise<void> {
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.waitForFunction(() => window.history.state.overlayDepth === undefined);
}

const pathOf = (page: Page): string => new URL(page.url()).pathname;

test('Back closes a sheet and stays on the page, Forward opens nothing, Back again leaves (app 3)', async () => {
  const { page } = await atTicket();
  await openTypes(page);
  await page.goBack();
  await closed(page);
  assert.equal(pathOf(page), '/pages/coin/index');
  await page.goForward();
  await closed(page);
  assert.equal(pathOf(page), '/pages/coin/index');
  await page.goBack();
  await page.waitForURL(`**${BEFORE}`);
});

test('a sheet that was closed by hand leaves no step behind, nor one that a reload took away', async () => {
  const { page } = await atTicket();
  await openTypes(page);
  await page.keyboard.press('Escape');
  await closed(page);
  await openTypes(page);
  await page.reload();
  await page.getByRole('button', { name: trade.moreTypes }).waitFor();
  await closed(page);
  await page.goBack();
  await page.waitForURL(`**${BEFORE}`);
});

test('a way out of the side menu leads back to the page and not to the menu', async () => {
  const { page } = await atTicket();
  await page.goto(`${server.url}/pages/tabbar/home`);
  await page.getByRole('button', { name: shell.openMenu }).click();
  await page.getByRole('dialog').waitFor();
  await page.waitForFunction(() => window.history.state.overlayDepth === 1);
  await page.getByRole('dialog').getByRole('link').last().click();
  await closed(page);
  const there = pathOf(page);
  assert.notEqual(there, '/pages/tabbar/home');
  await page.goBack();
  await page.waitForURL('**/pages/tabbar/home');
  assert.equal(await page.getByRole('dialog').count(), 0);
  await page.goForward();
  await page.waitForURL(`**${there}`);
});

test('the "?" beside a term explains it, over a sheet too, and Back closes that alone (app, words)', async () => {
  const { page } = await atTicket();
  await page.getByRole('radio', { name: trade.type_limit }).check();
  const help = page.getByRole('button', { name: filled(shell.helpOn, { term: trade.orderType }) });
  const box = await help.boundingBox();
  assert.ok(box !== null && box.width >= 44 && box.height >= 44, 'a finger finds it');
  await help.click();
  await page.getByRole('dialog', { name: glossary.term_limit }).getByText(glossary.about_limit).waitFor();
  await page.goBack();
  await closed(page);
  assert.equal(pathOf(page), '/pages/coin/index');

  await page.goto(`${server.url}/pages/coin/coinKline?instrumentId=COIN_SIM:BTC-USDT`);
  await page.getByRole('button', { name: market.indicators }).click();
  const sheet = page.getByRole('dialog', { name: market.indicators });
  await sheet.getByRole('button', { name: filled(shell.helpOn, { term: market.indicatorMain }) }).click();
  const terms = page.getByRole('dialog', { name: market.indicatorMain });
  await terms.getByText(glossary.about_SMA).waitFor();
  await page.waitForFunction(() => window.history.state.overlayDepth === 2);
  await page.goBack();
  await terms.waitFor({ state: 'detached' });
  await sheet.waitFor();
});
