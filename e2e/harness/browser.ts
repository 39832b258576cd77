/** People with a phone: a browser page of their own each, in which whatever breaks is noted. */
import assert from 'node:assert/strict';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';

export interface PersonOptions {
  readonly url: string;
  readonly language?: 'en-US' | 'bn-BN';
  readonly theme?: 'light' | 'dark';
  readonly width?: number;
  readonly height?: number;
  /** Someone who has been here before: already signed in, with the language chosen. */
  readonly session?: StoredSession;
  /** Language chosen on an earlier visit; a newcomer has chosen none. */
  readonly hasChosenLanguage?: boolean;
  /** The first ticket on this device shows its marks. */
  readonly isNewToTicket?: boolean;
}

/** As a sign-in answers. */
export interface StoredSession {
  readonly realToken?: string | undefined;
  readonly demoToken?: string | undefined;
  readonly user: {
    readonly id: string;
    readonly account: string;
    readonly status: number;
    readonly idStatus: string;
  };
}

export interface Person {
  readonly page: Page;
  readonly context: BrowserContext;
  /** The breaks in the page so far: exceptions, errors in the console, answers that should never be. */
  readonly troubles: string[];
  open(path: string): Promise<void>;
  /** Ends the visit; nothing may have broken. */
  leave(): Promise<void>;
}

export const PHONE = { width: 390, height: 844 } as const;
/**
 * A shared machine was seen to be four times slower than a quiet one, where no step takes over 15 seconds.
 */
const WAIT_MS_MAX = 60_000;
/** Words of the browser about a network that a journey took away, each by name, as other reasons are ours. */
const OF_THE_NETWORK = new RegExp(
  [
    'net::ERR_(CONNECTION|INTERNET_DISCONNECTED|NETWORK|EMPTY_RESPONSE|TIMED_OUT|SOCKET|ADDRESS_UNREACHABLE|ABORTED|FAILED)',
    'net::ERR_(INCOMPLETE_CHUNKED_ENCODING|CONTENT_LENGTH_MISMATCH)',
    'WebSocket connection',
    'Failed to load resource',
    // The browser looks by itself whether there is a newer service worker, and says so when it can't.
    'An unknown error occurred when fetching the script',
    'Failed to update a ServiceWorker',
    'resulted in a network error response',
  ].join('|'),
);
const SERVER_ERROR_STATUS = 500;

export async function openBrowser(): Promise<Browser> {
  const executablePath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';
  return await chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}

export async function openPerson(browser: Browser, options: PersonOptions): Promise<Person> {
  const language = options.language ?? 'en-US';
  const context = await browser.newContext({
    viewport: { width: options.width ?? PHONE.width, height: options.height ?? PHONE.height },
    deviceScaleFactor: 2,
    hasTouch: true,
    colorScheme: options.theme ?? 'light',
    locale: language === 'bn-BN' ? 'bn-BD' : 'en-IN',
    timezoneId: 'Asia/Kolkata',
    reducedMotion: 'reduce',
    storageState: {
      cookies: [],
      origins: [{ origin: new URL(options.url).origin, localStorage: storageOf(options) }],
    },
  });
  context.setDefaultTimeout(WAIT_MS_MAX);
  const page = await context.newPage();
  const troubles = watch(page);
  return {
    page,
    context,
    troubles,
    open: async (path) => {
      await page.goto(`${options.url}${path}`, { waitUntil: 'domcontentloaded' });
    },
    leave: async () => {
      await context.close();
      assert.deepEqual(troubles, [], 'nothing broke in the page');
    },
  };
}

/**
 * The values that the app keeps in the browser, as an earlier visit would have left them.
 */
function storageOf(options: PersonOptions): { name: string; value: string }[] {
  const kept = (value: unknown): string => JSON.stringify({ state: { value }, version: 1 });
  const { session } = options;
  const items: { name: string; value: string }[] = [];
  if (session !== undefined || options.hasChosenLanguage === true || options.language !== undefined) {
    items.push({ name: 'tarazu.language', value: options.language ?? 'en-US' });
  }
  if (options.isNewToTicket !== true) items.push({ name: 'tarazu.coachSeen', value: kept(true) });
  if (session !== undefined) {
    const tokens = { real: session.realToken, demo: session.demoToken };
    items.push(
      { name: 'tarazu.userToken', value: kept(tokens) },
      { name: 'tarazu.userInfo', value: kept(session.user) },
      { name: 'tarazu.userAccountType', value: kept(session.realToken === undefined ? 'demo' : 'real') },
    );
  }
  return items;
}

function watch(page: Page): string[] {
  const troubles: string[] = [];
  page.on('pageerror', (error) => troubles.push(`exception: ${error.stack ?? error.message}`));
  page.on('console', (message) => {
    const text = message.text();
    if (message.type() === 'error' && !OF_THE_NETWORK.test(text)) troubles.push(`console: ${text}`);
  });
  page.on('response', (response) => {
    const status = response.status();
    // 503 is an answer of ours: it says that nothing was taken.
    if (status >= SERVER_ERROR_STATUS && status !== 503) troubles.push(`${status} ${response.url()}`);
  });
  return troubles;
}

/** Waits until the page shows its content: no placeholder is left and nothing says that it is busy. */
export async function whenReady(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const main = document.querySelector('#root main, #root h1');
    return main !== null && document.querySelector('#root [aria-busy="true"]') === null;
  });
}

/** The elements that stick out, where the page can be moved sideways: it never may. */
export async function stickingOut(page: Page): Promise<string[]> {
  return await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    const isClipped = (element: Element): boolean => {
      for (
        let above = element.parentElement;
        above !== null && above !== document.body;
        above = above.parentElement
      ) {
        if (getComputedStyle(above).overflowX !== 'visible') return true;
      }
      return false;
    };
    const wide = [...document.body.querySelectorAll('*')].filter(
      (element) => element.getBoundingClientRect().right > clientWidth + 0.5 && !isClipped(element),
    );
    const deepest = wide.filter(
      (element) => !wide.some((other) => other !== element && element.contains(other)),
    );
    return [
      `by ${scrollWidth - clientWidth} px`,
      ...deepest.slice(0, 3).map((element) => element.outerHTML.slice(0, 200)),
    ];
  });
}

/** Waits for what fades and slides, so that nothing is judged half-way. What never ends is not waited for. */
export async function whenStill(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter((animation) => animation.effect?.getComputedTiming().endTime !== Infinity);
    await Promise.all(ending.map((animation) => animation.finished.catch(() => undefined)));
  });
}
