/** Identity: documents and photos, every reason to fail, an appeal, and what a reload leaves. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { accessibilityFaults } from '../harness/accessibility.ts';
import { openBrowser, openPerson, type Person, stickingOut } from '../harness/browser.ts';
import { enterDemo, type Member, registerMember } from '../harness/client.ts';
import {
  DECIDED_MS_MAX,
  type Documents,
  type Photos,
  photo,
  sendPhotos,
  submitted,
  writeDocuments,
} from '../harness/documents.ts';
import { type RunningServer, startServer } from '../harness/server.ts';
import { bengali, texts } from '../texts.ts';

const words = texts.identity;

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

const decided = (page: Page, label: string) =>
  page.getByRole('heading', { name: label }).waitFor({ timeout: DECIDED_MS_MAX });

async function opened(
  options: { member?: Member; language?: 'bn-BN'; theme?: 'dark' } = {},
): Promise<Person> {
  const { member = await registerMember(server.url), ...look } = options;
  const person = await openPerson(browser, { url: server.url, session: member.session, ...look });
  await person.open('/pages/user/kyc');
  return person;
}

test('a guest is led to the registration, and reads a sentence with no code below it', async () => {
  const { session } = await enterDemo(server.url);
  const person = await openPerson(browser, { url: server.url, session });
  await person.open('/pages/user/kyc');
  await person.page.getByRole('link', { name: words.register }).waitFor();
  assert.equal(await person.page.getByText('REGISTRATION_NEEDED').count(), 0);
  await person.leave();
});

test('a member is verified: documents, photos, a reload in between, and the state everywhere', async () => {
  const person = await opened();
  const { page } = person;
  await page.getByRole('heading', { name: words.idNone }).waitFor();
  await page.getByRole('link', { name: words.begin }).click();
  await page.getByRole('button', { name: words.next }).click();
  await page.getByText(words.wrongName).waitFor();
  assert.deepEqual(await accessibilityFaults(page), []);

  await writeDocuments(page, { number: 'K1009999' });
  assert.deepEqual(await accessibilityFaults(page), []);
  await page.reload();
  await page.getByRole('heading', { name: words.stepPhotos }).waitFor();
  await sendPhotos(page);
  await page.getByText('K1009999').waitFor();
  assert.deepEqual(await accessibilityFaults(page), []);
  await page.setViewportSize({ width: 320, height: 700 });
  assert.deepEqual(await stickingOut(page), []);
  await submitted(page);
  assert.deepEqual(await stickingOut(page), []);
  await decided(page, words.idSucc);
  await page.getByText('XXXX 9999').waitFor();
  assert.deepEqual(await accessibilityFaults(page), []);

  await person.open('/pages/user/userInfo');
  await page.getByText(texts.shell.verified, { exact: true }).waitFor();
  await person.open('/pages/notice/list');
  await page.getByText('You are verified').waitFor();
  await person.leave();
});

const yearsAgo = (years: number): string => `${new Date().getFullYear() - years}-12-31`;
const SMALL = photo('SMALL', { width: 600, height: 400 });
const REASONS = [
  words.reasonDuplicate,
  words.reasonUnderage,
  words.reasonExpired,
  words.reasonName,
  words.reasonBlur,
  words.reasonUnreadable,
  words.reasonLiveness,
] as const;

test('every reason is told at once with what to change, and an appeal clears a name', async () => {
  const person = await opened();
  const { page } = person;
  const allWrong = {
    fullName: 'Asha Roy',
    number: 'K1009999',
    birthDate: yearsAgo(15),
    expiresOn: '2020-01-31',
  };
  await failWith(page, allWrong, { front: SMALL, reverse: photo(''), selfie: SMALL });
  for (const reason of REASONS) await page.locator('li', { hasText: reason }).first().waitFor();
  await page.getByText('4 tries left today').waitFor();
  assert.deepEqual(await accessibilityFaults(page), []);

  await failWith(page, { fullName: 'Asha Roy' });
  await page.locator('li', { hasText: words.reasonName }).first().waitFor();
  await page.getByRole('button', { name: words.appeal }).click();
  await page.getByLabel(words.appealLabel).fill('My surname stands first on my passport.');
  await page.getByRole('button', { name: words.appealSend }).click();
  await page.getByText(words.dueAppeal).waitFor();
  await page.getByRole('heading', { name: words.idSucc }).waitFor({ timeout: 3 * DECIDED_MS_MAX });
  await person.leave();
});

async function failWith(page: Page, documents: Documents, photos?: Photos): Promise<void> {
  await page.getByRole('link', { name: new RegExp(`${words.begin}|${words.resubmit}`) }).click();
  await page.getByRole('heading', { name: words.stepDocument }).waitFor();
  await writeDocuments(page, documents);
  await sendPhotos(page, photos);
  await submitted(page);
  await decided(page, words.idFail);
}

test('in Bengali and in the dark, at 320 px and on a desktop', async () => {
  const person = await opened({ language: 'bn-BN', theme: 'dark' });
  const { page } = person;
  await page.getByRole('heading', { name: bengali.identity.idNone }).waitFor();
  for (const width of [320, 1_280]) {
    await page.setViewportSize({ width, height: 800 });
    assert.deepEqual(await stickingOut(page), []);
    assert.deepEqual(await accessibilityFaults(page), []);
  }
  await page.getByRole('link', { name: bengali.identity.begin }).click();
  await page.getByRole('button', { name: bengali.identity.next }).click();
  await page.getByText(bengali.identity.wrongName).waitFor();
  await page.setViewportSize({ width: 320, height: 800 });
  assert.deepEqual(await stickingOut(page), []);
  assert.deepEqual(await accessibilityFaults(page), []);
  await person.leave();
});
