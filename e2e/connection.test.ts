/**
 * The line breaks, the server dies, the network is gone: the
 * app says so, goes on by itself, and says what became of it.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page, WebSocketRoute } from 'playwright-core';
import { openBrowser, openPerson, whenReady } from './harness/browser.ts';
import { enterDemo, type Guest, newClientId } from './harness/client.ts';
import { plainNumber } from './harness/screen.ts';
import { type RunningServer, startServer } from './harness/server.ts';
import { whenServing } from './harness/traders.ts';
import { texts } from './texts.ts';

const { shell, home, assets, market, portfolio, trade } = texts;
const RESTORED_MS_MAX = 40_000;
const INSTRUMENT = 'NSE_SIM:ARUNA';
const STREAM = /\/ipop-api\/stream$/;

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

test('the stream is cut: the app says so, catches up by itself and shows what happened meanwhile', async () => {
  const guest = await enterDemo(server.url);
  const person = await openPerson(browser, { url: server.url, session: guest.session });
  const { page } = person;
  const line = await putLineInHand(page);
  await person.open('/pages/tabbar/home');
  await whenReady(page);
  const before = await readyToInvest(page);

  line.cut();
  await page.getByText(shell.reconnecting).waitFor();
  await buyOne(guest);
  line.mend();
  await page.getByText(shell.restoredOwn).waitFor({ timeout: RESTORED_MS_MAX });
  assert.equal(await page.getByText(shell.reconnecting).count(), 0, 'the banner is gone');
  assert.notEqual(await readyToInvest(page), before, 'the order of meanwhile is seen without a reload');
  await person.leave();
});

test('on a quiet day the first page asks nothing twice', async () => {
  const guest = await enterDemo(server.url);
  // The account was opened a moment ago: a change that the first questions come after.
  const person = await openPerson(browser, { url: server.url, session: guest.session });
  const { page } = person;
  const asked: string[] = [];
  // Answers count: what a busy server refused is rightly asked again.
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (pathname.startsWith('/ipop-api/') && response.ok())
      asked.push(`${response.request().method()} ${pathname}`);
  });
  const begun = page.waitForEvent('websocket').then((socket) => {
    return socket.waitForEvent('framereceived', {
      predicate: ({ payload }) => String(payload).includes('"topic":"own"'),
    });
  });
  await person.open('/pages/tabbar/home');
  await whenReady(page);
  await begun;
  await page.waitForLoadState('networkidle');
  const own = asked.filter((call) => /assets|order|hold|user.notice/.test(call));
  assert.ok(own.length > 0, 'one’s own were asked');
  assert.deepEqual(own, [...new Set(own)]);
  await person.leave();
});

test('no network: the app says so at once, and that it is back', async () => {
  const guest = await enterDemo(server.url);
  const person = await openPerson(browser, { url: server.url, session: guest.session });
  const { page, context } = person;
  await person.open('/pages/tabbar/home');
  await whenReady(page);
  await context.setOffline(true);
  await page.getByText(shell.offline).waitFor();
  await context.setOffline(false);
  await page.getByText(shell.offline).waitFor({ state: 'detached' });
  await person.leave();
});

test('the server is killed and comes back: the app reconnects, says so, and shows the same money', async () => {
  const guest = await enterDemo(server.url);
  await buyOne(guest);
  const person = await openPerson(browser, { url: server.url, session: guest.session });
  const { page } = person;
  await person.open('/pages/tabbar/home');
  await whenReady(page);
  const before = await readyToInvest(page);
  await server.kill();
  await page.getByText(shell.reconnecting).waitFor();
  await server.startAgain();
  await page.getByText(shell.restoredOwn).waitFor({ timeout: RESTORED_MS_MAX });
  assert.equal(await readyToInvest(page), before);
  await person.leave();
});

test('the database is killed and comes back: the app goes on with the same money', async () => {
  const guest = await enterDemo(server.url);
  const person = await openPerson(browser, { url: server.url, session: guest.session });
  const { page } = person;
  await person.open('/pages/tabbar/home');
  await whenReady(page);
  const before = await readyToInvest(page);
  process.kill(server.databaseProcessId(), 'SIGKILL');
  await page.reload({ waitUntil: 'domcontentloaded' });
  await whenServing(guest.client, INSTRUMENT);
  await page.getByText(home.readyToInvest).waitFor({ timeout: RESTORED_MS_MAX });
  await page.getByText(shell.updated).waitFor({ state: 'detached', timeout: RESTORED_MS_MAX });
  assert.equal(await readyToInvest(page), before);
  await person.leave();
});

test('without a server the installed app opens with the last portfolio and its age', async () => {
  const guest = await enterDemo(server.url);
  const person = await openPerson(browser, { url: server.url, session: guest.session });
  const { page } = person;
  await person.open('/pages/user/assets');
  await page.mouse.move(1, 1);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  // From the second visit on the app is served by what it keeps.
  await page.reload();
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.getByText(assets.total).waitFor();
  await whenKept(page, 'userAssets');
  await server.kill();
  try {
    await page.reload({ waitUntil: 'domcontentloaded' });
    await page.getByText(shell.updated).waitFor();
    await page.getByText(assets.total).waitFor();
    const total = page.getByText(/^₹[\d,]+\.\d\d$/).first();
    assert.equal(
      plainNumber((await total.textContent()) ?? ''),
      await keptTotal(page),
      'the last total is shown',
    );
  } finally {
    await server.startAgain();
  }
  await person.leave();
});

test('without a server a stock, the portfolio, the positions and the orders are as they were last seen, with their age', async () => {
  const guest = await enterDemo(server.url);
  await whenServing(guest.client, INSTRUMENT);
  const { band } = await guest.client.call('stockInfo', { instrumentId: INSTRUMENT });
  const order = { instrumentId: INSTRUMENT, type: 'limit', validity: 'day', quantity: '1' } as const;
  const price = band?.priceLow ?? '1';
  await guest.client.call('stockBuy', { clientId: newClientId(), ...order, price });
  const person = await openPerson(browser, { url: server.url, session: guest.session });
  const { page } = person;
  const places = [
    [
      'stockInfo',
      `/pages/stock/stockKline?instrumentId=${INSTRUMENT}`,
      page.getByRole('link', { name: market.buy }),
    ],
    ['userPortfolio', '/pages/user/portfolio', page.getByText(portfolio.invested).first()],
    ['coinAssets', '/pages/tabbar/position?tab=spot', page.getByText(trade.noSpotPositions)],
    ['stockList', '/pages/tabbar/markets?tab=stocks', page.getByRole('link', { name: /\bARUNA\b/ }).first()],
    ['stockHoldings', '/pages/tabbar/position', page.getByRole('region', { name: trade.totals })],
    [
      // Other pages ask for orders too, and keep theirs.
      'stockOrders",{"limit":"30","state":"open',
      '/pages/stock/order?tab=open',
      page.getByRole('list', { name: trade.openOrders }),
    ],
    ['userInfo', '/pages/user/userInfo', page.getByText(guest.session.user.id)],
  ] as const;
  await person.open('/pages/tabbar/markets');
  await page.mouse.move(1, 1);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  for (const [call, path, sight] of places) {
    await person.open(path);
    await sight.waitFor();
    await whenKept(page, call);
  }
  await server.kill();
  try {
    for (const [, path, sight] of places) {
      await person.open(path);
      await sight.waitFor();
      await page.getByText(shell.updated).first().waitFor();
    }
  } finally {
    await server.startAgain();
  }
  await person.leave();
});

/** Wait for a stored answer, written a moment after it is shown, by its call and enough of its input. */
async function whenKept(page: Page, call: string): Promise<void> {
  await page.evaluate(async (name) => {
    const isKept = async () =>
      (await (await caches.open('tarazu-answers')).keys()).some(({ url }) =>
        decodeURIComponent(url).includes(`["${name}"`),
      );
    while (!(await isKept())) await new Promise((resolve) => requestAnimationFrame(resolve));
  }, call);
}

