/**
 * The main job: a newcomer buys a share at market in the demo,
 * sees it arrive, sells a settled one, and every paisa adds up.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  amount,
  chargesTotal,
  formatDecimal,
  parseDecimal,
  RUPEE_SCALE,
  type Side,
  type StockCharges,
  stockCharges,
} from '@tarazu/core/values';
import type { Browser, Locator, Page } from 'playwright-core';
import { stockChargeRules } from '../apps/server/src/rules/families/stock-charges.ts';
import { seedRulebook } from '../apps/server/src/rules/rulebook.ts';
import { openBrowser, openPerson, whenReady } from './harness/browser.ts';
import { type Client, enterDemo } from './harness/client.ts';
import { factsOf, plainNumber } from './harness/screen.ts';
import { openBySearch } from './harness/search.ts';
import { type RunningServer, startServer } from './harness/server.ts';
import { demoClientOf } from './harness/sessions.ts';
import { tapToSend } from './harness/tap.ts';
import { filled, texts } from './texts.ts';

const { shell, market, trade } = texts;
const SYMBOL = 'ARUNA';
const INSTRUMENT = `NSE_SIM:${SYMBOL}`;
const RULES = seedRulebook.at(stockChargeRules, Date.now());

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

test('a newcomer in the demo buys at market, sees the fill and the lot with its day, and sells a settled share', async () => {
  const person = await openPerson(browser, { url: server.url });
  const { page } = person;
  await person.open('/');
  await page.getByRole('button', { name: /English/ }).click();
  await page.getByRole('button', { name: shell.tryDemo }).click();
  await page.getByText(shell.demoFrame).waitFor();
  const client = await demoClientOf(page, server.url);

  await page
    .getByRole('navigation', { name: shell.tabBar })
    .getByRole('link', { name: shell.tabMarkets })
    .click();
  await openBySearch(page, { symbol: SYMBOL, label: market.searchLabel });
  await page.getByText(shell.simulated).waitFor();
  const protection = { protection: '1.00%', price: '₹100.00', low: '2.00%' };
  await page.getByText(filled(market.protectionByPrice, protection)).waitFor();
  await page.getByRole('link', { name: market.buy, exact: true }).click();
  await page.getByLabel(filled(trade.quantityIn, { unit: trade.shares })).fill('3');
  await checkCard(page, { side: 'buy' });
  await tapToSend(
    page,
    page.getByRole('button', { name: filled(trade.submitBuy, { quantity: '3', name: SYMBOL }) }),
  );

  const bought = page.getByRole('dialog', {
    name: filled(trade.orderBuy, { quantity: '3', symbol: SYMBOL }),
  });
  await bought.getByText(filled(trade.lifeFilled, { filled: '3', quantity: '3' })).waitFor();
  await checkReceipt(bought, { side: 'buy' });
  await bought.getByText(/^Bought 3 at ₹[\d,]+\.\d\d$/).waitFor();
  await bought.getByRole('link', { name: trade.toPosition }).click();

  await page.getByRole('button', { name: new RegExp(SYMBOL) }).click();
  const position = page.getByRole('dialog', { name: SYMBOL });
  await checkLots(position, client);
  await position.getByRole('link', { name: trade.sell, exact: true }).click();
  await page.getByLabel(filled(trade.quantityIn, { unit: trade.shares })).fill('1');
  await checkCard(page, { side: 'sell' });
  await tapToSend(
    page,
    page.getByRole('button', { name: filled(trade.submitSell, { quantity: '1', name: SYMBOL }) }),
  );
  const sold = page.getByRole('dialog', { name: filled(trade.orderSell, { quantity: '1', symbol: SYMBOL }) });
  await sold.getByText(filled(trade.lifeFilled, { filled: '1', quantity: '1' })).waitFor();
  await checkReceipt(sold, { side: 'sell' });
  await checkWhy(sold);

  const { lots } = await client.call('stockHolding', { instrumentId: INSTRUMENT });
  assert.equal(
    lots.filter(({ settled }) => !settled).length,
    1,
    'the settled share was sold, the new ones are still there',
  );
  await person.leave();
});

test('an answer that never comes is asked for, and the order is there once', async () => {
  const person = await openPerson(browser, { url: server.url, hasChosenLanguage: true });
  const { page } = person;
  await person.open(
    `/pages/account/login?to=${encodeURIComponent(`/pages/stock/order?instrumentId=${INSTRUMENT}`)}`,
  );
  await page.getByRole('button', { name: texts.account.enterDemo }).click();
  let isFirst = true;
  const asking = page.getByText(trade.askingTitle);
  await page.route('**/stock/order/buy', async (route) => {
    if (!isFirst) {
      // The app's words meanwhile are seen before the second answer ends them.
      await asking.waitFor();
      return await route.continue();
    }
    isFirst = false;
    // The call reaches the server; its answer does not come back.
    await route.fetch();
    return await route.abort('connectionreset');
  });
  await page.getByLabel(filled(trade.quantityIn, { unit: trade.shares })).fill('2');
  await tapToSend(
    page,
    page.getByRole('button', { name: filled(trade.submitBuy, { quantity: '2', name: SYMBOL }) }),
  );
  await page.getByText(filled(trade.lifeFilled, { filled: '2', quantity: '2' })).waitFor();
  const { list } = await (await demoClientOf(page, server.url)).call('stockOrders', {});
  assert.equal(list.length, 1, 'one order, although it was sent twice');
  await person.leave();
});

