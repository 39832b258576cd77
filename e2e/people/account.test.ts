/** Registration, login, a forgotten password, and a session that ends elsewhere. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { openBrowser, openPerson } from '../harness/browser.ts';
import { createClient, readCode, registerMember, solveCaptcha } from '../harness/client.ts';
import { type RunningServer, startServer } from '../harness/server.ts';
import { withDatabase } from '../server-database.ts';
import { bengali, texts } from '../texts.ts';

const { account: words, firstRun, shell, mine } = texts;
const WRONG_UNTIL_PICTURE = 3;
const WRONG_UNTIL_WORK = 10;
/** The work that stands for the picture is ten times the usual one. */
const PROOF_MS_MAX = 240_000;

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

test('a newcomer chooses a language and registers with a code, without reading any picture', async () => {
  const person = await openPerson(browser, { url: server.url });
  const { page } = person;
  const account = `new-${randomUUID().slice(0, 8)}@journeys.example`;
  await person.open('/');
  await page.getByRole('button', { name: /English/ }).click();
  await page.getByRole('link', { name: firstRun.openAccount }).click();
  await page.getByRole('radio', { name: words.email }).check();
  await page.getByLabel(words.emailLabel).fill(account);
  await page.getByRole('button', { name: words.sendCode }).click();
  await page.getByText(/Sent to/).waitFor();
  await typeCode(page, await readCode(createClient(server.url), account));
  await page.getByLabel(words.newPassword, { exact: true }).fill('Weighing-2026');
  await page.getByLabel(words.passwordAgain).fill('Weighing-2026');

  await page.getByRole('button', { name: words.openAccount }).click();
  await page.getByText(words.agreementNeeded).waitFor();
  const agreement = page.getByRole('checkbox');
  await page.locator('label', { has: agreement }).click({ position: { x: 12, y: 12 } });
  assert.ok(await agreement.isChecked());
  await page.getByRole('button', { name: words.openAccount }).click();

  await page.waitForURL('**/pages/tabbar/home');
  await page.getByText(texts.home.portfolio).waitFor();
  assert.equal(await page.getByText(shell.demoFrame).count(), 0, 'a new login begins with its real account');
  await page.getByRole('button', { name: shell.openMenu }).click();
  await page.getByRole('radio', { name: shell.demo }).check();
  await page.getByText(shell.demoFrame).waitFor();
  await person.leave();
});

test('after wrong passwords a picture is asked for, and there is a way round it', async () => {
  const member = await registerMember(server.url);
  const person = await openPerson(browser, { url: server.url, hasChosenLanguage: true });
  const { page } = person;
  await person.open('/pages/account/login');
  await fillLogin(page, member.account, 'Not-the-one-1');
  for (let failure = 1; failure <= WRONG_UNTIL_PICTURE; failure += 1) {
    const answered = page.waitForResponse((response) => response.url().endsWith('/user/login'));
    await page.getByRole('button', { name: words.logIn, exact: true }).click();
    await answered;
    await page.getByRole('alert').filter({ hasText: 'incorrect' }).waitFor();
  }
  await page.getByLabel(words.password, { exact: true }).fill(member.password);
  await page.getByRole('button', { name: words.logIn, exact: true }).click();
  await page.getByRole('img', { name: words.pictureAlt }).waitFor();
  await page.getByRole('button', { name: words.cannotSeePicture }).click();
  await page.waitForURL('**/pages/tabbar/home', { timeout: PROOF_MS_MAX });
  await person.leave();
});

test('after ten wrong passwords of somebody the device works by itself and lets the person in (trial 30)', async () => {
  for (const language of ['en-US', 'bn-BN'] as const) await enterAfterGuesses(language);
});

async function enterAfterGuesses(language: 'en-US' | 'bn-BN'): Promise<void> {
  const said = language === 'en-US' ? words : bengali.account;
  const member = await registerMember(server.url);
  const guesser = createClient(server.url);
  const person = await openPerson(browser, { url: server.url, hasChosenLanguage: true, language });
  const { page } = person;
  for (let tries = 0; tries < WRONG_UNTIL_WORK; tries += 1) {
    const captcha = tries < WRONG_UNTIL_PICTURE ? {} : await solveCaptcha(guesser, member.account);
    const entries = { by: 'email', account: member.account, password: 'Not-the-one-1' } as const;
    assert.equal((await guesser.ask('login', { ...entries, ...captcha })).reason, 'LOGIN_FAILED');
  }
  await person.open('/pages/account/login');
  await page.getByRole('radio', { name: said.email }).check();
  await page.getByLabel(said.emailLabel).fill(member.account);
  await page.getByLabel(said.password, { exact: true }).fill(member.password);
  const worker = page.waitForEvent('worker');
  await page.getByRole('button', { name: said.logIn, exact: true }).click();
  await worker;
  await page.waitForURL('**/pages/tabbar/home', { timeout: PROOF_MS_MAX });
  await person.leave();
}

