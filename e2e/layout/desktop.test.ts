/** A desktop: everything of a trading day beside each other, moved by hand and by keys, and kept. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { accessibilityFaults } from '../harness/accessibility.ts';
import { openBrowser, stickingOut, whenReady, whenStill } from '../harness/browser.ts';
import { type RunningServer, startServer } from '../harness/server.ts';
import { filled, texts } from '../texts.ts';
import { comeToWide, DESKTOP, OTHER, ordersOf, STOCK, TABLET, type Visit } from './wide-visit.ts';

const { assets, home, market, mine, portfolio, score, security, shell, trade, workspace } = texts;

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

const comeIn = (visit: Omit<Visit, 'url' | 'browser'>) => comeToWide({ ...visit, url: server.url, browser });

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

test('the side menu stands at the edge of the window, and a sheet in its middle', async () => {
  const { person } = await comeIn({ path: '/pages/tabbar/home' });
  const { page } = person;
  await page.getByRole('button', { name: shell.openMenu, exact: true }).click();
  const menu = page.getByRole('dialog', { name: shell.menu });
  await menu.waitFor();
  await whenStill(page);
  assert.equal((await menu.boundingBox())?.x, 0);
  await page.keyboard.press('Escape');
  await menu.waitFor({ state: 'detached' });

  await person.open(`/pages/stock/stockKline?instrumentId=${STOCK}`);
  await page.getByRole('button', { name: market.indicators, exact: true }).click();
  const sheet = page.getByRole('dialog', { name: market.indicators });
  await sheet.waitFor();
  await whenStill(page);
  const box = await sheet.boundingBox();
  assert.ok(box !== null);
  const [above, below] = [box.y, DESKTOP.height - box.y - box.height];
  assert.ok(Math.abs(above - below) <= 1, `${above} px above it, ${below} below`);
  assert.deepEqual(await accessibilityFaults(page), []);
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
    { path: '/pages/user/security', left: security.sectionPasswords, right: security.sectionStaff },
    { path: '/pages/user/limits', left: security.limit_sectionTrading, right: security.limit_sectionBreak },
    { path: '/pages/user/creditScore', left: score.parts, right: score.log },
    { path: '/pages/user/userInfo', left: mine.details, right: mine.sessions },
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

test('lists and forms have the rail and a column to read on a desktop, and the phone column is gone', async () => {
  const { person } = await comeIn({ path: '/pages/tabbar/home' });
  const { page } = person;
  for (const path of ['notice/alerts', 'notice/list', 'user/tradePassword', 'common/rulebook']) {
    await page.setViewportSize(DESKTOP);
    await person.open(`/pages/${path}`);
    await whenReady(page);
    const rail = await page.getByRole('navigation', { name: shell.tabBar }).boundingBox();
    const main = await page.locator('main').boundingBox();
    const header = await page.locator('header').first().boundingBox();
    assert.ok(rail !== null && main !== null && header !== null);
    assert.ok(rail.height > 700 && rail.width < 100, `${path}: the rail stands at the left`);
    assert.ok(main.width > 600, `${path}: ${main.width} px`);
    assert.ok(header.width > 1_100, `${path}: the bar has the whole width`);
    const middle = rail.width + (DESKTOP.width - rail.width) / 2;
    assert.ok(Math.abs(main.x + main.width / 2 - middle) < 3, `${path}: it stands in the middle`);
    assert.deepEqual(await stickingOut(page), []);
    assert.deepEqual(await accessibilityFaults(page), []);
  }
  await person.leave();
});

test("a desktop's chart is taller in a taller window", async () => {
  const { person } = await comeIn({ path: `/pages/stock/stockKline?instrumentId=${STOCK}` });
  const { page } = person;
  const chart = page.getByRole('region', { name: trade.chart, exact: true }).getByRole('img');
  const heights: number[] = [];
  for (const height of [700, 800, 1000]) {
    await page.setViewportSize({ width: 1280, height });
    await whenReady(page);
    heights.push((await chart.boundingBox())?.height ?? 0);
  }
  assert.ok(
    heights.every((one, at) => at === 0 || one > (heights[at - 1] ?? 0) + 60),
    heights.join(' '),
  );
  await person.leave();
});
