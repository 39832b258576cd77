/**
 * Writes a picture of every page that is built, of its sheets and of its states, light and dark, with an
 * account that has a past and one that has none.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Browser } from 'playwright-core';
import {
  openBrowser,
  openPerson,
  type Person,
  type PersonOptions,
  PHONE,
  type StoredSession,
  whenReady,
  whenStill,
} from '../e2e/harness/browser.ts';
import { type BuiltPage, builtPages } from '../e2e/harness/built-pages.ts';
import { type Client, enterDemo } from '../e2e/harness/client.ts';
import { openGuestWithHistory, queriesOf } from '../e2e/harness/history.ts';
import { type ScreenState, screenStates } from '../e2e/harness/screen-states.ts';
import { startServer } from '../e2e/harness/server.ts';
import { bengali, texts } from '../e2e/texts.ts';
import { endWith, readArguments } from './run/arguments.ts';
import { ensureChromium } from './run/chromium.ts';
import { root } from './run/root.ts';
import { ensureWebBuild } from './run/web-build.ts';

const themes = ['light', 'dark'] as const;
type Theme = (typeof themes)[number];

const options = {
  language: { type: 'string', default: 'en-US' },
  width: { type: 'string', default: String(PHONE.width) },
  height: { type: 'string', default: String(PHONE.height) },
  only: { type: 'string', default: '' },
  whole: { type: 'boolean', default: false },
  every: { type: 'boolean', default: false },
} as const;
const { values } = readArguments('screens', { options });
const SIDE_MIN = 200;
const SIDE_MAX = 4_000;
const own: Conditions = {
  language: languageOf(values.language),
  width: sideOf('width'),
  height: sideOf('height'),
};

interface Conditions {
  readonly language: 'en-US' | 'bn-BN';
  readonly width: number;
  readonly height: number;
}

/** Sizes of `--every`: a usual and a small phone, a phone on its side, a tablet, a desktop. */
const SIZES = [
  { width: 390, height: 844 },
  { width: 320, height: 640 },
  { width: 844, height: 390 },
  { width: 768, height: 1024 },
  { width: 1280, height: 800 },
] as const;
/** Pages and states that a phone on its side and a tablet show otherwise than a phone. */
const DIFFERING =
  /^(tabbar\/|stock\/(order|stockKline|index|basket)|coin\/|user\/(assets|portfolio)|common\/(start|welcome)|sheet-)/;
/** Pages of somebody who is not signed in. */
const forVisitors: readonly string[] = [
  'account/login',
  'account/reg',
  'account/coinLogin',
  'common/start',
  'common/lang',
];
const LISTS_MAX = 20;

const build = await ensureWebBuild(say);
if (build.kind === 'failed') throw new Error(build.output);
const chromium = await ensureChromium(say);
if (chromium.kind === 'absent') throw new Error(chromium.advice);
process.env['CHROMIUM_PATH'] = chromium.path;

const failed: string[] = [];
const server = await startServer();
const browser = await openBrowser();
try {
  const { session } = await openGuestWithHistory(server.url);
  const newcomer = await enterDemo(server.url);
  await fillWatchlists(newcomer.client);
  const pages = builtPages(await queriesOf(server.url));
  for (const conditions of asked())
    for (const theme of themes)
      await takePictures({ browser, theme, session, newcomer: newcomer.session, pages, ...conditions });
} finally {
  await browser.close();
  await server.dispose();
}
if (failed.length > 0) {
  say(`Not taken:\n  ${failed.join('\n  ')}`);
  process.exitCode = 1;
}

function asked(): Conditions[] {
  if (values.every)
    return SIZES.flatMap((size) => [
      { ...size, language: 'en-US' },
      { ...size, language: 'bn-BN' },
    ]);
  return [own];
}

function languageOf(text: string): Conditions['language'] {
  if (text === 'en-US' || text === 'bn-BN') return text;
  return refuse(`--language takes en-US or bn-BN, not ${text}`);
}