test('a forgotten password is set anew with a code, and the old one opens nothing', async () => {
  const member = await registerMember(server.url);
  await letCodesAge(server.dataFolder);
  const person = await openPerson(browser, { url: server.url, hasChosenLanguage: true });
  const { page } = person;
  await person.open('/pages/account/login?to=%2Fpages%2Fuser%2FuserInfo');
  await fillLogin(page, member.account, member.password);
  await page.getByRole('button', { name: words.forgot }).click();
  const sheet = page.getByRole('dialog', { name: words.forgotTitle });
  const askedAtMs = Date.now();
  await sheet.getByRole('button', { name: words.sendCode }).click();
  await sheet.getByText(/Sent to/).waitFor();
  await typeCode(page, await readCode(createClient(server.url), member.account, askedAtMs));
  const renewed = 'Brand-new-scale-7';
  await sheet.getByLabel(words.newPassword, { exact: true }).fill(renewed);
  await sheet.getByLabel(words.passwordAgain).fill(renewed);
  await sheet.getByRole('button', { name: words.setPassword }).click();
  await page.getByText(words.passwordChanged).waitFor();
  await sheet.waitFor({ state: 'detached' });

  const ended = await member.real.ask('userInfo', {});
  assert.equal(ended.reason, 'SIGN_IN_NEEDED', 'every session ended');
  const old = await createClient(server.url).ask('login', {
    by: 'email',
    account: member.account,
    password: member.password,
  });
  assert.equal(old.reason, 'LOGIN_FAILED');
  await page.getByLabel(words.password, { exact: true }).fill(renewed);
  await page.getByRole('button', { name: words.logIn, exact: true }).click();
  await page.waitForURL('**/pages/user/userInfo');
  await person.leave();
});

test('a session that is ended elsewhere leads to the login page and back to where one was', async () => {
  const member = await registerMember(server.url);
  const person = await openPerson(browser, { url: server.url, session: member.session });
  const { page } = person;
  await person.open('/pages/user/userInfo');
  await page.getByRole('heading', { name: mine.sessions }).waitFor();
  const { account, password } = member;
  const elsewhere = await createClient(server.url).call('login', { by: 'email', account, password });
  await createClient(server.url, elsewhere.realToken).call('sessionEnd', { id: 'all' });

  await page.waitForURL(/\/pages\/account\/login\?to=/);
  await fillLogin(page, account, password);
  await page.getByRole('button', { name: words.logIn, exact: true }).click();
  await page.waitForURL('**/pages/user/userInfo');
  await person.leave();
});

test('signing out asks first, forgets the person at once and ends the session at the server', async () => {
  const member = await registerMember(server.url);
  const person = await openPerson(browser, { url: server.url, session: member.session });
  const { page } = person;
  await person.open('/pages/tabbar/home');
  await page.getByRole('button', { name: shell.openMenu }).click();
  await page.getByRole('button', { name: shell.signOut }).click();
  const revoked = page.waitForResponse((response) => response.url().endsWith('/user/logout'));
  await page.getByRole('alertdialog').getByRole('button', { name: shell.signOut }).click();
  await page.waitForURL('**/pages/account/login**');
  await revoked;
  const kept = await page.evaluate(() => localStorage.getItem('tarazu.userToken') ?? '');
  assert.ok(!kept.includes(member.session.realToken ?? 'none'), 'the token is gone from the browser');
  assert.equal(
    (await member.demo.ask('userInfo', {})).reason,
    'SIGN_IN_NEEDED',
    'both environments are signed out',
  );
  await person.leave();
});

async function fillLogin(page: Page, account: string, password: string): Promise<void> {
  await page.getByRole('radio', { name: words.email }).check();
  await page.getByLabel(words.emailLabel).fill(account);
  await page.getByLabel(words.password, { exact: true }).fill(password);
}

/** Into the first slot; the others follow by themselves. */
async function typeCode(page: Page, code: string): Promise<void> {
  await page.getByRole('textbox', { name: words.code, exact: true }).click();
  await page.keyboard.type(code);
}

/** As if two minutes had passed: a second code is sent only after one. */
async function letCodesAge(dataFolder: string): Promise<void> {
  await withDatabase(dataFolder, (database) =>
    database.query(`update one_time_code set sent_at = sent_at - interval '2 minutes'`),
  );
}
