/**
 * The main journeys in Debian's Firefox over WebDriver BiDi, which Playwright's own Firefox is not. Belongs
 * to `npm run verify -- --slow`: it installs Firefox where it is not there, and takes the app as built.
 */
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { after, before, test } from 'node:test';
import { type Browser, type ElementHandle, launch, type Page } from 'puppeteer-core';
import { PHONE } from '../harness/browser.ts';
import { type Client, enterDemo, newClientId } from '../harness/client.ts';
import { type RunningServer, startServer } from '../harness/server.ts';
import { filled, texts } from '../texts.ts';

const { market, mine, shell, trade } = texts;
const INSTRUMENT = 'NSE_SIM:ARUNA';
const COIN = 'COIN_SIM:BTC-USDT';
const WAIT_MS_MAX = 60_000;
/** A first start on a loaded machine makes a profile and its caches: 30 s were too short. */
const LAUNCH_MS_MAX = 180_000;
const TAPS_MAX = 10;
/** A font that a navigation left behind half loaded (NS_BINDING_ABORTED): nothing broke. */
const FONT_LEFT = 'status=2152398850';

let server: RunningServer;
let browser: Browser;
before(async () => {
  if (spawnSync('which', ['firefox-esr']).status !== 0)
    execFileSync('apt-get', ['install', '-y', '--no-install-recommends', 'firefox-esr'], { stdio: 'pipe' });
  server = await startServer();
  browser = await launch({
    browser: 'firefox',
    executablePath: '/usr/bin/firefox-esr',
    timeout: LAUNCH_MS_MAX,
  });
});
after(async () => {
  await browser?.close();
  await server?.dispose();
});

interface Visit {
  readonly page: Page;
  readonly client: Client;
  /** Exceptions in the page so far. */
  readonly troubles: string[];
  open(path: string): Promise<void>;
  leave(): Promise<void>;
}

/** Somebody in the demo, with the language chosen on an earlier visit. */
async function visit(path: string): Promise<Visit> {
  const { client, session } = await enterDemo(server.url);
  const kept = (value: unknown): string => JSON.stringify({ state: { value }, version: 1 });
  const items = {
    'tarazu.language': 'en-US',
    'tarazu.userToken': kept({ demo: session.demoToken }),
    'tarazu.userInfo': kept(session.user),
    'tarazu.userAccountType': kept('demo'),
    'tarazu.coachSeen': kept(true),
  };
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  await page.setViewport(PHONE);
  page.setDefaultTimeout(WAIT_MS_MAX);
  const troubles: string[] = [];
  page.on('pageerror', (error) => {
    if (!String(error).includes(FONT_LEFT)) troubles.push(String(error));
  });
  const open = async (to: string): Promise<void> => {
    await page.goto(`${server.url}${to}`, { waitUntil: 'domcontentloaded' });
  };
  await open('/pages/news/list');
  await page.evaluate((pairs) => {
    for (const [name, value] of Object.entries(pairs)) window.localStorage.setItem(name, value);
  }, items);
  await open(path);
  const leave = async (): Promise<void> => {
    await context.close();
    assert.deepEqual(troubles, [], 'nothing broke in the page');
  };
  return { page, client, troubles, open, leave };
}

const named = (role: string, name: string): string => `::-p-aria([name="${name}"][role="${role}"])`;

async function shown(page: Page, text: string): Promise<ElementHandle> {
  const element = await page.waitForSelector(`::-p-text(${text})`);
  assert.ok(element !== null, `${text} is shown`);
  return element;
}

/** As `tapToSend`: where the market moved between the last drawing and the tap, one more tap is asked for. */
async function send(page: Page, button: string): Promise<void> {
  for (let taps = 0; taps < TAPS_MAX; taps += 1) {
    await page.locator(button).click();
    const asked = [trade.movedTitle, trade.farTitle].map((title) => page.$(`::-p-text(${title})`));
    if ((await Promise.all(asked)).every((element) => element === null)) return;
  }
  throw new Error(`The market moved at each of ${TAPS_MAX} taps.`);
}

