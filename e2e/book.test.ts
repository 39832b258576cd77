/**
 * Orders that wait: a coin order that rests, is seen and is cancelled; two people who trade with each other.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { openBrowser, openPerson, type Person } from './harness/browser.ts';
import { type Client, enterDemo, type Guest } from './harness/client.ts';
import { plainNumber } from './harness/screen.ts';
import { type RunningServer, startServer } from './harness/server.ts';
import { tapToSend } from './harness/tap.ts';
import { filled, texts } from './texts.ts';

const { market, trade } = texts;
const COIN = 'COIN_SIM:BTC-USDT';
/** The quotes of this coin stand for seconds with ticks free between them. */
const STEADY_COIN = 'COIN_SIM:TRX-USDT';
const TRIES_MAX = 6;

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

test('a coin limit order rests, stands in the book and in the balance, and is cancelled', async () => {
  const { person, client } = await comeIn(`/pages/coin/index?instrumentId=${COIN}`);
  const { page } = person;
  const usable = await usdtOf(client);
  const price = await priceBelowTheQuotes(client);
  await page.getByRole('radio', { name: trade.type_limit }).check();
  await page.getByLabel(filled(trade.limitPrice, { asset: 'USDT' })).fill(price);
  await page.getByLabel(filled(trade.quantityIn, { unit: 'BTC' })).fill('0.0123');
  await tapToSend(page, page.getByRole('button', { name: /^Buy 0\.0123/ }));
  const sent = page.getByRole('dialog', {
    name: filled(trade.orderBuy, { quantity: '0.0123', symbol: 'BTC-USDT' }),
  });
  await sent.getByText(trade.lifeWaiting).waitFor();
  await page.keyboard.press('Escape');
  await sent.waitFor({ state: 'detached' });

  const level = await levelAt(client, price);
  assert.equal(Number(level?.[1]), 0.0123, 'the book shows it with its quantity');
  assert.ok((await usdtOf(client)) < usable, 'what it may cost is held');

  const row = page.getByRole('list', { name: trade.openOrders }).getByRole('listitem');
  await row
    .getByText(/0\.0123/)
    .first()
    .waitFor();
  await row.getByRole('button', { name: trade.cancelOrder }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: trade.cancelConfirm }).click();
  await page.getByText(trade.cancelDone).waitFor();
  await page.getByText(trade.noOpenOrdersHere).waitFor();
  assert.equal(await levelAt(client, price), undefined, 'it is gone from the book');
  assert.equal(await usdtOf(client), usable, 'what was held is free again');
  await page.getByRole('tab', { name: trade.tab_history }).click();
  await page.getByText(trade.state_cancelled).first().waitFor();
  await person.leave();
});

test('an order inside the spread is the best of the book on everybody’s screen', async () => {
  const { person: seller, client } = await comeIn(`/pages/coin/index?instrumentId=${STEADY_COIN}`);
  const { person: other } = await comeIn(`/pages/coin/coinKline?instrumentId=${STEADY_COIN}`);
  await other.page.getByRole('list', { name: market.bids }).getByRole('listitem').first().waitFor();
  await untilTrue('the order is seen before the market takes it', async () => {
    const price = await middleOf(client, STEADY_COIN);
    await placeLimit(seller.page, { price, quantity: '321', unit: 'TRX', asset: 'USDT', side: 'buy' });
    const seen = other.page.getByRole('list', { name: market.bids }).getByText(withCommas(price)).first();
    return await seen.waitFor({ timeout: 3000 }).then(
      () => true,
      () => false,
    );
  });
  await seller.leave();
  await other.leave();
});

test('two people trade with each other inside the spread, and each sees it without reloading', async () => {
  const instrumentId = await widestStock((await enterDemo(server.url)).client);
  const symbol = instrumentId.split(':')[1] ?? '';
  const { person: seller, client: sellerClient } = await comeIn(
    `/pages/stock/order?instrumentId=${instrumentId}&side=sell`,
  );
  const { person: buyer, client: buyerClient } = await comeIn(
    `/pages/stock/order?instrumentId=${instrumentId}`,
  );
  await untilTrue('the two meet before the market maker comes between them', async () => {
    const price = await middleOf(sellerClient, instrumentId);
    const terms = { price, quantity: '1', unit: trade.shares, asset: '₹' } as const;
    await placeLimit(seller.page, { ...terms, side: 'sell' });
    await placeLimit(buyer.page, { ...terms, side: 'buy', isAtOnce: true });
    const { list } = await buyerClient.call('stockFills', { instrumentId });
    return list.some(({ counterparty, role }) => counterparty === 'customer' && role === 'taker');
  });
  await seller.page.getByRole('tab', { name: trade.tab_fills }).click();
  await seller.page.getByText(trade.withCustomer).first().waitFor();
  await seller.page.getByText(trade.roleMaker).first().waitFor();
  const made = (await sellerClient.call('stockFills', { instrumentId })).list.find(
    (fill) => fill.counterparty === 'customer',
  );
  const taken = (await buyerClient.call('stockFills', { instrumentId })).list.find(
    (fill) => fill.counterparty === 'customer',
  );
  assert.equal(made?.price, taken?.price, `${symbol} had one price for both`);
  assert.deepEqual([made?.role, taken?.role], ['maker', 'taker']);
  await seller.leave();
  await buyer.leave();
});

