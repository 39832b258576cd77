/** How a login is protected: its passwords, and what is confirmed with them. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { factorCode } from '../authenticator.ts';
import { accessibilityFaults } from '../harness/accessibility.ts';
import { openBrowser, openPerson, stickingOut, whenReady, whenStill } from '../harness/browser.ts';
import { createClient, readCode, registerMember } from '../harness/client.ts';
import { scanned } from '../harness/qr.ts';
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
  // One of the passwords that leaks have often: refused with what to change, and nothing is another.
  for (const label of [words.newPassword, words.passwordAgain])
    await page.getByLabel(label, { exact: true }).fill('Galatasaray');
  await page.getByRole('button', { name: words.saveLogin }).click();
  await page.getByText(/too easy to guess/).waitFor();
  assert.equal((await createClient(server.url).ask('login', { by: 'email', account, password })).code, 0);
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

test('an authenticator is set up, a lost phone is replaced by a recovery code, and a new e-mail holds withdrawals', async () => {
  const member = await registerMember(server.url);
  const person = await openPerson(browser, { url: server.url, session: member.session });
  const { page } = person;
  await person.open('/pages/user/secondFactor');
  await page.getByRole('button', { name: words.factorSetUp }).click();
  await confirmWith(page, { [words.need_password]: member.password });
  await page.getByRole('heading', { name: words.factorStep1 }).waitFor();
  const url = await page.getByRole('link', { name: words.openAuthenticator }).getAttribute('href');
  const key = new URL(url ?? '').searchParams.get('secret') ?? '';
  await page.setViewportSize({ width: 320, height: 700 });
  assert.equal(await scanned(page.getByRole('img', { name: words.keyCode })), url);
  assert.ok(await page.getByText(key, { exact: true }).isVisible(), 'the key stands as text beside it');
  assert.deepEqual(await stickingOut(page), []);
  await whenStill(page);
  assert.deepEqual(await accessibilityFaults(page), []);
  await page.getByRole('textbox', { name: words.code, exact: true }).click();
  await page.keyboard.type(factorCode(key, Date.now()));
  await page.getByRole('button', { name: words.factorConfirm }).click();
  await page.getByRole('heading', { name: words.codesTitle }).waitFor();
  const codes = await page.locator('main li').allTextContents();
  assert.equal(codes.length, 10);
  await page.getByRole('button', { name: words.codesSaved }).click();
  await page.getByText(words.lostPhone).waitFor();
  await person.leave();

  const phone = await openPerson(browser, { url: server.url, hasChosenLanguage: true });
  await phone.open('/pages/account/login?to=%2Fpages%2Fuser%2FsecondFactor');
  await phone.page.getByRole('radio', { name: texts.account.email }).check();
  await phone.page.getByLabel(texts.account.emailLabel).fill(member.account);
  await phone.page.getByLabel(texts.account.password, { exact: true }).fill(member.password);
  await phone.page.getByRole('button', { name: texts.account.logIn, exact: true }).click();
  await phone.page.getByLabel(texts.account.factor).fill(codes[0] ?? '');
  await phone.page.getByRole('button', { name: texts.account.logIn, exact: true }).click();
  await phone.page.waitForURL('**/pages/user/secondFactor');
  await phone.page.getByRole('button', { name: words.factorRemove }).click();
  await confirmWith(phone.page, {
    [words.need_password]: member.password,
    [words.need_factor]: codes[1] ?? '',
  });
  await phone.page.getByRole('button', { name: words.factorSetUp }).waitFor();

  const renewed = `renewed-${member.account}`;
  await phone.open('/pages/user/contact?kind=email');
  await phone.page.getByLabel(words.newEmail).fill(renewed);
  const askedAtMs = Date.now();
  await phone.page.getByRole('button', { name: texts.account.sendCode }).click();
  await phone.page.getByText(/Sent to/).waitFor();
  const code = await readCode(createClient(server.url), renewed, askedAtMs);
  await phone.page.getByRole('textbox', { name: words.code, exact: true }).click();
  await phone.page.keyboard.type(code);
  await phone.page.getByRole('button', { name: words.saveEmail }).click();
  await confirmWith(phone.page, { [words.need_password]: member.password });
  await phone.page.waitForURL('**/pages/user/security');
  await phone.page.getByText(`${words.hold_email}, ${words.holdUntil}`).waitFor();
  await phone.page.getByText(`${words.hold_factor}, ${words.holdUntil}`).waitFor();
  await whenStill(phone.page);
  assert.deepEqual(await accessibilityFaults(phone.page), []);
  await phone.leave();
});

test('a link of a mail freezes at one tap without a session, and the freeze is lifted with a step-up', async () => {
  const member = await registerMember(server.url);
  const { account, password } = member;
  // A sign-in on another device is told by mail, and each such mail has the link.
  await createClient(server.url).call('login', { by: 'email', account, password });
  const { list } = await createClient(server.url).call('sandboxOutbox', {});
  const mail = list.find(({ to, text }) => to === account && text.includes('/pages/user/freeze'));
  const link = /\/pages\/user\/freeze\?link=[\w-]+/.exec(mail?.text ?? '')?.[0] ?? '';
  const stranger = await openPerson(browser, { url: server.url, hasChosenLanguage: true });
  await stranger.open(link);
  assert.equal(
    (await member.real.call('securityInfo', {})).frozenSinceMs,
    undefined,
    'opening it does nothing',
  );
  await stranger.page.getByRole('button', { name: words.freeze_all }).click();
  await stranger.page.getByText(words.linkDone).waitFor();
  await whenStill(stranger.page);
  assert.deepEqual(await accessibilityFaults(stranger.page), []);
  await stranger.leave();

  const person = await openPerson(browser, { url: server.url, session: member.session });
  const { page } = person;
  await person.open('/pages/user/security');
  await page.getByText(words.frozenTitle_withdrawals).waitFor();
  await page.getByRole('button', { name: words.unfreeze_trading }).click();
  await confirmWith(page, { [words.need_password]: password });
  await page.getByText(words.frozenTitle_trading).waitFor({ state: 'detached' });
  const left = await member.real.call('securityInfo', {});
  assert.equal(left.frozenSinceMs, undefined);
  assert.ok(left.withdrawalsFrozenSinceMs !== undefined, 'each is lifted apart');
  await page.getByRole('button', { name: words.freeze_trading }).click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByRole('button', { name: words.freeze_trading }).click();
  await page.getByText(words.frozenTitle_trading).waitFor();
  await person.leave();
});

/** Answers the needs of the step-up sheet, one after the other. */
async function confirmWith(page: Page, answers: Readonly<Record<string, string>>): Promise<void> {
  const sheet = page.getByRole('dialog', { name: words.stepUpTitle });
  for (const [label, answer] of Object.entries(answers)) {
    await sheet.getByLabel(label).fill(answer);
    await sheet.getByRole('button', { name: words.confirm }).click();
  }
  await sheet.waitFor({ state: 'detached' });
}

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