test('in Firefox a share is bought at market, its price is checked on the device, and it stands in the positions', async () => {
  const { page, leave, open } = await visit(`/pages/stock/order?instrumentId=${INSTRUMENT}`);
  await page.locator(named('textbox', filled(trade.quantityIn, { unit: trade.shares }))).fill('2');
  await send(page, named('button', filled(trade.submitBuy, { quantity: '2', name: 'ARUNA' })));
  await shown(page, filled(trade.lifeFilled, { filled: '2', quantity: '2' }));
  await (await shown(page, trade.why)).click();
  await shown(page, trade.checkPassed);
  await open('/pages/tabbar/position');
  await shown(page, 'ARUNA');
  await leave();
});

test('in Firefox Back closes a sheet and stays on the page', async () => {
  const { page, leave } = await visit('/pages/news/list');
  await page.goto(`${server.url}/pages/coin/index?instrumentId=${COIN}`, { waitUntil: 'domcontentloaded' });
  await page.locator(named('button', trade.moreTypes)).click();
  await page.waitForSelector('[role="dialog"]');
  await page.waitForFunction(() => window.history.state.overlayDepth === 1);
  await page.goBack();
  await page.waitForFunction(() => document.querySelector('[role="dialog"]') === null);
  assert.equal(new URL(page.url()).pathname, '/pages/coin/index');
  await leave();
});

test('in Firefox an open order is found in the order centre and cancelled', async () => {
  const { page, client, open, leave } = await visit('/pages/news/list');
  const { band } = await client.call('stockInfo', { instrumentId: INSTRUMENT });
  const order = { instrumentId: INSTRUMENT, type: 'limit', validity: 'day', quantity: '2' } as const;
  await client.call('stockBuy', { clientId: newClientId(), ...order, price: band?.priceLow ?? '1' });
  await open('/pages/stock/order?tab=open');
  const title = filled(trade.orderBuy, { quantity: '2', symbol: 'ARUNA' });
  await page.locator(named('button', filled(trade.menuOf, { order: title }))).click();
  await page.locator(`[role="dialog"] ${named('button', trade.cancelOrder)}`).click();
  await page.locator(`[role="alertdialog"] ${named('button', trade.cancelConfirm)}`).click();
  await shown(page, trade.noOpenOrders);
  assert.deepEqual((await client.call('stockOrders', { state: 'live' })).list, []);
  await leave();
});

test('in Firefox search forgives a slip and leads to the share', async () => {
  const { page, leave } = await visit('/pages/stock/search');
  await page.locator(named('searchbox', market.searchLabel)).fill('vajra cment');
  await page.locator('a[href*="VAJRACEM"]').click();
  await page.locator(named('link', market.buy)).wait();
  await leave();
});

test('in Firefox the dark theme is chosen once and kept over a reload', async () => {
  const { page, leave } = await visit('/pages/tabbar/mine');
  const isDark = () => page.waitForFunction(() => document.documentElement.dataset['theme'] === 'dark');
  await page.locator(named('radio', mine.themeDark)).click();
  await isDark();
  await page.reload({ waitUntil: 'domcontentloaded' });
  await isDark();
  await leave();
});

test('in Firefox a chart is drawn', async () => {
  const { page, leave } = await visit(`/pages/coin/coinKline?instrumentId=${COIN}`);
  await page.waitForSelector('canvas');
  await page.waitForFunction(() =>
    [...document.querySelectorAll('canvas')].some((canvas) => {
      const drawn = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data;
      return drawn?.some((value) => value !== 0) === true;
    }),
  );
  await leave();
});

test('in Firefox a newcomer chooses the language, and is in the demo', async () => {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  page.setDefaultTimeout(WAIT_MS_MAX);
  await page.setViewport(PHONE);
  await page.goto(server.url, { waitUntil: 'domcontentloaded' });
  await (await shown(page, 'English')).click();
  await (await shown(page, shell.tryDemo)).click();
  await shown(page, shell.demoFrame);
  await page.locator(named('link', shell.tabMarkets)).click();
  await shown(page, market.searchLabel);
  await context.close();
});
