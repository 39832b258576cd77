/**
 * Messages pushed to a device: the real server and the real service worker. What stands in is the browser's:
 * the push service of its maker, whose messages the journey keeps and carries, and its notifications.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, CDPSession, Worker } from 'playwright-core';
import { openPushService, type PushService } from '../apps/server/src/platform/push/test-push-service.ts';
import { accessibilityFaults } from './harness/accessibility.ts';
import { openBrowser, openPerson, type Person, stickingOut, whenStill } from './harness/browser.ts';
import { registerMember } from './harness/client.ts';
import { type RunningServer, startServer } from './harness/server.ts';
import { bengali, texts } from './texts.ts';

let server: RunningServer;
let browser: Browser;
let service: PushService;
before(async () => {
  service = await openPushService();
  server = await startServer({ env: { PUSH_ORIGINS: service.origin } });
  browser = await openBrowser();
});
after(async () => {
  await browser?.close();
  await server?.dispose();
  await service?.close();
});

/** The browser's side of a subscription, which would need its maker's service. */
async function subscribeAt(person: Person, subscription: { endpoint: string; p256dh: string; auth: string }) {
  await person.context.grantPermissions(['notifications'], { origin: server.url });
  await person.context.addInitScript(({ endpoint, p256dh, auth }) => {
    // Debian's Chromium without windows has no notifications, and answers for the person that they said no.
    Object.defineProperty(Notification, 'permission', { value: 'granted' });
    Notification.requestPermission = async () => 'granted';
    const keptIn = 'test.subscription';
    const made = (applicationServerKey: string) => {
      const text = applicationServerKey.replaceAll('-', '+').replaceAll('_', '/');
      const key = Uint8Array.from(atob(text), (one) => one.charCodeAt(0));
      return {
        options: { applicationServerKey: key.buffer },
        toJSON: () => ({ endpoint, keys: { p256dh, auth } }),
        unsubscribe: async () => localStorage.removeItem(keptIn),
      };
    };
    const now = () => {
      const key = localStorage.getItem(keptIn);
      return key === null ? null : made(key);
    };
    Object.assign(PushManager.prototype, {
      getSubscription: async () => now(),
      subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => {
        localStorage.setItem(keptIn, applicationServerKey);
        return now();
      },
    });
  }, subscription);
}

/** Hands a text to the service worker of the page, as the browser does when its service has carried one. */
async function deliver(devtools: CDPSession, data: string): Promise<void> {
  const known = Promise.withResolvers<string>();
  devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [first] }) => {
    if (first !== undefined) known.resolve(first.registrationId);
  });
  await devtools.send('ServiceWorker.enable');
  const registrationId = await known.promise;
  await devtools.send('ServiceWorker.deliverPushMessage', { origin: server.url, registrationId, data });
}

/** Stands for the browser's notifications, which its kinds without windows do not have. */
const NOTIFICATIONS = `
  self.shownOnes = [];
  Object.defineProperty(self.registration, 'showNotification', {
    value: async (title, { body, data }) => void self.shownOnes.push({ title, body, data, close: () => undefined }),
  });
`;

/** Title of the first notification that the worker shows. */
const shownTitle = (worker: Worker): Promise<string> =>
  worker.evaluate(`(async () => {
    while (self.shownOnes.length === 0) await new Promise((resolve) => setTimeout(resolve));
    return self.shownOnes[0].title;
  })()`);

/** The person touches the first notification that was shown. */
const touch = (worker: Worker): Promise<void> =>
  worker.evaluate(`void self.dispatchEvent(
    Object.assign(new ExtendableEvent('notificationclick'), { notification: self.shownOnes[0] }))`);

for (const { language, theme, words, mine } of [
  { language: 'en-US', theme: 'light', words: texts.content, mine: texts.mine },
  { language: 'bn-BN', theme: 'dark', words: bengali.content, mine: bengali.mine },
] as const)
  test(`${language}: a message is pushed, shown, opened on its page, and the browser forgets at signing out`, async () => {
    const { session, real } = await registerMember(server.url);
    const subscription = service.subscribe();
    const person = await openPerson(browser, { url: server.url, session, language, theme, width: 320 });
    await subscribeAt(person, subscription);
    const { page } = person;
    await person.open('/pages/notice/list');
    await page.mouse.move(1, 1);
    await page.evaluate(async () => void (await navigator.serviceWorker.ready));
    await page.getByRole('button', { name: words.choices }).click();
    const here = page.getByRole('switch', { name: words.pushHere });
    // A click where a sheet still moves meets what is beside it.
    await whenStill(page);
    const turned = page.waitForResponse((response) => response.url().includes('/user/push/on'));
    await here.click({ force: true });
    assert.equal((await turned).status(), 200);
    const whole = page.getByRole('switch', { name: words.pushText });
    await whole.waitFor({ state: 'attached' });
    assert.deepEqual([await here.isChecked(), await whole.isChecked()], [true, false]);
    await whenStill(page);
    assert.deepEqual(await accessibilityFaults(page), []);
    assert.deepEqual(await stickingOut(page), []);

    const arrives = service.next();
    await real.call('freezeSet', { what: 'withdrawals' });
    const { path, body } = await arrives;
    assert.ok(subscription.endpoint.endsWith(path));
    const text = subscription.decrypt(body);
    const [worker] = person.context.serviceWorkers();
    assert.ok(worker !== undefined);
    await worker.evaluate(NOTIFICATIONS);
    await deliver(await person.context.newCDPSession(page), text);
    const title = await shownTitle(worker);
    assert.ok(title.includes(words.topic_security), title);
    await touch(worker);
    await page.waitForURL(/\/pages\/notice\/detail\?id=\w+&kind=personal$/);
    await page.getByRole('heading', { level: 1 }).waitFor();
    const { list } = await real.call('pushDevices', {});
    assert.equal(list.length, 1);

    await person.open('/pages/tabbar/mine');
    await page.getByRole('button', { name: mine.signOut }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: mine.signOut }).click();
    await page.waitForURL(/\/pages\/account\/login/);
    await page.waitForFunction(() => localStorage.getItem('test.subscription') === null);
    await person.leave();
  });
