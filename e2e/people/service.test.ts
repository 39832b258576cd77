/** A customer writes to customer service, and a person in the console answers in another browser. */
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { openBrowser, openPerson, whenReady } from '../harness/browser.ts';
import { enterDemo } from '../harness/client.ts';
import { type RunningServer, startServer } from '../harness/server.ts';
import { assertWhole, enterConsole } from '../harness/staff.ts';
import { bengali, filled, texts } from '../texts.ts';

const { chat, console: consoleTexts, consoleQueues } = texts;
const { console: bengaliConsole, consoleQueues: bengaliQueues } = bengali;
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

  const staff = await enterConsole({ browser, server }, { name: 'asha', roles: 'support' });
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
  await staff.page.getByRole('button', { name: consoleQueues.chatClose }).click();
  await staff.page.getByRole('radio', { name: consoleQueues.chatSolved }).waitFor();
  await staff.page.getByRole('button', { name: consoleQueues.chatClose }).click();
  await page.getByText(chat.closed).waitFor();

  await customer.open('/pages/user/staffActs');
  await page.getByText(chat.act_chat_answer).waitFor();
  await page.getByText(chat.act_chat_close).waitFor();
  await staff.page.getByRole('button', { name: consoleTexts.signOut }).click();
  await staff.page.getByRole('button', { name: consoleTexts.signIn, exact: true }).waitFor();
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
  const auditor = await enterConsole(
    { browser, server },
    { name: 'ravi', roles: 'auditor', language: 'bn-BN', theme: 'dark' },
  );
  const { page } = auditor;
  await page.getByRole('link', { name: bengaliConsole.log }).click();
  await page.getByRole('cell', { name: 'asha' }).first().waitFor();
  await whenReady(page);
  await assertWhole(page);
  await page.getByRole('link', { name: new RegExp(bengaliQueues.chat) }).click();
  await page.getByRole('link', { name: /demo account/ }).click();
  await page.getByText(bengaliConsole.barredRole).first().waitFor();
  await assertWhole(page);
  await auditor.leave();
});
