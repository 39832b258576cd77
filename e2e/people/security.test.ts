/** How a login is protected: its passwords, and what is confirmed with them. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { accessibilityFaults } from '../harness/accessibility.ts';
import { openBrowser, openPerson, stickingOut, whenReady, whenStill } from '../harness/browser.ts';
import { createClient, registerMember } from '../harness/client.ts';
import { type RunningServer, startServer } from '../harness/server.ts';
import { bengali, texts } from '../texts.ts';

const { security: words } = texts;
const PIN = '824193';

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

test('a transaction password is set with a step-up that shows what it is for, in both languages', async () => {
  for (const language of ['en-US', 'bn-BN'] as const) {
    const said = language === 'en-US' ? words : bengali.security;
    const member = await registerMember(server.url);
    const theme = language === 'en-US' ? 'light' : 'dark';
    const person = await openPerson(browser, {
      url: server.url,
      session: member.session,
      language,
      theme,
      width: 320,
    });
    const { page } = person;
    await person.open('/pages/user/security');
    await page.getByRole('link', { name: said.tradePassword }).click();
    await page.getByRole('heading', { name: said.tradePassword }).waitFor();
    await typePin(page, said.newPin, '123456');
    await typePin(page, said.pinAgain, '123456');
    await page.getByRole('button', { name: said.savePin }).click();
    await page.getByText(language === 'en-US' ? /too easy to guess/ : /সহজে অনুমান/).waitFor();
    assert.equal(
      await page.getByRole('dialog').count(),
      0,
      'a weak one is refused before anything is confirmed',
    );

    await typePin(page, said.newPin, PIN);
    await typePin(page, said.pinAgain, PIN);
    await page.getByRole('button', { name: said.savePin }).click();
    const sheet = page.getByRole('dialog', { name: said.stepUpTitle });
    await sheet.getByText(said.factType).waitFor();
    await whenStill(page);
    assert.deepEqual(await accessibilityFaults(page), []);
    assert.deepEqual(await stickingOut(page), []);
    await sheet.getByLabel(said.need_password).fill('not-the-one');
    await sheet.getByRole('button', { name: said.confirm }).click();
    await sheet.getByText(language === 'en-US' ? /login password is incorrect/ : /লগইন পাসওয়ার্ড ভুল/).waitFor();
    await sheet.getByLabel(said.need_password).fill(member.password);
    await sheet.getByRole('button', { name: said.confirm }).click();
    await page.waitForURL('**/pages/user/security');
    await page.getByText(said.isSet, { exact: true }).waitFor();
    await person.leave();
  }
});

test('a new login password signs out the other devices and says until when withdrawals wait', async () => {
  const member = await registerMember(server.url);
  const { account, password } = member;
  const elsewhere = await createClient(server.url).call('login', { by: 'email', account, password });
  const person = await openPerson(browser, { url: server.url, session: member.session });
  const { page } = person;
  await person.open('/pages/user/loginPassword');
  await whenReady(page);
  const renewed = 'Brand-new-scale-7';
  await page.getByLabel(words.oldPassword).fill(password);
  await page.getByLabel(words.newPassword, { exact: true }).fill(renewed);
  await page.getByLabel(words.passwordAgain).fill(renewed);
  await page.getByRole('button', { name: words.saveLogin }).click();
  await page.waitForURL('**/pages/user/security');
  await page.getByText(`${words.hold_password}, ${words.holdUntil}`).waitFor();
  const other = await createClient(server.url, elsewhere.realToken).ask('userInfo', {});
  assert.equal(other.reason, 'SIGN_IN_NEEDED');
  assert.equal((await member.real.ask('userInfo', {})).code, 0);
  await person.leave();
});

async function typePin(page: Page, label: string, digits: string): Promise<void> {
  await page
    .getByLabel(label, { exact: true })
    .and(page.locator('input'))
    .or(page.getByRole('group', { name: label, exact: true }).locator('input'))
    .first()
    .click();
  for (let place = 0; place < digits.length; place += 1) await page.keyboard.press('Delete');
  await page.keyboard.type(digits);
}
