/** The first minutes: language, what this is, demo or account, and the marks on the first ticket. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import type { Browser, Locator, Page } from 'playwright-core';
import { accessibilityFaults } from '../harness/accessibility.ts';
import { openBrowser, openPerson, type PersonOptions, stickingOut, whenReady } from '../harness/browser.ts';
import { createClient, enterDemo, readCode } from '../harness/client.ts';
import { type RunningServer, startServer } from '../harness/server.ts';
import { bengali, filled, texts } from '../texts.ts';

const TICKET = '/pages/stock/order?instrumentId=NSE_SIM:ARUNA&side=buy';
const PASSWORD = 'Weighing-2026';
const SPOKEN = { 'en-US': texts, 'bn-BN': bengali } as const;
const looks = [
  { language: 'en-US', theme: 'light', name: /English/ },
  { language: 'bn-BN', theme: 'dark', name: /বাংলা/ },
] as const;

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

for (const { language, theme, name } of looks) {
  test(`${language}: a newcomer chooses a language, reads what this is and is in the demo`, async () => {
    const { firstRun, shell } = SPOKEN[language];
    const person = await openPerson(browser, { url: server.url, theme });
    const { page } = person;
    await person.open('/');
    await page.getByRole('button', { name }).click();
    await page.waitForURL('**/pages/common/welcome');
    await page.getByRole('heading', { name: firstRun.title }).waitFor();
    await page.getByText(firstRun.simulatedText).waitFor();
    await page.getByRole('button', { name: firstRun.tryDemo }).click();
    await page.waitForURL('**/pages/tabbar/home');
    await page.getByText(shell.demoFrame).waitFor();
    await person.leave();
  });
}

test('a visitor reads how we work without an account, and is welcomed again at the next visit', async () => {
  const { firstRun } = texts;
  const person = await openPerson(browser, { url: server.url });
  const { page } = person;
  await person.open('/');
  await page.getByRole('button', { name: /English/ }).click();
  await page.getByRole('link', { name: firstRun.howWeWork }).click();
  await page.waitForURL('**/pages/user/about');
  await person.open('/');
  await page.waitForURL('**/pages/common/welcome');
  await person.leave();
});

test('three steps to an account: back and forward lose nothing, and each fault stands at its field', async () => {
  const { account: words, home, shell } = texts;
  const account = newAddress();
  const person = await openPerson(browser, { url: server.url, hasChosenLanguage: true });
  const { page } = person;
  await person.open('/pages/account/reg?step=password');
  await page.getByRole('heading', { name: words.step_contact }).waitFor();
  await page.getByRole('radio', { name: words.email }).check();
  const address = page.getByLabel(words.emailLabel);
  await address.fill('nobody');
  await page.getByRole('button', { name: words.sendCode }).click();
  await faultAt(page, address, words.emailFormat);
  await address.fill(account);
  await page.getByRole('button', { name: words.sendCode }).click();
  await page.getByText(`Sent to`).waitFor();
  await checkLook(page);

  const code = page.getByRole('textbox', { name: words.code, exact: true });
  await page.getByRole('button', { name: words.goOn }).click();
  await faultAt(page, code, words.codeMissing);
  const right = await readCode(createClient(server.url), account);
  await type(page, code, wrongOf(right));
  const said = page.getByText(/code is wrong|incorrect|expired/i).first();
  await said.waitFor();
  await faultAt(page, code, (await said.textContent()) ?? '');
  await page.getByRole('heading', { name: words.step_code }).waitFor();
  await clear(page);
  await type(page, code, right);
  const password = page.getByLabel(words.newPassword, { exact: true });
  await password.fill(PASSWORD);
  await page.getByLabel(words.passwordAgain).fill(PASSWORD);
  await checkLook(page);

  await page.goBack();
  await code.waitFor();
  await page.goBack();
  assert.equal(await address.inputValue(), account, 'the address is kept');
  await page.goForward();
  await code.waitFor();
  await page.goForward();
  assert.equal(await password.inputValue(), PASSWORD, 'the password is kept');

  await agree(page);
  await page.getByRole('button', { name: words.openAccount }).click();

  await page.waitForURL('**/pages/tabbar/home');
  await page.getByRole('region', { name: home.emptyTitle }).waitFor();
  await checkLook(page);
  await page.getByRole('button', { name: home.practise }).click();
  await page.getByText(shell.demoFrame).waitFor();
  await page.getByRole('region', { name: home.emptyTitle }).waitFor({ state: 'detached' });
  await person.leave();
});

