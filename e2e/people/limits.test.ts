/**
 * Limits that people set for themselves: tightened at
 * once, loosened with a confirmation, said before the tap.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { accessibilityFaults } from '../harness/accessibility.ts';
import { openBrowser, openPerson, stickingOut, whenReady, whenStill } from '../harness/browser.ts';
import { createClient, registerMember } from '../harness/client.ts';
import { type RunningServer, startServer } from '../harness/server.ts';
import { bengali, filled, texts } from '../texts.ts';

const STOCK = 'NSE_SIM:ARUNA';

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

async function noFaults(page: Page): Promise<void> {
  await whenStill(page);
  assert.deepEqual(await accessibilityFaults(page), []);
  assert.deepEqual(await stickingOut(page), []);
}

for (const language of ['en-US', 'bn-BN'] as const) {
  test(`${language}: a limit holds at once, the ticket says so before the tap, a looser one waits and is taken back`, async () => {
    const { security: said, trade } = language === 'en-US' ? texts : bengali;
    const member = await registerMember(server.url);
    const session = { ...member.session, realToken: undefined };
    const theme = language === 'en-US' ? 'light' : 'dark';
    const person = await openPerson(browser, { url: server.url, session, language, theme, width: 320 });
    const { page } = person;
    await person.open('/pages/user/security');
    await page.getByRole('link', { name: said.ownLimits }).click();
    await page.getByText(said.limit_intro).waitFor();
    await noFaults(page);

    await page.getByRole('button', { name: said.limit_name_dayOrders }).click();
    const sheet = page.getByRole('dialog', { name: said.limit_name_dayOrders });
    await sheet.getByLabel(said.limit_field_dayOrders).fill('1');
    await noFaults(page);
    await sheet.getByRole('button', { name: said.limit_save }).click();
    const [none, one] = language === 'en-US' ? ['0', '1'] : ['০', '১'];
    await page.getByText(filled(said.limit_usedOrders, { used: none })).waitFor();
    const demo = createClient(server.url, member.session.demoToken ?? '');
    const order = { instrumentId: STOCK, type: 'limit', validity: 'day', quantity: '1' } as const;
    const { band } = await demo.call('stockInfo', { instrumentId: STOCK });
    const price = band?.priceLow ?? assert.fail('a share of a band');
    await demo.call('stockBuy', { ...order, clientId: 'limited-0001', price });

    await person.open(`/pages/stock/order?instrumentId=${STOCK}`);
    await whenReady(page);
    await page.getByRole('textbox', { name: new RegExp(`^${trade.quantityIn.split('(')[0]}`) }).fill('1');
    await page.getByText(filled(trade.refusal_OWN_ORDERS_msg, { limit: one })).waitFor();
    await page.getByText(trade.refusal_OWN_ORDERS_fix).waitFor();

    await person.open('/pages/user/limits');
    await page.getByText(filled(said.limit_usedOrders, { used: one })).waitFor();
    await page.getByRole('button', { name: said.limit_name_dayOrders }).click();
    await sheet.getByRole('button', { name: said.limit_remove }).click();
    const stepUp = page.getByRole('dialog', { name: said.stepUpTitle });
    await stepUp.getByText(said.limit_factDay).waitFor();
    await stepUp.getByLabel(said.need_password).fill(member.password);
    await stepUp.getByRole('button', { name: said.confirm }).click();
    await page.getByText(filled(said.limit_waits, { name: said.limit_name_dayOrders })).waitFor();
    await noFaults(page);
    await page.getByRole('button', { name: filled(said.limit_keep, { value: one }) }).click();
    await page.getByText(said.limit_endsFrom).waitFor({ state: 'detached' });
    assert.equal((await demo.call('limits', {})).list[0]?.nextFromMs, undefined);
    await person.leave();
  });
}

test('hours, a loss and a trading break are set on a desktop; the break cannot be ended', async () => {
  const { security: said } = texts;
  const member = await registerMember(server.url);
  const person = await openPerson(browser, { url: server.url, session: member.session, width: 1280 });
  const { page } = person;
  await person.open('/pages/user/limits');
  await page.getByRole('button', { name: said.limit_name_nightLock }).click();
  const hours = page.getByRole('dialog', { name: said.limit_name_nightLock });
  await noFaults(page);
  await hours.getByRole('button', { name: said.limit_save }).click();
  await page.getByText('22:00–07:00').waitFor();
  const loss = filled(said.limit_of, { name: said.limit_name_dayLoss, asset: '₹' });
  await page.getByRole('button', { name: loss }).click();
  const amount = page.getByRole('dialog', { name: loss });
  await amount.getByRole('button', { name: said.limit_save }).click();
  await amount.getByText(said.limit_amountMissing).waitFor();
  await amount.getByLabel(said.limit_field_dayLoss).fill('5000');
  await amount.getByRole('button', { name: said.limit_save }).click();
  await page.getByText('₹5,000.00').waitFor();
  await page.getByRole('button', { name: new RegExp(`^${said.limit_name_exclusion}`) }).click();
  await page
    .getByRole('dialog', { name: said.limit_name_exclusion })
    .getByRole('radio', { name: said.limit_days_30 })
    .check();
  await noFaults(page);
  await page.getByRole('button', { name: said.limit_startBreak }).click();
  const sure = page.getByRole('alertdialog', { name: said.limit_breakTitle });
  await sure.getByRole('button', { name: said.limit_startBreak }).click();
  // A break of more than a day is confirmed: nobody else may lock the owner out.
  const stepUp = page.getByRole('dialog', { name: said.stepUpTitle });
  await stepUp.getByLabel(said.need_password).fill(member.password);
  await stepUp.getByRole('button', { name: said.confirm }).click();
  await stepUp.waitFor({ state: 'detached' });
  await page.getByText(/^Until /).waitFor();
  await page.getByRole('switch', { name: said.limit_name_allowList }).click({ force: true });
  await page.getByText(said.limit_saved).first().waitFor();
  const { list } = await member.real.call('limits', {});
  assert.deepEqual(list.map(({ name }) => name).sort(), ['allowList', 'dayLoss', 'exclusion', 'nightLock']);
  await noFaults(page);
  await person.leave();
});
