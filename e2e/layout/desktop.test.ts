/** A desktop: everything of a trading day beside each other, moved by hand and by keys, and kept. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { accessibilityFaults } from '../harness/accessibility.ts';
import { openBrowser, openPerson, type Person, stickingOut, whenReady } from '../harness/browser.ts';
import { type Client, enterDemo } from '../harness/client.ts';
import { type RunningServer, startServer } from '../harness/server.ts';
import { filled, texts } from '../texts.ts';

const STOCK = 'NSE_SIM:ARUNA';
const OTHER = 'NSE_SIM:SUTRATEK';
const DESKTOP = { width: 1280, height: 800 } as const;
const TABLET = { width: 768, height: 1024 } as const;
const { assets, home, market, mine, portfolio, shell, trade, workspace } = texts;

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

for (const theme of ['light', 'dark'] as const) {
  test(`watchlist, chart, ticket, book, orders and positions stand side by side: ${theme}`, async () => {
    const { person } = await comeIn({ theme });
    const { page } = person;
    for (const name of [
      market.watchlist,
      market.chart,
      workspace.ticket,
      workspace.book,
      workspace.openOrders,
      workspace.positions,
    ]) {
      const box = await page.getByRole('region', { name, exact: true }).first().boundingBox();
      assert.ok(box !== null && box.width > 0, `${name} is seen`);
      assert.ok(
        box.x + box.width <= DESKTOP.width && box.y + box.height <= DESKTOP.height,
        `${name} is seen whole`,
      );
    }
    assert.deepEqual(await stickingOut(page), []);
    assert.deepEqual(await accessibilityFaults(page), []);
    await person.leave();
  });
}

test('panels are resized by keys, and keep their sizes and their charts over a reload', async () => {
  const { person } = await comeIn({});
  const { page } = person;
  const watchlist = page.getByRole('region', { name: market.watchlist, exact: true });
  const before = await watchlist.boundingBox();
  const line = page.getByRole('separator', { name: workspace.resize }).first();
  await line.focus();
  await line.press('ArrowRight');
  await line.press('ArrowRight');
  await page.waitForFunction(
    (width) => (document.querySelector('#watch')?.getBoundingClientRect().width ?? 0) > width + 10,
    before?.width ?? 0,
  );
  const resized = await watchlist.boundingBox();
  await page.getByRole('button', { name: filled(workspace.chartCount, { shown: '1' }) }).click();
  await page.locator('[data-charts="2"]').waitFor();
  await page.reload();
  await page.locator('[data-charts="2"]').waitFor();
  const kept = await watchlist.boundingBox();
  assert.ok(Math.abs((kept?.width ?? 0) - (resized?.width ?? 0)) < 2, 'the panel is as wide as it was left');
  await page.getByRole('button', { name: filled(workspace.chartCount, { shown: '2' }) }).click();
  await page.locator('[data-charts="4"]').waitFor();
  await whenReady(page);
  assert.deepEqual(await accessibilityFaults(page), []);
  await person.leave();
});

test('the watchlist of the workspace is chosen there, and is the one that stands open elsewhere', async () => {
  const { person, client } = await comeIn({});
  const { page } = person;
  const { id: listId } = await client.call('watchlistAdd', { name: 'Dividends' });
  await client.call('watchlistItemAdd', { listId, instrumentId: OTHER });
  await page.reload();
  await page.getByRole('radio', { name: 'Dividends' }).check();
  const panel = page.getByRole('region', { name: 'Dividends', exact: true });
  await panel.getByText('SUTRATEK', { exact: true }).waitFor();
  assert.deepEqual(await stickingOut(page), []);
  assert.deepEqual(await accessibilityFaults(page), []);
  await page.reload();
  await panel.getByText('SUTRATEK', { exact: true }).waitFor();
  await person.open('/pages/tabbar/markets?tab=watchlist');
  await page.getByRole('list', { name: 'Dividends' }).getByText('SUTRATEK', { exact: true }).waitFor();
  await person.leave();
});

test('an order by keys alone: to the ticket, the cost, the button, and only there it is sent', async () => {
  const { person, client } = await comeIn({});
  const { page } = person;
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: workspace.shortcuts }).waitFor();
  assert.deepEqual(await accessibilityFaults(page), []);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });

  await page.keyboard.press('b');
  const quantity = page.getByRole('textbox', { name: filled(trade.quantityIn, { unit: trade.shares }) });
  await page.waitForFunction(() => document.activeElement instanceof HTMLInputElement);
  // Without a quantity there is no cost to see, and two Enters send nothing.
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  assert.equal((await ordersOf(client)).length, 0);
  await page.keyboard.press('b');
  await page.keyboard.type('2');
  assert.equal(await quantity.inputValue(), '2');
  await page.getByRole('region', { name: trade.truthTitle }).waitFor();
  await page.keyboard.press('Enter');
  const send = page.getByRole('button', { name: filled(trade.submitBuy, { quantity: '2', name: 'ARUNA' }) });
  assert.ok(await send.evaluate((button) => button === document.activeElement), 'the button has the focus');
  assert.equal((await ordersOf(client)).length, 0, 'nothing was sent from the field');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor();
  assert.equal((await ordersOf(client)).length, 1);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });

  await page.keyboard.press('j');
  await page.waitForFunction(() =>
    document.querySelector('[aria-current="true"]')?.textContent?.includes('SUTRATEK'),
  );
  await person.leave();
});

test('keys do nothing once they are switched off, but their list still opens', async () => {
  const { person } = await comeIn({});
  const { page } = person;
  await page.keyboard.press('?');
  await page.getByRole('switch', { name: workspace.shortcutsOn }).press(' ');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.keyboard.press('b');
  assert.equal(await page.evaluate(() => document.activeElement instanceof HTMLInputElement), false);
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: workspace.shortcuts }).waitFor();
  await person.leave();
});

test('a tablet has two columns, and a phone keeps its own', async () => {
  const { person } = await comeIn({ path: `/pages/stock/order?instrumentId=${STOCK}` });
  const { page } = person;
  await page.setViewportSize(TABLET);
  const quantity = page.getByRole('textbox', { name: filled(trade.quantityIn, { unit: trade.shares }) });
  const chart = page.getByRole('region', { name: trade.chart, exact: true });
  await chart.waitFor();
  const [left, right] = [await chart.boundingBox(), await quantity.boundingBox()];
  assert.ok(
    left !== null && right !== null && left.x + left.width <= right.x,
    'the chart stands left of the ticket',
  );
  await whenReady(page);
  assert.deepEqual(await stickingOut(page), []);
  assert.deepEqual(await accessibilityFaults(page), []);
  await person.open(`/pages/stock/stockKline?instrumentId=${STOCK}`);
  await whenReady(page);
  assert.deepEqual(await stickingOut(page), []);
  assert.deepEqual(await accessibilityFaults(page), []);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('navigation', { name: shell.tabBar }).waitFor({ state: 'detached' });
  await person.leave();
});

test('overviews stand in two columns on a tablet, in one on a phone', async () => {
  const { person } = await comeIn({ path: '/pages/tabbar/home' });
  const { page } = person;
  const pages = [
    { path: '/pages/tabbar/home', left: home.markets, right: home.movers },
    { path: '/pages/user/assets', left: assets.cash, right: assets.accountStock },
    { path: '/pages/user/portfolio', left: portfolio.figures, right: portfolio.allocation },
    { path: '/pages/tabbar/mine', left: mine.group_account, right: mine.group_help },
  ];
  for (const { path, left, right } of pages) {
    await page.setViewportSize(TABLET);
    await person.open(path);
    await whenReady(page);
    const boxes = async () => {
      const box = async (name: string) => {
        const found = await page.getByRole('heading', { name, exact: true }).first().boundingBox();
        assert.ok(found !== null, `${name} is seen on ${path}`);
        return found;
      };
      return { first: await box(left), second: await box(right) };
    };
    const wide = await boxes();
    assert.ok(wide.second.x > wide.first.x + 200, `${path}: ${right} stands beside ${left}`);
    assert.deepEqual(await stickingOut(page), []);
    assert.deepEqual(await accessibilityFaults(page), []);
    await page.setViewportSize({ width: 390, height: 844 });
    const narrow = await boxes();
    assert.ok(Math.abs(narrow.second.x - narrow.first.x) < 2, `${path}: one column`);
    assert.ok(narrow.second.y > narrow.first.y, `${path}: ${right} stands below ${left}`);
  }
  await person.leave();
});

test('markets and positions have their neighbour beside them on a tablet, and not on a phone', async () => {
  const { person } = await comeIn({ path: '/pages/tabbar/home' });
  const { page } = person;
  for (const { path, panel, beside } of [
    { path: '/pages/tabbar/markets', panel: market.stocks, beside: market.watchlist },
    { path: '/pages/tabbar/position', panel: trade.stocks, beside: trade.openOrders },
  ]) {
    await page.setViewportSize(TABLET);
    await person.open(path);
    await whenReady(page);
    const heading = page.getByRole('heading', { name: beside, exact: true });
    const [left, right] = [
      await page.getByRole('tabpanel', { name: panel }).boundingBox(),
      await heading.boundingBox(),
    ];
    assert.ok(left !== null && right !== null && right.x > left.x + 200, `${beside} stands beside ${path}`);
    assert.deepEqual(await stickingOut(page), []);
    assert.deepEqual(await accessibilityFaults(page), []);
    await page.setViewportSize({ width: 390, height: 844 });
    await heading.waitFor({ state: 'detached' });
  }
  await person.leave();
});

async function ordersOf(client: Client) {
  const asked = { instrumentId: STOCK, limit: '20' } as const;
  const live = await client.call('stockOrders', { ...asked, state: 'live' });
  const ended = await client.call('stockOrders', { ...asked, state: 'ended' });
  return [...live.list, ...ended.list];
}

interface Visit {
  readonly theme?: 'light' | 'dark';
  readonly path?: string;
}

async function comeIn({ theme = 'light', path = '/pages/tabbar/trade' }: Visit): Promise<{
  person: Person;
  page: Page;
  client: Client;
}> {
  const { client, session } = await enterDemo(server.url);
  for (const instrumentId of [OTHER, STOCK]) await client.call('stockCollectAdd', { instrumentId });
  const person = await openPerson(browser, { url: server.url, session, language: 'en-US', theme });
  const { page } = person;
  await page.addInitScript((instrumentId) => {
    const keep = (name: string, value: unknown) => {
      if (localStorage.getItem(name) === null)
        localStorage.setItem(name, JSON.stringify({ state: { value }, version: 1 }));
    };
    keep('tarazu.lastInstrument', { stock: instrumentId });
    keep('tarazu.systemTradeType', 'stock');
  }, STOCK);
  await page.setViewportSize(DESKTOP);
  await person.open(path);
  await whenReady(page);
  return { person, page, client };
}
