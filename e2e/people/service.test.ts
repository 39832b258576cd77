/** A customer writes to customer service, and a person in the console answers in another browser. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { factorCode } from '../authenticator.ts';
import { accessibilityFaults } from '../harness/accessibility.ts';
import {
  openBrowser,
  openPerson,
  type Person,
  stickingOut,
  whenReady,
  whenStill,
} from '../harness/browser.ts';
import { enterDemo } from '../harness/client.ts';
import { root } from '../harness/root.ts';
import { type RunningServer, startServer } from '../harness/server.ts';
import { bengali, filled, texts } from '../texts.ts';

const { chat, console: consoleTexts } = texts;
const { console: bengaliConsole } = bengali;
const PASSWORD = 'seven grey herons wade';
const DESKTOP = 1280;
const QUESTION = 'My screen shows a purple rabbit';

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

/** Invites as the operator does, beside the running server. Gives the code. */
async function invited(...person: readonly string[]): Promise<string> {
  const command = [`${root}/scripts/console.ts`, 'add', ...person];
  const env = { ...process.env, DATA_DIR: server.dataFolder };
  const { stdout } = await promisify(execFile)(process.execPath, command, { cwd: root, env });
  return stdout.trim().split('\n').at(-1) ?? '';
}

async function enterConsole(
  name: string,
  roles: string,
  look: { readonly language?: 'en-US' | 'bn-BN'; readonly theme?: 'light' | 'dark' } = {},
): Promise<Person> {
  const t = look.language === 'bn-BN' ? bengaliConsole : consoleTexts;
  const code = await invited(name, '--roles', roles);
  const staff = await openPerson(browser, {
    url: server.url,
    width: DESKTOP,
    hasChosenLanguage: true,
    ...look,
  });
  const { page } = staff;
  await staff.open('/console');
  await page.getByRole('button', { name: t.invited }).click();
  await page.getByLabel(t.name, { exact: true }).fill(name);
  await page.getByLabel(t.invitation, { exact: true }).fill(code);
  await assertWhole(page);
  await page.getByRole('button', { name: t.continue }).click();
  const key = ((await page.getByTestId('factor-key').textContent()) ?? '').replaceAll(/\s/g, '');
  await page.getByLabel(t.newPassword, { exact: true }).fill(PASSWORD);
  await assertWhole(page);
  await page.getByLabel(t.factor).fill(factorCode(key, Date.now()));
  await page.getByRole('button', { name: t.setUp }).click();
  await page.getByRole('navigation', { name: t.menu }).waitFor();
  return staff;
}

async function assertWhole(page: Page): Promise<void> {
  await whenStill(page);
  assert.deepEqual(await accessibilityFaults(page), []);
  assert.deepEqual(await stickingOut(page), []);
}

test('a question that no article answers is answered by a person in another browser', async () => {
  const { session } = await enterDemo(server.url);
  const customer = await openPerson(browser, { url: server.url, session, width: 320 });
  const { page } = customer;
  await customer.open('/pages/user/service');
  await page.getByText(chat.scam).waitFor();
  const field = page.getByRole('textbox', { name: chat.newQuestion });
  await field.fill(QUESTION);
  await page.reload();
  await page.waitForFunction((asked) => document.querySelector('textarea')?.value === asked, QUESTION);
  await page.getByRole('button', { name: chat.send }).click();
  await page.getByText(/found no article/).waitFor();
  await page.getByText(chat.stateWaiting).waitFor();
  await assertWhole(page);

  const staff = await enterConsole('asha', 'support');
  await staff.page.getByRole('link', { name: QUESTION }).click();
  await staff.page.getByRole('heading', { name: QUESTION }).waitFor();
  await assertWhole(staff.page);
  await staff.page.keyboard.press('r');
  await staff.page.keyboard.type('Which phone do you use?');
  await staff.page.keyboard.press('Control+Enter');
  await staff.page.getByText(consoleTexts.wasDone, { exact: true }).first().waitFor();
  // The stream brings it: nobody reloads.
  await page.getByText('Which phone do you use?').waitFor();
  await page.getByRole('textbox', { name: chat.message }).fill('An old one');
  await page.getByRole('button', { name: chat.send }).click();
  await staff.page.getByText('An old one').waitFor();
  await staff.page.getByRole('button', { name: consoleTexts.chatClose }).click();
  await staff.page.getByRole('radio', { name: consoleTexts.chatSolved }).waitFor();
  await staff.page.getByRole('button', { name: consoleTexts.chatClose }).click();
  await page.getByText(chat.closed).waitFor();

  await customer.open('/pages/user/staffActs');
  await page.getByText(chat.act_chat_answer).waitFor();
  await page.getByText(chat.act_chat_close).waitFor();
  await staff.page.getByRole('button', { name: consoleTexts.signOut }).click();
  await staff.page.getByRole('button', { name: consoleTexts.signIn }).waitFor();
  await assertWhole(staff.page);
  await staff.leave();
  await customer.leave();
});

test('the helper says that it is a machine, and leads to a person at a tap', async () => {
  const { session } = await enterDemo(server.url);
  const customer = await openPerson(browser, { url: server.url, session, theme: 'dark' });
  const { page } = customer;
  await customer.open('/pages/user/service');
  await page.getByRole('textbox', { name: chat.newQuestion }).fill('How do I reset my demo account?');
  await page.getByRole('button', { name: chat.send }).click();
  await page.getByText(chat.helper, { exact: true }).waitFor();
  await assertWhole(page);
  await page.getByRole('button', { name: chat.askPerson }).click();
  await page.getByText(chat.stateWaiting).waitFor();
  await page.getByRole('button', { name: chat.callBack }).click();
  await page.getByLabel(chat.phone).fill('+919812345678');
  await assertWhole(page);
  await page.getByRole('button', { name: chat.requestCall }).click();
  await page.getByText(filled(chat.callBackAt, { phone: '+919812345678' })).waitFor();
  await customer.leave();
});

test('the log shows an auditor who did what, in Bengali and dark too', async () => {
  const auditor = await enterConsole('ravi', 'auditor', { language: 'bn-BN', theme: 'dark' });
  const { page } = auditor;
  await page.getByRole('link', { name: bengaliConsole.log }).click();
  await page.getByRole('cell', { name: 'asha' }).first().waitFor();
  await whenReady(page);
  await assertWhole(page);
  await page.getByRole('link', { name: new RegExp(bengaliConsole.chat) }).click();
  await page.getByRole('link', { name: /demo account/ }).click();
  await page.getByText(bengaliConsole.barredRole).first().waitFor();
  await assertWhole(page);
  await auditor.leave();
});