interface Visit {
  readonly person: Person;
  readonly client: Client;
  readonly guest: Guest;
}

async function comeIn(path: string): Promise<Visit> {
  const guest = await enterDemo(server.url);
  const person = await openPerson(browser, { url: server.url, session: guest.session });
  await person.open(path);
  return { person, client: guest.client, guest };
}

interface Terms {
  readonly side: 'buy' | 'sell';
  readonly price: string;
  readonly quantity: string;
  /** As the ticket names it. */
  readonly unit: string;
  readonly asset: string;
  /** An order that does not fill at once does not wait. */
  readonly isAtOnce?: boolean;
}

/** Sends a limit order with the ticket that is open, and closes its receipt. */
async function placeLimit(
  page: Page,
  { side, price, quantity, unit, asset, isAtOnce = false }: Terms,
): Promise<void> {
  await page.getByRole('radio', { name: trade.type_limit }).check();
  await page.getByLabel(filled(trade.limitPrice, { asset })).fill(price);
  await page.getByLabel(filled(trade.quantityIn, { unit })).fill(quantity);
  if (isAtOnce) {
    const atOnce = page.getByRole('radio', { name: trade.validity_ioc });
    if (!(await atOnce.isVisible())) await page.locator('summary', { hasText: trade.validity }).click();
    await atOnce.check();
  }
  const call = page.waitForResponse((response) => /\/order\/(buy|sell|add)$/.test(response.url()));
  // An open order of the same size begins with the same words and goes on with its price.
  const words = `${side === 'buy' ? trade.buy : trade.sell} ${quantity}`;
  await tapToSend(page, page.getByRole('button', { name: new RegExp(`^${words} (?!at )`) }));
  const response = await call;
  assert.equal(response.status(), 200, await response.text());
  const receipt = page.getByRole('dialog');
  await receipt.getByRole('button', { name: trade.close }).click();
  await receipt.waitFor({ state: 'detached' });
}

/** The market moves by itself, so what needs it to hold still for a blink may be tried again. */
async function untilTrue(what: string, attempt: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < TRIES_MAX; tries += 1) if (await attempt()) return;
  assert.fail(`${what}: not in ${TRIES_MAX} tries`);
}

async function usdtOf(client: Client): Promise<number> {
  const { spot } = await client.call('coinAssets', {});
  return Number(spot.find(({ asset }) => asset === 'USDT')?.available);
}

/** Below all that the market maker shows, so that nobody takes it, and still among the levels of the book. */
async function priceBelowTheQuotes(client: Client): Promise<string> {
  const { bids } = await client.call('coinBooks', { instrumentId: COIN });
  return (Number(bids.at(-1)?.[0]) * 0.97).toFixed(1);
}

async function levelAt(client: Client, price: string) {
  const { bids } = await client.call('coinBooks', { instrumentId: COIN });
  return bids.find(([level]) => Number(level) === Number(price));
}

/** Between the best two, on the tick. */
async function middleOf(client: Client, instrumentId: string): Promise<string> {
  const isCoin = instrumentId.startsWith('COIN');
  const { bids, asks } = await client.call(isCoin ? 'coinBooks' : 'stockBooks', { instrumentId });
  const [bid = '0'] = bids[0] ?? [];
  const [ask = '0'] = asks[0] ?? [];
  const detail = isCoin
    ? (await client.call('coinInfos', { instrumentId })).info
    : await client.call('stockInfo', { instrumentId });
  const tick = Number(detail?.tickSize);
  const decimals = detail?.priceScale ?? 2;
  return (Math.round((Number(bid) + Number(ask)) / 2 / tick) * tick).toFixed(decimals);
}

/** Of the stocks that a demo account holds, the one with the most room between its best two prices. */
async function widestStock(client: Client): Promise<string> {
  const { list } = await client.call('stockHoldings', {});
  const rooms = await Promise.all(
    list.map(async ({ instrumentId }) => {
      const { bid, ask, tickSize } = await client.call('stockInfo', { instrumentId });
      return { instrumentId, ticks: (Number(ask) - Number(bid)) / Number(tickSize) };
    }),
  );
  const widest = rooms.sort((left, right) => right.ticks - left.ticks)[0];
  assert.ok(
    widest !== undefined && widest.ticks >= 2,
    `there is room between the best two: ${JSON.stringify(rooms)}`,
  );
  return widest.instrumentId;
}

/** As the screen writes it. */
function withCommas(price: string): string {
  const shown = Number(price).toLocaleString('en-US', {
    minimumFractionDigits: price.split('.')[1]?.length ?? 0,
  });
  assert.equal(Number(plainNumber(shown)), Number(price));
  return shown;
}
