/**
 * The browser keeps the app's shell after one visit: what
 * the server answers itself must still come from the server.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { openBrowser, openPerson, whenReady } from '../harness/browser.ts';
import { type RunningServer, startServer } from '../harness/server.ts';

const OF_THE_SERVER = [
  '/api',
  '/api?from=the-app',
  '/healthz',
  '/readyz',
  '/readyz?verbose=1',
  '/metrics',
  '/ipop-api/index/ads',
  '/ipop-api/openapi.json',
];

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

test('after a visit the worker answers for pages of the app and never for the server (trial 10)', async () => {
  const person = await openPerson(browser, { url: server.url, hasChosenLanguage: true });
  const { page } = person;
  await person.open('/');
  await whenReady(page);
  await page.mouse.move(1, 1);
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  const visit = async (path: string) => {
    const response = await page.goto(server.url + path);
    assert.ok(response !== null, path);
    return { isKept: response.fromServiceWorker(), status: response.status(), body: await response.text() };
  };
  assert.equal((await visit('/pages/user/about')).isKept, true, 'the worker is at work');
  for (const path of OF_THE_SERVER) {
    const { isKept, status, body } = await visit(path);
    assert.equal(isKept, false, path);
    const asked = await fetch(server.url + path);
    assert.equal(status, asked.status, path);
    assert.equal(body.includes('<div id="root">'), false, path);
  }
  await person.context.close();
});

test('a page makes no script and no markup of text, whoever puts it there (trial 32)', async () => {
  const person = await openPerson(browser, { url: server.url, hasChosenLanguage: true });
  const { page } = person;
  for (const path of ['/', '/api']) {
    await page.goto(server.url + path);
    const refused = await page.evaluate(() => {
      try {
        document.createElement('div').innerHTML = '<b>x</b>';
        return 'taken';
      } catch (error) {
        return error instanceof TypeError ? 'refused' : 'failed';
      }
    });
    assert.equal(refused, 'refused', path);
  }
});
