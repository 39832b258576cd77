/** A customer writes to customer service, and a person in the console answers in another browser. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { openBrowser, openPerson, whenReady } from '../harness/browser.ts';
import { enterDemo, registerMember } from '../harness/client.ts';
import { photo } from '../harness/documents.ts';
import { type RunningServer, startServer } from '../harness/server.ts';
import { assertWhole, enterConsole } from '../harness/staff.ts';
import { bengali, filled, texts } from '../texts.ts';

const { chat, console: consoleTexts, consoleQueues } = texts;
const { console: bengaliConsole, consoleQueues: bengaliQueues } = bengali;
const QUESTION = 'My screen shows a purple rabbit';

let server: RunningServer;
let browser: Browser;
/** A stand-in for the supplier's host: its script says what it reaches. */
const supplier = createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'text/javascript' }).end(`
    const reached = [];
    try { localStorage.length; reached.push('storage'); } catch {}
    try { parent.document.title; reached.push('app'); } catch {}
    const icon = window.__ssc.setting.hideIcon ? 'no icon' : 'an icon';
    document.body.append('Outside chat with ' + icon + ', reaches ' + (reached.join() || 'nothing'));
    window.ssq = { push: (what, of) => what === 'setLoginInfo' && document.body.append(' as ' + of.user_id) };`);
});
before(async () => {
  supplier.listen(0, '127.0.0.1');
  await once(supplier, 'listening');
  const address = supplier.address();
  assert.ok(address !== null && typeof address === 'object');
  const folder = `http://127.0.0.1:${address.port}/`;
  server = await startServer({
    env: { CHAT_SCRIPT_URL: `${folder}chat.js`, CHAT_SCRIPTS_ALLOWED: folder },
  });
  browser = await openBrowser();
});
after(async () => {
  await browser?.close();
  await server?.dispose();
  supplier.closeAllConnections();
  supplier.close();
});

test('a question that no article answers is answered by a person in another browser', async () => {
  const { session } = await enterDemo(server.url);
  const customer = await openPerson(browser, { url: server.url, session, width: 320 });
  const { page } = customer;
  await customer.open('/pages/user/service');
  await page.getByText(chat.scam).waitFor();
  await page.getByRole('button', { name: chat.attachOrder }).waitFor();
  assert.equal(await page.getByRole('button', { name: chat.attachPicture }).count(), 0, 'a guest sends none');
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
  // The answer to a message is lost, and the wish for a call after it is not that message again.
  await page.route(
    '**/chat/send',
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await page.getByRole('textbox', { name: chat.message }).fill('Please call me');
  await page.getByRole('button', { name: chat.send }).click();
  await page.getByText('Please call me').nth(1).waitFor();
  await page.getByRole('button', { name: chat.callBack }).click();
  await page.getByLabel(chat.phone).fill('+919812345678');
  await assertWhole(page);
  await page.getByRole('button', { name: chat.requestCall }).click();
  await page.getByText(filled(chat.callBackAt, { phone: '+919812345678' })).waitFor();
  await customer.leave();
});

for (const { language, theme, width, t } of [
  { language: 'en-US', theme: 'light', width: 320, t: texts },
  { language: 'bn-BN', theme: 'dark', width: 390, t: bengali },
] as const) {
  test(`a member sends a picture, and sees what was sent: ${language}`, async () => {
    const { session } = await registerMember(server.url);
    const person = await openPerson(browser, { url: server.url, session, language, theme, width });
    const { page } = person;
    await person.open('/pages/common/service');
    const input = page.locator('input[type=file]');
    const button = page.getByRole('button', { name: t.chat.attachPicture });
    await button.waitFor();
    await input.setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no picture') });
    await page.getByText(t.chat.pictureUnreadable).waitFor();
    await input.setInputFiles(photo('BLANK SCREEN'));
    await page.getByRole('img', { name: t.chat.pictureChosen }).waitFor();
    await assertWhole(page);
    await page.getByRole('button', { name: t.chat.removePicture }).click();
    await page.getByRole('img', { name: t.chat.pictureChosen }).waitFor({ state: 'detached' });
    // A picture at which the browser still works waits with
    // the message, and an older pick does not come back.
    await page.evaluate(() => {
      const read = window.createImageBitmap.bind(window);
      const waiting: (() => void)[] = [];
      Object.assign(window, {
        createImageBitmap: async (blob: Blob) => {
          await new Promise<void>((resolve) => waiting.push(resolve));
          return await read(blob);
        },
        letRead: () => {
          Object.assign(window, { createImageBitmap: read });
          for (const go of waiting) go();
        },
      });
    });
    await page.getByRole('textbox', { name: t.chat.newQuestion }).fill('A picture');
    await input.setInputFiles(photo('BLANK SCREEN'));
    const sendIt = page.getByRole('button', { name: t.chat.send });
    await page.waitForFunction(
      () => document.querySelector<HTMLButtonElement>('button[type=submit]')?.disabled,
    );
    await page.evaluate(() => Reflect.get(window, 'letRead')());
    await page.getByRole('img', { name: t.chat.pictureChosen }).waitFor();
    assert.equal(await sendIt.isEnabled(), true);
    await page.getByRole('button', { name: t.chat.removePicture }).click();
    await page.getByRole('textbox', { name: t.chat.newQuestion }).fill('');
    await input.setInputFiles(photo('BLANK SCREEN'));
    await page.getByRole('button', { name: t.chat.send }).click();
    await page.getByText(t.chat.stateWaiting).waitFor();
    await page.getByRole('button', { name: t.chat.showPicture }).click();
    const shown = page.getByRole('img', { name: t.chat.pictureSent });
    await shown.waitFor();
    assert.ok(
      await shown.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth > 0)),
    );
    await assertWhole(page);
    await person.leave();
  });
}

