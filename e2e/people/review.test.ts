/** Documents that a person of staff looks at in the console, in another browser than their owner's. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { openBrowser, openPerson, type Person } from '../harness/browser.ts';
import { registerMember } from '../harness/client.ts';
import { DECIDED_MS_MAX, sendPhotos, submitted, writeDocuments } from '../harness/documents.ts';
import { type RunningServer, startServer } from '../harness/server.ts';
import { assertWhole, enterConsole } from '../harness/staff.ts';
import { bengali, filled, texts } from '../texts.ts';

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

/**
 * Somebody whom the rules refused, because a name is no word of the PAN's letter, and who appeals: the rules
 * leave a minute to whoever opens it.
 */
async function appealing(): Promise<Person> {
  const { session } = await registerMember(server.url);
  const person = await openPerson(browser, { url: server.url, session });
  const { page } = person;
  await person.open('/pages/user/kyc');
  await page.getByRole('link', { name: words.begin }).click();
  await writeDocuments(page, { fullName: 'Asha Roy' });
  await sendPhotos(page);
  await submitted(page);
  await page.getByRole('heading', { name: words.idFail }).waitFor({ timeout: DECIDED_MS_MAX });
  await page.getByRole('button', { name: words.appeal }).click();
  await page.getByLabel(words.appealLabel).fill('My surname stands first on my passport.');
  await page.getByRole('button', { name: words.appealSend }).click();
  await page.getByText(words.dueAppeal).waitFor();
  return person;
}

/** Opens the only thing that waits. */
async function openWaiting(page: Page, document: string): Promise<void> {
  await page.getByRole('link', { name: new RegExp(document) }).click();
  await page.getByRole('heading', { name: document, level: 2 }).waitFor();
}

async function lookAt(page: Page, t: typeof texts.console, photo: string): Promise<void> {
  await page.getByRole('button', { name: filled(t.showPhoto, { name: photo }) }).click();
  const image = page.getByRole('img', { name: filled(t.photoOf, { name: photo }) });
  await image.waitFor();
  const width = await image.evaluate(async (shown) => {
    if (!(shown instanceof HTMLImageElement)) return 0;
    await shown.decode();
    return shown.naturalWidth;
  });
  assert.ok(width > 0, 'it is a picture');
}

test('a person looks at one photo, sees one number, and verifies who appealed', async () => {
  const [t, q] = [texts.console, texts.consoleQueues];
  const staff = await enterConsole({ browser, server }, { name: 'meera', roles: 'compliance' });
  const customer = await appealing();
  const { page } = staff;
  await openWaiting(page, q.identityPassport);
  await page.getByText('My surname stands first on my passport.').waitFor();
  await lookAt(page, t, q.identityFront);
  assert.equal(await page.locator('main img').count(), 1, 'one at a time');
  await assertWhole(page);
  await lookAt(page, t, q.identitySelfie);
  assert.equal(await page.locator('main img').count(), 1);
  await page.getByRole('button', { name: t.hidePhoto }).click();
  const number = page.getByText(/^K100\d{4}$/);
  assert.equal(await number.count(), 0, 'masked');
  await page.getByRole('button', { name: filled(t.showFact, { name: q.factDocumentNumber }) }).click();
  await page.getByRole('button', { name: q.identityIssuer }).click();
  await number.waitFor();
  await assertWhole(page);
  await page.getByRole('button', { name: q.identityPass }).click();
  await page.getByRole('button', { name: q.identityPass }).click();
  await page.getByText(t.wasDone, { exact: true }).first().waitFor();

  await customer.page.reload();
  await customer.page.getByRole('heading', { name: words.idSucc }).waitFor();
  await customer.open('/pages/user/staffActs');
  const { chat } = texts;
  for (const act of [
    chat.act_identity_pass,
    `${chat.act_identity_revealed}: ${chat.what_documentNumber}`,
    `${chat.act_identity_picture}: ${chat.what_selfie}`,
    `${chat.act_identity_picture}: ${chat.what_front}`,
    chat.act_identity_opened,
  ])
    await customer.page.getByText(act, { exact: true }).waitFor();
  await staff.leave();
  await customer.leave();
});

test('a person refuses for two reasons at once, in Bengali and dark, and the customer is told both', async () => {
  const [t, q] = [bengali.console, bengali.consoleQueues];
  const staff = await enterConsole(
    { browser, server },
    { name: 'arjun', roles: 'compliance', language: 'bn-BN', theme: 'dark' },
  );
  const customer = await appealing();
  const { page } = staff;
  await openWaiting(page, q.identityPassport);
  await page.getByRole('button', { name: q.identityRefuse }).click();
  await page.getByRole('checkbox', { name: q.identityBlur }).check({ force: true });
  await page.getByRole('checkbox', { name: q.identityLiveness }).check({ force: true });
  await assertWhole(page);
  await page.getByRole('button', { name: q.identityRefuse }).click();
  await page.getByText(t.wasDone, { exact: true }).first().waitFor();
  await customer.page.reload();
  await customer.page.getByRole('heading', { name: words.idFail }).waitFor();
  for (const reason of [words.reasonBlur, words.reasonLiveness])
    await customer.page.locator('li', { hasText: reason }).first().waitFor();
  await staff.leave();
  await customer.leave();
});
