/** Keys for programs: one is made with a confirmation, shown once, used by a program, and ended. */
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { after, before, test } from 'node:test';
import { API_PREFIX, OPERATIONS, textToSign } from '@tarazu/protocol';
import type { Browser, Page } from 'playwright-core';
import { accessibilityFaults } from '../harness/accessibility.ts';
import { openBrowser, openPerson, stickingOut, whenStill } from '../harness/browser.ts';
import { createClient, registerMember } from '../harness/client.ts';
import { type RunningServer, startServer } from '../harness/server.ts';
import { bengali, texts } from '../texts.ts';

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

async function noFaults(page: Page): Promise<void> {
  await whenStill(page);
  assert.deepEqual(await accessibilityFaults(page), []);
  assert.deepEqual(await stickingOut(page), []);
}

/** The token of a program’s call that reads its orders. */
function signedToken(id: string, secret: string): string {
  const { method, path } = OPERATIONS.stockOrders;
  const atMs = Date.now();
  const signed = textToSign({ atMs, method, path: API_PREFIX + path, fields: '' });
  const signature = createHmac('sha256', Buffer.from(secret, 'base64url')).update(signed).digest('base64url');
  return `key.${id}.${atMs}.${signature}`;
}

for (const language of ['en-US', 'bn-BN'] as const) {
  test(`${language}: a key is made, its secret shown once, used by a program, and deleted`, async () => {
    const { security: said } = language === 'en-US' ? texts : bengali;
    const member = await registerMember(server.url);
    const session = { ...member.session, realToken: undefined };
    const theme = language === 'en-US' ? 'light' : 'dark';
    const person = await openPerson(browser, { url: server.url, session, language, theme, width: 320 });
    const { page } = person;
    await person.open('/pages/user/security');
    await page.getByRole('link', { name: said.key_title }).click();
    await page.getByText(said.key_none).waitFor();
    await noFaults(page);

    await page.getByRole('button', { name: said.key_add }).click();
    const form = page.getByRole('dialog', { name: said.key_add });
    await form.getByRole('button', { name: said.key_make }).click();
    await form.getByText(said.key_nameWrong).waitFor();
    await form.getByLabel(said.key_name, { exact: true }).fill('Bot');
    await noFaults(page);
    await form.getByRole('button', { name: said.key_make }).click();
    const stepUp = page.getByRole('dialog', { name: said.stepUpTitle });
    await stepUp.getByLabel(said.need_password).fill(member.password);
    await stepUp.getByRole('button', { name: said.confirm }).click();
    const made = page.getByRole('dialog', { name: said.key_made });
    await made.getByText(said.key_once).waitFor();
    await noFaults(page);
    const secret = (await made.getByText(/^[A-Za-z0-9_-]{43}$/).textContent()) ?? '';
    const id = (await made.getByText(/^[A-Za-z0-9_-]{16}$/).textContent()) ?? '';
    await made.getByRole('button', { name: said.key_saved }).click();

    const program = createClient(server.url, signedToken(id, secret));
    assert.deepEqual((await program.call('stockOrders', {})).list, []);
    await person.open('/pages/user/apiKeys');
    await page.getByText(said.key_usedAt).waitFor();
    await page.getByRole('button', { name: /^Bot/ }).click();
    const shown = page.getByRole('dialog', { name: 'Bot' });
    await shown.getByText(id).waitFor();
    assert.equal(await page.getByText(secret).count(), 0);
    await noFaults(page);
    await shown.getByRole('button', { name: said.key_end }).click();
    await page.getByText(said.key_none).waitFor();
    await assert.rejects(createClient(server.url, signedToken(id, secret)).call('stockOrders', {}));
    await person.leave();
  });
}