test('what cannot be paid is refused before the tap, with what to change', async () => {
  const person = await openPerson(browser, { url: server.url, hasChosenLanguage: true });
  const { page } = person;
  await person.open(
    `/pages/account/login?to=${encodeURIComponent(`/pages/stock/order?instrumentId=${INSTRUMENT}`)}`,
  );
  await page.getByRole('button', { name: texts.account.enterDemo }).click();
  await page.getByLabel(filled(trade.quantityIn, { unit: trade.shares })).fill('5000');
  await page.getByText(trade.refusal_INSUFFICIENT_FUNDS_msg).waitFor();
  await page.getByRole('button', { name: /^Buy/ }).click();
  const { list } = await (await demoClientOf(page, server.url)).call('stockOrders', {});
  assert.deepEqual(list, [], 'nothing was sent');
  await person.leave();
});

interface Trade {
  readonly side: Side;
}

/**
 * The order preview: its charges are those of the published
 * function on its own value, and its total is their sum.
 */
async function checkCard(page: Page, of: Trade): Promise<void> {
  const card = page.getByRole('region', { name: trade.truthTitle });
  await card.waitFor();
  const facts = await factsOf(card);
  checkCharges(facts, of);
  const value = unitsOf(facts.get(trade.value));
  const charges = unitsOf(facts.get(trade.charges));
  const total = unitsOf(facts.get(of.side === 'buy' ? trade.totalBuy : trade.totalSell));
  assert.equal(
    total,
    of.side === 'buy' ? value + charges : value - charges,
    'the total is value and charges',
  );
}

/** The receipt of the order: the same function on what was really traded. */
async function checkReceipt(sheet: Locator, of: Trade): Promise<void> {
  checkCharges(await factsOf(sheet), of);
}

function checkCharges(facts: ReadonlyMap<string, string>, of: Trade): void {
  const turnover = amount(unitsOf(facts.get(trade.value)));
  assert.ok(turnover > 0n, `a value is shown: ${[...facts].join(' ')}`);
  const expected = stockCharges({ ...of, turnover, depositoryPaid: amount(0n) }, RULES);
  assert.equal(
    plainNumber(facts.get(trade.charges)),
    formatDecimal(chargesTotal(expected), RUPEE_SCALE),
    'the charges are those of the rules',
  );
  for (const [label, units] of linesOf(expected)) {
    if (units === 0n) continue;
    assert.equal(unitsOf(facts.get(label)), units, label);
  }
}

function linesOf(charges: StockCharges): readonly (readonly [string, bigint])[] {
  return [
    [trade.charge_securitiesTax, charges.securitiesTax],
    [trade.charge_exchangeFee, charges.exchangeFee],
    [trade.charge_regulatorFee, charges.regulatorFee],
    [trade.charge_stampDuty, charges.stampDuty],
    [trade.charge_goodsAndServicesTax, charges.goodsAndServicesTax],
    [trade.charge_depositoryCharge, charges.depositoryCharge],
  ];
}

function unitsOf(shown: string | undefined): bigint {
  return parseDecimal(plainNumber(shown), RUPEE_SCALE) ?? 0n;
}

/** One lot that came with the account and may be sold, one bought now with the day from which it may. */
async function checkLots(position: Locator, client: Client): Promise<void> {
  const lots = position.getByRole('region', { name: trade.lots }).getByRole('listitem');
  await lots.nth(1).waitFor();
  const { lots: known } = await client.call('stockHolding', { instrumentId: INSTRUMENT });
  assert.equal(await lots.count(), known.length);
  const waiting = lots.filter({ hasText: trade.lotWaits });
  assert.equal(await waiting.count(), 1);
  const bought = known.find(({ settled }) => !settled);
  assert.ok(bought !== undefined && bought.sellableFromMs > Date.now());
  const day = new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Kolkata', dateStyle: 'short' }).format(
    bought.sellableFromMs,
  );
  assert.match(
    (await waiting.textContent()) ?? '',
    new RegExp(day.replaceAll('/', '-')),
    'the day of its settlement',
  );
  assert.ok((await lots.filter({ hasText: trade.lotSellable }).count()) >= 1, 'the granted one may be sold');
}

/** Why this price: the levels that the order met, and the entry of the journal. */
async function checkWhy(sheet: Locator): Promise<void> {
  await sheet.getByText(trade.why).first().click();
  await sheet.getByText(trade.whyTaker).waitFor();
  assert.ok((await sheet.getByRole('row').count()) > 1, 'the levels it met are shown');
  await sheet.getByText(trade.whyHash).waitFor();
}

test('the far end of a stock page is asked for when it comes near, and not before', async () => {
  const { session } = await enterDemo(server.url);
  const person = await openPerson(browser, { url: server.url, session });
  const { page } = person;
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const isAsked = (part: string) => asked.some((path) => path.endsWith(part));
  await person.open(`/pages/stock/stockKline?instrumentId=${encodeURIComponent(INSTRUMENT)}`);
  await page.getByRole('heading', { name: market.statistics, exact: true }).waitFor();
  await whenReady(page);
  assert.ok(isAsked('/stock/index/info'));
  for (const part of ['/index/news', '/stock/index/company', '/stock/order/rights/list'])
    assert.ok(!isAsked(part), `${part}: ${asked.join(' ')}`);
  await page.getByRole('heading', { name: market.statistics, exact: true }).scrollIntoViewIfNeeded();
  await page.mouse.wheel(0, 2_000);
  await page.getByRole('heading', { name: market.news, exact: true }).waitFor();
  await page.getByRole('heading', { name: market.keyFigures, exact: true }).waitFor();
  assert.ok(!isAsked('/stock/order/rights/list'), 'no company has announced an issue of rights');
  await person.leave();
});