function sideOf(name: 'width' | 'height'): number {
  const side = Number(values[name]);
  if (Number.isInteger(side) && side >= SIDE_MIN && side <= SIDE_MAX) return side;
  return refuse(`--${name} takes a whole number from ${SIDE_MIN} to ${SIDE_MAX}, not ${values[name]}`);
}

function refuse(problem: string): never {
  return endWith('screens', { problem, options: Object.keys(options) });
}

/** As many lists as one may have: the server says when there are enough. */
async function fillWatchlists(client: Client): Promise<void> {
  for (let made = 1; made <= LISTS_MAX; made += 1) {
    const { code } = await client.ask('watchlistAdd', { name: `List ${made}` });
    if (code !== 0) return;
  }
}

interface Round extends Conditions {
  readonly browser: Browser;
  readonly theme: Theme;
  readonly session: StoredSession;
  readonly newcomer: StoredSession;
  readonly pages: readonly BuiltPage[];
}

async function takePictures(round: Round): Promise<void> {
  const { theme } = round;
  const into = join(folderOf(round), theme);
  if (values.only === '') rmSync(into, { recursive: true, force: true });
  mkdirSync(into, { recursive: true });
  const common = lookOf(round);
  const people = {
    visitor: await openPerson(round.browser, common),
    guest: await openPerson(round.browser, { ...common, session: round.session }),
    newcomer: await openPerson(round.browser, { ...common, session: round.newcomer }),
  };
  for (const page of round.pages.filter(({ name }) => isAsked(name, round))) {
    const person = forVisitors.includes(page.name) ? people.visitor : people.guest;
    await noting(into, page.name, (file) => takePage(person, page, file));
  }
  for (const person of Object.values(people)) {
    for (const trouble of person.troubles) say(`  broken: ${trouble}`);
    await person.context.close();
  }
  for (const state of screenStates.filter(({ name }) => isAsked(name, round)))
    await noting(into, state.name, (file) => takeState(state, round, file));
}

function lookOf({ language, width, height, theme }: Round): PersonOptions {
  return { url: server.url, language, width, height, theme };
}

/**
 * The usual pictures lie in screens/light and screens/dark; others in a folder that says their conditions.
 */
function folderOf({ language, width, height }: Conditions): string {
  const conditions = [
    language === 'en-US' ? [] : [language],
    width === PHONE.width ? [] : [String(width)],
    height === PHONE.height ? [] : [`${height}high`],
  ].flat();
  return join(root, 'screens', conditions.join('-'));
}

function isAsked(name: string, { width, height }: Conditions): boolean {
  if (!name.includes(values.only)) return false;
  const isBetween = (width === 844 && height === 390) || width === 768;
  return !values.every || !isBetween || DIFFERING.test(name);
}

/** Goes on where one picture can't be taken, and tells all such at the end. */
async function noting(into: string, name: string, take: (file: string) => Promise<void>): Promise<void> {
  const file = join(into, `${name.replace('/', '-')}.png`);
  try {
    await take(file);
    say(relative(root, file));
  } catch (error) {
    const [reason = ''] = String(error).split('\n');
    failed.push(`${relative(root, file)}: ${reason}`);
  }
}

async function takePage(person: Person, { name, path }: BuiltPage, file: string): Promise<void> {
  await person.open(path);
  // The splash page goes on by itself as soon as it can.
  if (name !== 'common/start') await whenReady(person.page);
  await picture(person, file);
}

/** In a visit of its own: what it leaves open, offline or unanswered ends with it. */
async function takeState(state: ScreenState, round: Round, file: string): Promise<void> {
  const { language, newcomer, session } = round;
  const sessions = { guest: session, newcomer, visitor: undefined };
  const signedIn = sessions[state.who];
  const person = await openPerson(round.browser, {
    ...lookOf(round),
    ...(signedIn !== undefined && { session: signedIn }),
  });
  try {
    await state.before?.(person.page);
    await person.open(state.path);
    await state.act(person.page, language === 'bn-BN' ? bengali : texts);
    await whenStill(person.page);
    await picture(person, file);
  } finally {
    await person.context.close();
  }
}

async function picture({ page }: Person, file: string): Promise<void> {
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  await page.screenshot({ path: file, fullPage: values.whole, animations: 'disabled' });
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
