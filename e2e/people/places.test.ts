/** A place chosen from the list, by the device, or refused by it; and a place that an address names. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { accessibilityFaults } from '../harness/accessibility.ts';
import { openBrowser, openPerson, stickingOut, whenStill } from '../harness/browser.ts';
import { registerMember } from '../harness/client.ts';
import { type RunningServer, startServer } from '../harness/server.ts';
import { bengali, filled, texts } from '../texts.ts';

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

for (const language of ['en-US', 'bn-BN'] as const) {
  test(`${language}: the form of documents takes a town of the list, or where the device is`, async () => {
    const { identity, places: said } = language === 'en-US' ? texts : bengali;
    const [town, region] = language === 'en-US' ? ['Kolkata', 'West Bengal'] : ['কলকাতা', 'পশ্চিমবঙ্গ'];
    const member = await registerMember(server.url);
    const { session } = member;
    const theme = language === 'en-US' ? 'light' : 'dark';
    const person = await openPerson(browser, { url: server.url, session, language, theme, width: 320 });
    const { page } = person;
    await person.open('/pages/user/kyc?step=document');
    await page.getByRole('link', { name: identity.placeChoose }).click();
    await page.getByRole('button', { name: said.useOwn }).waitFor();
    await noFaults(page);
    await page.getByRole('searchbox', { name: said.search }).fill('zz');
    await page.getByText(said.none).waitFor();
    await noFaults(page);
    await page.getByRole('searchbox', { name: said.search }).fill(town);
    await page.getByRole('button', { name: town }).click();
    const field = page.getByLabel(identity.place, { exact: true });
    await field.waitFor();
    assert.equal(await field.inputValue(), `${town}, ${region}`);

    await page.getByRole('link', { name: identity.placeChoose }).click();
    await page.context().clearPermissions();
    await page.getByRole('button', { name: said.useOwn }).click();
    await page.getByText(said.fault_forbidden).waitFor();
    await page.context().grantPermissions(['geolocation'], { origin: server.url });
    await page.context().setGeolocation({ latitude: 0, longitude: -30 });
    await page.getByRole('button', { name: said.useOwn }).click();
    await page.getByText(said.fault_far).waitFor();
    await noFaults(page);
    await page.context().setGeolocation({ latitude: 23.8, longitude: 90.4 });
    await page.getByRole('button', { name: said.useOwn }).click();
    await field.waitFor();
    assert.match(await field.inputValue(), language === 'en-US' ? /^Dhaka, / : /^ঢাকা, /);

    await person.open('/open-location?latitude=22.6&longitude=88.4&name=Branch');
    await page.getByRole('heading', { name: 'Branch' }).waitFor();
    await page.getByText(town).waitFor();
    const away = language === 'en-US' ? '5.3' : '৫.৩';
    await page.getByText(filled(said.km, { km: away })).waitFor();
    await noFaults(page);
    await person.open('/open-location?latitude=91&longitude=0');
    await page.getByText(said.noPlace).waitFor();
    await noFaults(page);
    await person.leave();
  });
}
