/**
 * The ticket in the hand: the common order fits a phone, the best prices and the steppers are at the thumb,
 * and what it costs is always seen.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Locator, Page } from 'playwright-core';
import { accessibilityFaults } from './harness/accessibility.ts';
import { openBrowser, openPerson, type Person, PHONE, stickingOut, whenReady } from './harness/browser.ts';
import { type Client, enterDemo } from './harness/client.ts';
import { plainNumber } from './harness/screen.ts';
import { type RunningServer, startServer } from './harness/server.ts';
import { bengali, filled, texts } from './texts.ts';

const STOCK = 'NSE_SIM:ARUNA';
const LANGUAGES = { 'en-US': texts, 'bn-BN': bengali } as const;
type Language = keyof typeof LANGUAGES;

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
    test(`a limit order fits a phone without a scroll: ${language}, ${path}`, async () => {
      const { person } = await comeIn(path, language);
      const { page } = person;
      const { trade } = LANGUAGES[language];
      await whenReady(page);
      await page.getByRole('radio', { name: trade.type_limit, exact: true }).check();
      const quantity = page.getByRole('textbox', { name: quantityName(language) });
      await quantity.fill('2');
      const card = page.getByRole('region', { name: trade.truthTitle });
      await card.waitFor();
      const bar = await boxOf(card);
      const shares = await boxOf(page.getByRole('group', { name: trade.shareOf }));
      assert.ok(shares.y + shares.height <= bar.y, 'all that is typed stands above the bar');
      const send = await boxOf(page.getByRole('button', { name: sendName(language) }));
      assert.ok(send.y + send.height <= PHONE.height, 'the button that sends is on the screen');
      assert.equal(await page.evaluate(() => window.scrollY), 0, 'nothing was scrolled');
      assert.deepEqual(await stickingOut(page), []);
      await page.setViewportSize({ width: 320, height: PHONE.height });
      assert.deepEqual(await stickingOut(page), []);
      await person.leave();
    });
  }
}

test('a tap on a best price makes it the limit, a stepper goes on while it is held, and the rest of the card opens', async () => {
  const { person } = await comeIn(`/pages/stock/order?instrumentId=${STOCK}`, 'en-US');
  const { page } = person;
  const { trade } = texts;
  const best = page.getByRole('button', { name: new RegExp(`^${trade.bid} `) });
  await best.click();
  const price = page.getByLabel(filled(trade.limitPrice, { asset: '₹' }));
  const tapped = plainNumber(await price.inputValue());
  assert.ok(Number(tapped) > 0);

  const quantity = page.getByLabel(filled(trade.quantityIn, { unit: trade.shares }));
  const more = page.getByRole('button', { name: trade.quantityMore, exact: true });
  await more.click();
  assert.equal(await quantity.inputValue(), '1', 'a tap is one step');
  await more.hover();
  await page.mouse.down();
  await page.waitForFunction(() =>
    [...document.querySelectorAll('input')].some(
      (input) => input.inputMode === 'numeric' && Number(input.value) >= 4,
    ),
  );
  await page.mouse.up();
  const held = await quantity.inputValue();
  assert.ok(Number(held) >= 4, 'held, it goes on');
  await quantity.press('PageUp');
  assert.equal(Number(await quantity.inputValue()), Number(held) + 10, 'ten at once by a key');

  const card = page.getByRole('region', { name: trade.truthTitle });
  await card.getByText(trade.cashLeft).waitFor({ state: 'hidden' });
  await card.locator('summary').first().click();
  await card.getByText(trade.cashLeft).waitFor();
  // So tall that nothing of the ticket lies behind the bar.
  await page.setViewportSize({ width: PHONE.width, height: 1_800 });
  assert.deepEqual(await accessibilityFaults(page), []);
  await person.leave();
});

test('the depth opens under the best prices and stays open on the next ticket', async () => {
  const { person } = await comeIn(`/pages/stock/order?instrumentId=${STOCK}`, 'en-US');
  const { page } = person;
  const { trade, market } = texts;
  await page.getByRole('button', { name: trade.bookOrChart }).click();
  await page.getByRole('list', { name: market.bids }).getByRole('listitem').first().waitFor();
  await person.open('/pages/stock/order?instrumentId=NSE_SIM:URJANET');
  await page.getByRole('list', { name: market.bids }).getByRole('listitem').first().waitFor();
  await page.getByRole('button', { name: trade.bookOrChart }).click();
  await page.getByRole('list', { name: market.bids }).waitFor({ state: 'detached' });
  await person.leave();
});

function quantityName(language: Language): RegExp {
  const { trade } = LANGUAGES[language];
  return new RegExp(`^${trade.quantityIn.split('(')[0]}`);
}

function sendName(language: Language): RegExp {
  const { trade } = LANGUAGES[language];
  return new RegExp(trade.submitBuy.replace('{quantity}', '[2২]').replace('{name}', '.*'));
}

async function boxOf(place: Locator): Promise<{ y: number; height: number }> {
  const box = await place.boundingBox();
  assert.ok(box !== null, 'it is drawn');
  return box;
}

async function comeIn(
  path: string,
  language: Language,
): Promise<{ person: Person; page: Page; client: Client }> {
  const { client, session } = await enterDemo(server.url);
  const person = await openPerson(browser, { url: server.url, session, language });
  await person.open(path);
  return { person, page: person.page, client };
}