test('a person of staff looks at the picture, and the customer reads that they did', async () => {
  const { session } = await registerMember(server.url);
  const customer = await openPerson(browser, { url: server.url, session });
  const { page } = customer;
  await customer.open('/pages/user/service');
  await page.getByRole('textbox', { name: chat.newQuestion }).fill('A picture of a rabbit');
  await page.locator('input[type=file]').setInputFiles(photo('RABBIT'));
  await page.getByRole('img', { name: chat.pictureChosen }).waitFor();
  await page.getByRole('button', { name: chat.send }).click();
  await page.getByText(chat.stateWaiting).waitFor();
  const staff = await enterConsole({ browser, server }, { name: 'divya', roles: 'support' });
  await staff.page.getByRole('link', { name: 'A picture of a rabbit' }).click();
  const name = `${consoleQueues.chatPicture} 1`;
  await staff.page.getByRole('button', { name: filled(consoleTexts.showPhoto, { name }) }).click();
  await staff.page.getByRole('img', { name: filled(consoleTexts.photoOf, { name }) }).waitFor();
  await assertWhole(staff.page);
  await staff.page.getByLabel(consoleTexts.reply).fill('Here is how it should look.');
  await staff.page.locator('input[type=file]').setInputFiles(photo('ANSWER'));
  await staff.page.getByRole('img', { name: consoleTexts.pictureChosen }).waitFor();
  await assertWhole(staff.page);
  await staff.page.getByRole('button', { name: consoleQueues.chatAnswer, exact: true }).click();
  await page.getByText('Here is how it should look.').waitFor();
  await page.getByRole('button', { name: chat.showPicture }).last().click();
  const sent = page.getByRole('img', { name: chat.pictureSent });
  await sent.waitFor();
  assert.ok(
    await sent.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth > 0)),
  );
  await assertWhole(page);
  await customer.open('/pages/user/staffActs');
  await page.getByText(chat.act_chat_picture).waitFor();
  await staff.leave();
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

test('an outside chat runs in a frame that reaches nothing; where it fails our own answers', async () => {
  const { session } = await enterDemo(server.url);
  const customer = await openPerson(browser, { url: server.url, session, width: 320 });
  const { page } = customer;
  await customer.open('/pages/user/serviceJs');
  const inFrame = page.frameLocator('iframe');
  await inFrame.getByText('Outside chat with no icon, reaches nothing').waitFor();
  await page.getByText(chat.outsideLoading).waitFor({ state: 'hidden' });
  const nameOf = () => page.evaluate(() => localStorage.getItem('tarazu.randomUserId'));
  const name = /[0-9a-f]{32}/.exec((await nameOf()) ?? '')?.[0] ?? 'no name';
  await inFrame.getByText(`as ${name}`).waitFor();
  await page.reload();
  await inFrame.getByText(`as ${name}`).waitFor();
  assert.equal(await page.locator('script[src*="chat.js"]').count(), 0, 'the app runs none of it');
  await assertWhole(page);
  await customer.open('/pages/tabbar/mine');
  await page.getByRole('link', { name: texts.mine.entryService }).click();
  await page.waitForURL((url) => url.pathname === '/pages/user/serviceJs');
  await page.getByRole('link', { name: chat.ownChat }).click();
  await page.getByRole('textbox', { name: chat.newQuestion }).waitFor();

  supplier.closeAllConnections();
  supplier.close();
  await customer.open('/pages/common/serviceJs');
  await page.getByText(chat.outsideFailed).waitFor();
  await page.getByRole('textbox', { name: chat.newQuestion }).waitFor();
  await assertWhole(page);
});