test('a registration that is loaded again in the middle goes on with the code that is on its way', async () => {
  const { account: words } = texts;
  const account = newAddress();
  const person = await openPerson(browser, { url: server.url, hasChosenLanguage: true });
  const { page } = person;
  await person.open('/pages/account/reg');
  await page.getByRole('radio', { name: words.email }).check();
  await page.getByLabel(words.emailLabel).fill(account);
  await page.getByRole('button', { name: words.sendCode }).click();
  const code = page.getByRole('textbox', { name: words.code, exact: true });
  await code.waitFor();
  await page.reload();
  await code.waitFor();
  await type(page, code, await readCode(createClient(server.url), account));
  const password = page.getByLabel(words.newPassword, { exact: true });
  await password.waitFor();
  await page.reload();
  await password.fill(PASSWORD);
  await page.getByLabel(words.passwordAgain).fill(PASSWORD);
  await agree(page);
  await page.getByRole('button', { name: words.openAccount }).click();
  await page.waitForURL('**/pages/tabbar/home');
  const kept = await page.evaluate(() => sessionStorage.getItem('tarazu.registration'));
  assert.equal(kept, null, 'nothing of it is kept once the account is open');
  await person.leave();
});

test('a guest of the demo who taps Real opens an account, and comes back to where they were', async () => {
  const { account: words, shell } = texts;
  const { session } = await enterDemo(server.url);
  const person = await openPerson(browser, { url: server.url, session });
  const { page } = person;
  const account = newAddress();
  await person.open('/pages/tabbar/mine');
  await page.getByRole('radio', { name: shell.real }).click();
  await page.waitForURL('**/pages/account/reg?to=**');
  await page.getByRole('heading', { name: words.registerTitle, level: 1 }).waitFor();
  await page.getByText(words.guestDemoText).waitFor();
  await page.getByRole('radio', { name: words.email }).check();
  await page.getByLabel(words.emailLabel).fill(account);
  await page.getByRole('button', { name: words.sendCode }).click();
  const code = page.getByRole('textbox', { name: words.code, exact: true });
  await code.waitFor();
  await type(page, code, await readCode(createClient(server.url), account));
  await page.getByLabel(words.newPassword, { exact: true }).fill(PASSWORD);
  await page.getByLabel(words.passwordAgain).fill(PASSWORD);
  await agree(page);
  await page.getByRole('button', { name: words.openAccount }).click();
  await page.waitForURL('**/pages/tabbar/mine');
  assert.ok(await page.getByRole('radio', { name: shell.real }).isChecked(), 'in the real account');
  await person.leave();
});

const coachLooks: readonly Partial<PersonOptions>[] = [
  { language: 'en-US', theme: 'light', width: 390 },
  { language: 'bn-BN', theme: 'dark', width: 320 },
  { language: 'en-US', theme: 'dark', width: 1280 },
];
for (const look of coachLooks) {
  test(`the first ticket shows three marks, once (${look.language}, ${look.width} px)`, async () => {
    const { firstRun } = SPOKEN[look.language ?? 'en-US'];
    const { session } = await enterDemo(server.url);
    const person = await openPerson(browser, { url: server.url, session, isNewToTicket: true, ...look });
    const { page } = person;
    await person.open(TICKET);
    const coach = page.getByRole('dialog', { name: firstRun.coach });
    for (const title of [firstRun.coachQuantity, firstRun.coachCost, firstRun.coachSend]) {
      await coach.getByRole('heading', { name: title }).waitFor();
      assert.ok(await isInside(coach), 'the focus is in the coach');
      assert.deepEqual(await accessibilityFaults(page), []);
      assert.deepEqual(await stickingOut(page), []);
      assert.ok(await isSeen(page, coach.getByRole('heading')), 'the words are in the window');
      await coach.getByRole('button').last().click();
    }
    await coach.waitFor({ state: 'detached' });
    await page.waitForFunction(() => history.state?.overlayDepth === undefined);
    await person.open(TICKET);
    await whenReady(page);
    await page.locator('[data-coach="send"]').waitFor();
    assert.equal(await coach.count(), 0, 'it is kept on the device');
    await person.leave();
  });
}

