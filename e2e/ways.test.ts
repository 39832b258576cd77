/** The same job in other ways: in Bengali, in the dark, with nothing but a keyboard. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Locator, Page } from 'playwright-core';
import { openBrowser, openPerson, whenReady } from './harness/browser.ts';
import { enterDemo } from './harness/client.ts';
import { openBySearch } from './harness/search.ts';
import { type RunningServer, startServer } from './harness/server.ts';
import { demoClientOf } from './harness/sessions.ts';
import { tapToSend } from './harness/tap.ts';
import { bengali, filled, texts } from './texts.ts';

const { shell, mine, market, trade } = texts;
const INSTRUMENT = 'NSE_SIM:ARUNA';
const TABS_MAX = 120;
const BENGALI_DIGITS = '০১২৩৪৫৬৭৮৯';

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

test('in Bengali: words and digits, and an order typed in Bengali digits', async () => {
  const person = await openPerson(browser, { url: server.url });
  const { page } = person;
  await person.open('/');
  await page.getByRole('button', { name: /বাংলা/ }).click();
  await page.getByRole('button', { name: bengali.shell.tryDemo }).click();
  await page.getByText(bengali.shell.demoFrame).waitFor();
  assert.equal(await page.evaluate(() => document.documentElement.lang), 'bn');
  // By the tab bar: other links of home speak of markets too.
  await page
    .getByRole('navigation', { name: bengali.shell.tabBar })
    .getByRole('link', { name: bengali.shell.tabMarkets })
    .click();
  await openBySearch(page, { symbol: 'ARUNA', label: bengali.market.searchLabel });
  await page.getByRole('link', { name: bengali.market.buy, exact: true }).click();
  const words = bengali.trade;
  await page.getByLabel(filled(words.quantityIn, { unit: words.shares })).fill('২');
  await tapToSend(
    page,
    page.getByRole('button', { name: filled(words.submitBuy, { quantity: '২', name: 'ARUNA' }) }),
  );
  await page.getByText(filled(words.lifeFilled, { filled: '২', quantity: '২' })).waitFor();
  const shown = (await page.getByRole('dialog').textContent()) ?? '';
  assert.ok(
    [...shown].some((letter) => BENGALI_DIGITS.includes(letter)),
    'amounts have Bengali digits',
  );
  const client = await demoClientOf(page, server.url);
  const { list } = await client.call('stockOrders', {});
  assert.deepEqual(
    list.map(({ quantity, state }) => [quantity, state]),
    [['2', 'completed']],
  );
  await person.leave();
});

test('the first page brings the Bengali letters that stand on it, and no whole font (app 10)', async () => {
  const person = await openPerson(browser, { url: server.url });
  const { page } = person;
  const fonts: Promise<{ readonly name: string; readonly bytes: number }>[] = [];
  page.on('response', (response) => {
    const name = new URL(response.url()).pathname;
    if (name.endsWith('.woff2')) fonts.push(response.body().then(({ length: bytes }) => ({ name, bytes })));
  });
  await person.open('/');
  await page.getByRole('button', { name: /বাংলা/ }).waitFor();
  await page.evaluate(() => document.fonts.ready);
  const bengaliFonts = (await Promise.all(fonts)).filter(({ name }) => name.includes('bengali'));
  assert.deepEqual(
    bengaliFonts.map(({ bytes }) => bytes < 10_000),
    [true],
    JSON.stringify(bengaliFonts),
  );
  await person.leave();
});

test('a link to a share that is not there leads to the search, not to the same question again', async () => {
  const { session } = await enterDemo(server.url);
  const person = await openPerson(browser, { url: server.url, session });
  const { page } = person;
  await person.open('/pages/stock/stockKline?instrumentId=NSE_SIM:NOSUCH');
  await page.getByRole('link', { name: shell.toSearch, exact: true }).click();
  await page.getByRole('searchbox', { name: market.searchLabel }).waitFor();
  await person.leave();
});

test('search forgives slips of the keys, keeps what was looked at, and says that companies are fictional', async () => {
  const { session } = await enterDemo(server.url);
  const person = await openPerson(browser, { url: server.url, session });
  const { page } = person;
  await person.open('/pages/stock/search');
  const field = page.getByRole('searchbox', { name: market.searchLabel });
  await field.fill('reliance');
  await page.getByText(market.searchNothingText).waitFor();
  await field.fill('vajra cment');
  const found = page.getByRole('list', { name: market.searchFound }).getByRole('link', { name: /VAJRACEM/ });
  await found.first().click();
  // Only an instrument that is there can be traded, and counts as looked at.
  await page.getByRole('link', { name: market.buy, exact: true }).waitFor();
  await page.goBack();
  const viewed = page.getByRole('list', { name: market.viewed });
  await viewed
    .getByRole('link', { name: /VAJRACEM/ })
    .first()
    .waitFor();
  await person.leave();
});

test('arrows lead from the search into what it found and back, and Enter opens a symbol in any writing', async () => {
  const { session } = await enterDemo(server.url);
  const person = await openPerson(browser, { url: server.url, session });
  const { page } = person;
  await person.open('/pages/stock/search');
  const field = page.getByRole('searchbox', { name: market.searchLabel });
  const found = page.getByRole('list', { name: market.searchFound });
  await field.fill('vajra cment');
  const first = found.getByRole('link', { name: /VAJRACEM/ });
  await first.waitFor();
  // A search with a slip names nothing exactly: Enter keeps the list.
  await field.press('Enter');
  await field.press('ArrowDown');
  assert.ok(await first.evaluate((link) => link === document.activeElement), 'the first row has the focus');
  await first.press('ArrowUp');
  assert.ok(await field.evaluate((input) => input === document.activeElement), 'and the field again');
  await field.fill('btc/usdt');
  // Many are found, the pair itself first.
  await page
    .getByRole('link', { name: /BTC-USDT/ })
    .first()
    .waitFor();
  await field.press('Enter');
  await page.waitForURL(/coinKline\?instrumentId=COIN_SIM.*BTC-USDT/);
  await person.leave();
});

test('in the dark: chosen once, in every tab, kept over a reload, and there from the first paint', async () => {
  const guest = await enterDemo(server.url);
  const person = await openPerson(browser, { url: server.url, session: guest.session });
  const { page } = person;
  await person.open('/pages/tabbar/mine');
  assert.equal(await brightnessOf(page), 'light');
  await page.getByRole('radio', { name: mine.themeDark }).check();
  await page.waitForFunction(() => document.documentElement.dataset['theme'] === 'dark');
  assert.equal(await brightnessOf(page), 'dark');
  const other = await page.context().newPage();
  await other.goto(page.url());
  await whenReady(other);
  await page.getByRole('radio', { name: mine.themeLight }).check();
  await other.waitForFunction(() => document.documentElement.dataset['theme'] === 'light');
  await page.getByRole('radio', { name: mine.themeDark }).check();
  await other.waitForFunction(() => document.documentElement.dataset['theme'] === 'dark');
  await other.close();
  await page.reload({ waitUntil: 'commit' });
  await page.waitForFunction(() => document.documentElement.dataset['theme'] === 'dark');
  await whenReady(page);
  assert.equal(await brightnessOf(page), 'dark');
  await person.leave();
});

test('with a keyboard only: into the demo, to a stock, an order and out of its sheet', async () => {
  const person = await openPerson(browser, { url: server.url, hasChosenLanguage: true });
  const { page } = person;
  await person.open('/pages/tabbar/home');
  await page.waitForURL('**/pages/account/login**');
  await whenReady(page);
  await press(page, page.getByRole('button', { name: texts.account.enterDemo }));
  await page.getByText(shell.demoFrame).waitFor();
  await press(page, page.getByRole('link', { name: shell.tabMarkets, exact: true }).last());
  await page.waitForURL('**/pages/tabbar/markets**');
  await whenReady(page);
  await press(page, page.getByRole('link', { name: /\bARUNA\b/ }).first());
  await page.waitForURL('**/pages/stock/stockKline**');
  await whenReady(page);
  await press(page, page.getByRole('link', { name: market.buy, exact: true }));
  const quantity = page.getByLabel(filled(trade.quantityIn, { unit: trade.shares }));
  await tabTo(page, quantity);
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  assert.equal(await quantity.inputValue(), '2');
  const submit = page.getByRole('button', {
    name: filled(trade.submitBuy, { quantity: '2', name: 'ARUNA' }),
  });
  await press(page, submit);
  const receipt = page.getByRole('dialog');
  await receipt.getByText(filled(trade.lifeFilled, { filled: '2', quantity: '2' })).waitFor();
  assert.ok(
    await receipt.evaluate((sheet) => sheet.contains(document.activeElement)),
    'the sheet has the keyboard',
  );
  await page.keyboard.press('Escape');
  await receipt.waitFor({ state: 'detached' });
  const client = await demoClientOf(page, server.url);
  const { lots } = await client.call('stockHolding', { instrumentId: INSTRUMENT });
  assert.ok(
    lots.some(({ quantity: bought, settled }) => bought === '2' && !settled),
    'the shares are there',
  );
  await person.leave();
});

async function press(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('Enter');
}

/** Goes on with the Tab key until the thing has the keyboard, and sees that it shows it. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  for (let tabs = 0; tabs < TABS_MAX; tabs += 1) {
    await page.keyboard.press('Tab');
    if (await target.evaluate((element) => element === document.activeElement)) {
      const outline = await target.evaluate((element) => getComputedStyle(element).outlineStyle);
      const isField = await target.evaluate((element) => element instanceof HTMLInputElement);
      assert.ok(isField || outline !== 'none', 'what has the keyboard shows it');
      return;
    }
  }
  assert.fail(`${TABS_MAX} presses of Tab did not reach ${target}`);
}

async function brightnessOf(page: Page): Promise<'light' | 'dark'> {
  const colour = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const [red = '0'] = /\d+/.exec(colour) ?? [];
  return Number(red) > 127 ? 'light' : 'dark';
}