/** Total of the stored portfolio, of which nothing is written once the server is gone and the page is new. */
async function keptTotal(page: Page): Promise<string> {
  return await page.evaluate(async () => {
    const cache = await caches.open('tarazu-answers');
    const key = (await cache.keys()).find(({ url }) => decodeURIComponent(url).includes('["userAssets"'));
    const answer = key === undefined ? undefined : await cache.match(key);
    return String((await answer?.json())?.data.total);
  });
}

test('an order that another device places before the page listens appears as soon as it does', async () => {
  const guest = await enterDemo(server.url);
  const person = await openPerson(browser, { url: server.url, session: guest.session });
  const { page } = person;
  const listening = Promise.withResolvers<void>();
  await page.routeWebSocket(STREAM, async (socket) => {
    await listening.promise;
    socket.connectToServer();
  });
  await person.open('/pages/stock/order?tab=open');
  await page.getByText(trade.noOpenOrders).waitFor();
  const { band } = await guest.client.call('stockInfo', { instrumentId: INSTRUMENT });
  const order = { instrumentId: INSTRUMENT, type: 'limit', validity: 'day', quantity: '1' } as const;
  const price = band?.priceLow ?? '1';
  await guest.client.call('stockBuy', { clientId: newClientId(), ...order, price });
  assert.equal(await page.getByText(trade.noOpenOrders).count(), 1, 'nobody told the page yet');
  listening.resolve();
  await page.getByRole('list', { name: trade.openOrders }).getByRole('listitem').first().waitFor();
  assert.deepEqual(person.troubles.splice(0), []);
  await person.leave();
});

async function buyOne({ client }: Guest): Promise<void> {
  const order = { instrumentId: INSTRUMENT, type: 'market', validity: 'ioc', quantity: '1' } as const;
  const { order: placed } = await client.call('stockBuy', { clientId: newClientId(), ...order });
  assert.equal(placed.state, 'completed');
}

/** The amount below its label. */
async function readyToInvest(page: Page): Promise<string> {
  const tile = page.locator('div', { hasText: new RegExp(`^${home.readyToInvest}₹`) }).last();
  return (await tile.textContent()) ?? '';
}

interface Line {
  cut(): void;
  mend(): void;
}

/**
 * The stream goes through us to the server, until it is cut; then nobody gets through before it is mended.
 */
async function putLineInHand(page: Page): Promise<Line> {
  let isCut = false;
  const open = new Set<WebSocketRoute>();
  await page.routeWebSocket(STREAM, (socket) => {
    if (isCut) return void socket.close();
    open.add(socket);
    socket.connectToServer();
    return undefined;
  });
  return {
    cut: () => {
      isCut = true;
      for (const socket of open) void socket.close();
      open.clear();
    },
    mend: () => {
      isCut = false;
    },
  };
}