test('any key ends the marks and goes on at the quantity; Back closes them too', async () => {
  const { firstRun } = texts;
  for (const end of ['x', 'Escape', 'Back'] as const) {
    const { session } = await enterDemo(server.url);
    const person = await openPerson(browser, { url: server.url, session, isNewToTicket: true });
    const { page } = person;
    await person.open('/pages/tabbar/home');
    await whenReady(page);
    await person.open(TICKET);
    const coach = page.getByRole('dialog', { name: firstRun.coach });
    await coach.getByRole('heading', { name: firstRun.coachQuantity }).waitFor();
    if (end === 'Back') {
      await page.waitForFunction(() => history.state?.overlayDepth === 1);
      await page.goBack();
    } else await page.keyboard.press(end);
    await coach.waitFor({ state: 'detached' });
    assert.match(page.url(), /\/pages\/stock\/order/, 'the ticket stays');
    const quantity = page.getByLabel(filled(texts.trade.quantityIn, { unit: texts.trade.shares }));
    await page.waitForFunction(() => history.state?.overlayDepth === undefined);
    if (end !== 'Back') assert.ok(await isFocused(quantity), `after ${end} the quantity has the keyboard`);
    await person.leave();
  }
});

function newAddress(): string {
  return `first-${randomUUID().slice(0, 8)}@journeys.example`;
}

function wrongOf(code: string): string {
  return code.replace(/^./, (digit) => String((Number(digit) + 1) % 10));
}

/** Into the first slot; the others follow by themselves. */
async function type(page: Page, code: Locator, digits: string): Promise<void> {
  await code.click();
  await page.keyboard.type(digits);
}

async function clear(page: Page): Promise<void> {
  const slots = page.getByRole('group').or(page.locator('form')).getByRole('textbox');
  await slots.last().click();
  for (let nth = 0; nth < 7; nth += 1) await page.keyboard.press('Backspace');
}

async function agree(page: Page): Promise<void> {
  const agreement = page.getByRole('checkbox');
  await page.locator('label', { has: agreement }).click({ position: { x: 12, y: 12 } });
  assert.ok(await agreement.isChecked());
}

/** The field is marked as wrong, and the sentence describes it. */
async function faultAt(page: Page, field: Locator, sentence: string): Promise<void> {
  await page.getByText(sentence).first().waitFor();
  assert.equal(await field.getAttribute('aria-invalid'), 'true');
  const described = await field.evaluate((element) => {
    const id = element.getAttribute('aria-describedby') ?? '';
    return document.getElementById(id.split(' ')[0] ?? '')?.textContent ?? '';
  });
  assert.ok(described.includes(sentence), described);
}

async function checkLook(page: Page): Promise<void> {
  assert.deepEqual(await accessibilityFaults(page), []);
  assert.deepEqual(await stickingOut(page), []);
}

async function isInside(dialog: Locator): Promise<boolean> {
  return await dialog.evaluate((element) => element.contains(document.activeElement));
}

async function isFocused(field: Locator): Promise<boolean> {
  return await field.evaluate((element) => element === document.activeElement);
}

async function isSeen(page: Page, part: Locator): Promise<boolean> {
  const box = await part.boundingBox();
  const size = page.viewportSize();
  assert.ok(box !== null && size !== null);
  return box.x >= 0 && box.y >= 0 && box.x + box.width <= size.width && box.y + box.height <= size.height;
}
