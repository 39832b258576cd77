/** The customer view of the console: found by a whole contact, parts by role, why each state is so. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { openBrowser, openPerson } from '../harness/browser.ts';
import { createClient, type Member, registerMember } from '../harness/client.ts';
import { type RunningServer, startServer } from '../harness/server.ts';
import { assertWhole, enterConsole } from '../harness/staff.ts';
import { bengali, filled, texts } from '../texts.ts';

const { chat, console: consoleTexts, consoleCustomer: words } = texts;

let server: RunningServer;
let browser: Browser;
let member: Member;
before(async () => {
  server = await startServer();
  browser = await openBrowser();
  member = await registerMember(server.url);
});
after(async () => {
  await browser?.close();
  await server?.dispose();
});

test('support finds a member by the e-mail, reads why each state is so, and the member reads of it', async () => {
  const { page, leave } = await enterConsole({ browser, server }, { name: 'asha', roles: 'support' });
  const { id } = await member.real.call('userInfo', {});
  await page.getByRole('link', { name: consoleTexts.customers, exact: true }).click();
  await page.getByText(words.nobody).waitFor();
  await assertWhole(page);
  const field = page.getByLabel(words.search, { exact: true });
  await field.fill('nobody@journeys.example');
  await page.getByRole('button', { name: words.find }).click();
  await page.getByText(words.notFound).waitFor();
  await field.fill(member.account);
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: new RegExp(id) }).click();
  await page.getByRole('heading', { name: filled(words.customer, { userId: id }) }).waitFor();
  await page.getByText(words.why_nothingSent).waitFor();
  assert.equal(
    await page.getByRole('link', { name: words.log, exact: true }).count(),
    0,
    'no log for support',
  );
  await page.getByText(words.why_notVerified).waitFor();
  await assertWhole(page);
  await page.getByRole('button', { name: filled(words.showFact, { name: words.fact_email }) }).click();
  await page.getByRole('button', { name: words.reveal_callBack }).click();
  await page.getByText(member.account, { exact: true }).waitFor();
  await page.getByRole('link', { name: words.part_sessions, exact: true }).click();
  await page.getByRole('columnheader', { name: words.fact_device }).waitFor();
  await page.getByRole('link', { name: words.list_signIns, exact: true }).last().click();
  await page.getByRole('columnheader', { name: words.fact_outcome }).waitFor();
  await assertWhole(page);
  await page.getByRole('link', { name: new RegExp(words.part_money) }).click();
  await page.getByRole('heading', { name: filled(words.glass, { part: words.part_money }) }).waitFor();
  const open = page.getByRole('button', { name: words.glassOpen });
  assert.ok(await open.isDisabled(), 'not without a reason');
  await page.getByLabel(words.glassWhy).fill('The customer is on the phone and is being robbed.');
  await assertWhole(page);
  await open.click();
  await page
    .getByText(/two others/i)
    .first()
    .waitFor();
  await leave();
  const customer = await openPerson(browser, { url: server.url, session: member.session });
  await customer.open('/pages/user/staffActs');
  await customer.page.getByText(`${chat.act_customer_revealed}: ${chat.what_email}`).waitFor();
  await customer.leave();
});

test('the treasury reads money and movements, in Bengali and dark, and exports with a line of the log', async () => {
  const t = bengali.consoleCustomer;
  const look = { language: 'bn-BN', theme: 'dark' } as const;
  const person = await enterConsole({ browser, server }, { name: 'ravi', roles: 'treasury', ...look });
  const { page } = person;
  const { id } = await member.real.call('userInfo', {});
  await person.open(`/console/customers?userId=${id}&part=money&environment=demo`);
  await page.getByText(t.fact_cashAvailable).waitFor();
  await page.getByRole('columnheader', { name: t.fact_asset }).waitFor();
  await assertWhole(page);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: t.export }).click();
  assert.equal((await download).suggestedFilename(), `customer-${id}-money-balances.csv`);
  await page.getByRole('link', { name: t.part_movements, exact: true }).first().click();
  await page.getByRole('cell', { name: bengali.assets.kind_demoGrant }).first().waitFor();
  await page.getByRole('searchbox', { name: t.searchLines }).fill('no such movement');
  await page.getByText(t.noLines).waitFor();
  await assertWhole(page);
  await person.leave();
});

test('a person freezes trading, and the member reads it and asks why', async () => {
  const frozen = await registerMember(server.url);
  const { id } = await frozen.real.call('userInfo', {});
  const risk = await enterConsole({ browser, server }, { name: 'divya', roles: 'risk' });
  await risk.open(`/console/customers?userId=${id}&part=profile`);
  await risk.page.getByRole('button', { name: words.freeze, exact: true }).click();
  await risk.page.getByLabel(words.freezeWhy).fill('Somebody else seems to trade in this account.');
  await assertWhole(risk.page);
  await risk.page.getByRole('button', { name: words.freeze, exact: true }).click();
  await risk.page.getByText(words.why_frozenByStaff).first().waitFor();
  const { account, password } = frozen;
  const again = await createClient(server.url).call('login', { by: 'email', account, password });
  const customer = await openPerson(browser, {
    url: server.url,
    session: again,
    width: 320,
    language: 'bn-BN',
  });
  await customer.open('/pages/user/security');
  await customer.page.getByText(bengali.security.frozenByStaff).waitFor();
  await assertWhole(customer.page);
  await customer.page.getByRole('link', { name: bengali.security.frozenByStaffAsk }).click();
  await customer.page.waitForURL((url) => url.pathname === '/pages/user/service');
  await customer.leave();
  await risk.leave();
});
