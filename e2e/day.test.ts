/**
 * Trading within the day on margin in the app: the card's margin and charges are what the account meets, and
 * the note of the day says so.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import {
  amount,
  chargesTotal,
  formatDecimal,
  intradayCharges,
  parseDecimal,
  RUPEE_SCALE,
} from '@tarazu/core/values';
import type { Browser } from 'playwright-core';
import { stockChargeRules } from '../apps/server/src/rules/families/stock-charges.ts';
import { seedRulebook } from '../apps/server/src/rules/rulebook.ts';
import { openBrowser, openPerson } from './harness/browser.ts';
import { factsOf, openCard, plainNumber } from './harness/screen.ts';
import { type RunningServer, startServer } from './harness/server.ts';
import { demoClientOf } from './harness/sessions.ts';
import { tapToSend } from './harness/tap.ts';
import { filled, texts } from './texts.ts';

const { trade, documents } = texts;
const SYMBOL = 'ARUNA';
const INSTRUMENT = `NSE_SIM:${SYMBOL}`;

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

test('sold first within the day at the margin and charges of the card, closed from the positions, and in the note to the paisa', async () => {
  const person = await openPerson(browser, { url: server.url, hasChosenLanguage: true });
  const { page } = person;
  const ticket = `/pages/stock/order?instrumentId=${INSTRUMENT}&side=sell`;
  await person.open(`/pages/account/login?to=${encodeURIComponent(ticket)}`);
  await page.getByRole('button', { name: texts.account.enterDemo }).click();
  await page.getByRole('radio', { name: trade.product_MIS }).click();
  await page.getByLabel(filled(trade.quantityIn, { unit: trade.shares })).fill('7');
  const card = page.getByRole('region', { name: trade.truthTitle });
  await openCard(card);
  await card.getByText(trade.margin, { exact: true }).waitFor();
  const facts = await factsOf(card);
  const rupees = (label: string) => parseDecimal(plainNumber(facts.get(label) ?? ''), RUPEE_SCALE) ?? -1n;
  const rules = seedRulebook.at(stockChargeRules, Date.now());
  assert.ok(rules.intraday);
  const turnover = amount(rupees(trade.value));
  const due = intradayCharges({ side: 'sell', turnover }, { ...rules, intraday: rules.intraday });
  assert.equal(rupees(trade.charge_brokerage), due.brokerage);
  assert.equal(rupees(trade.charge_securitiesTax), due.securitiesTax);
  assert.equal(rupees(trade.setAside), rupees(trade.margin) + chargesTotal(due));
  await tapToSend(
    page,
    page.getByRole('button', { name: filled(trade.submitSell, { quantity: '7', name: SYMBOL }) }),
  );
  const sold = page.getByRole('dialog', { name: filled(trade.orderSell, { quantity: '7', symbol: SYMBOL }) });
  await sold.getByText(filled(trade.lifeFilled, { filled: '7', quantity: '7' })).waitFor();

  const client = await demoClientOf(page, server.url);
  const { intraday } = await client.call('stockHoldings', {});
  const [open] = intraday;
  assert.deepEqual([open?.side, open?.quantity], ['sell', '7']);
  // The price may have moved between the card and the tap; the share of it does not.
  const traded = parseDecimal(open?.cost ?? '', RUPEE_SCALE) ?? 0n;
  assert.equal(open?.margin, formatDecimal((traded + 4n) / 5n, RUPEE_SCALE));

  await person.open('/pages/tabbar/position');
  await page.getByRole('link', { name: new RegExp(`${SYMBOL}.*${trade.soldFirst}`) }).click();
  await tapToSend(
    page,
    page.getByRole('button', { name: filled(trade.submitBuy, { quantity: '7', name: SYMBOL }) }),
  );
  const closed = page.getByRole('dialog', {
    name: filled(trade.orderBuy, { quantity: '7', symbol: SYMBOL }),
  });
  await closed.getByText(filled(trade.lifeFilled, { filled: '7', quantity: '7' })).waitFor();
  assert.deepEqual((await client.call('stockHoldings', {})).intraday, []);

  await person.open('/pages/user/dayNotes');
  await page.getByRole('link', { name: /\d\d-\d\d-\d{4}/ }).click();
  await page.getByText(documents.agrees).waitFor();
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: documents.saveCsv }).click();
  const file = await saving;
  const note = readFileSync(await file.path(), 'utf8');
  assert.equal(note.split('\r\n').filter((line) => line.includes(',MIS,')).length, 2);
  assert.match(file.suggestedFilename(), /^contract-note-demo-\d{4}-\d\d-\d\d\.csv$/);
  await person.leave();
});
