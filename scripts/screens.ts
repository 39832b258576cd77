/** Writes a picture of every page that is built, light and dark, with an account that has a past. */
import { mkdirSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Browser } from 'playwright-core';
import {
  openBrowser,
  openPerson,
  type Person,
  PHONE,
  type StoredSession,
  whenReady,
} from '../e2e/harness/browser.ts';
import { type BuiltPage, builtPages } from '../e2e/harness/built-pages.ts';
import { openGuestWithHistory, queriesOf } from '../e2e/harness/history.ts';
import { startServer } from '../e2e/harness/server.ts';
import { readArguments } from './run/arguments.ts';
import { ensureChromium } from './run/chromium.ts';
import { root } from './run/root.ts';
import { ensureWebBuild } from './run/web-build.ts';

const themes = ['light', 'dark'] as const;
type Theme = (typeof themes)[number];

const { values } = readArguments('screens', {
  options: {
    language: { type: 'string', default: 'en-US' },
    width: { type: 'string', default: String(PHONE.width) },
    height: { type: 'string', default: String(PHONE.height) },
    only: { type: 'string', default: '' },
    whole: { type: 'boolean', default: false },
  },
});
const language = values.language === 'bn-BN' ? 'bn-BN' : 'en-US';
const width = Number(values.width);
const height = Number(values.height);
/**
 * The usual pictures lie in screens/light and screens/dark; others in a folder that says what is conditions.
 */
const conditions = [
  language === 'en-US' ? [] : [language],
  width === PHONE.width ? [] : [String(width)],
  height === PHONE.height ? [] : [`${height}high`],
]
  .flat()
  .join('-');
const folder = join(root, 'screens', conditions);
/** Pages of somebody who is not signed in. */
const forVisitors: readonly string[] = [
  'account/login',
  'account/reg',
  'account/coinLogin',
  'common/start',
  'common/lang',
];

const build = await ensureWebBuild(say);
if (build.kind === 'failed') throw new Error(build.output);
const chromium = await ensureChromium(say);
if (chromium.kind === 'absent') throw new Error(chromium.advice);
process.env['CHROMIUM_PATH'] = chromium.path;

const server = await startServer();
const browser = await openBrowser();
try {
  const { session } = await openGuestWithHistory(server.url);
  const pages = builtPages(await queriesOf(server.url)).filter(({ name }) => name.includes(values.only));
  await Promise.all(themes.map((theme) => takePictures({ browser, theme, session, pages })));
} finally {
  await browser.close();
  await server.dispose();
}

interface Round {
  readonly browser: Browser;
  readonly theme: Theme;
  readonly session: StoredSession;
  readonly pages: readonly BuiltPage[];
}

async function takePictures({ browser, theme, session, pages }: Round): Promise<void> {
  const into = join(folder, theme);
  if (values.only === '') rmSync(into, { recursive: true, force: true });
  mkdirSync(into, { recursive: true });
  const common = { url: server.url, language, width, height, theme } as const;
  const visitor = await openPerson(browser, common);
  const guest = await openPerson(browser, { ...common, session });
  for (const page of pages) {
    const person = forVisitors.includes(page.name) ? visitor : guest;
    const file = join(into, `${page.name.replace('/', '-')}.png`);
    await takePicture(person, page, file);
    say(relative(root, file));
  }
  for (const person of [visitor, guest]) {
    for (const trouble of person.troubles) say(`  broken: ${trouble}`);
    await person.context.close();
  }
}

async function takePicture(person: Person, { name, path }: BuiltPage, file: string): Promise<void> {
  await person.open(path);
  // The splash page goes on by itself as soon as it can.
  if (name !== 'common/start') await whenReady(person.page);
  await person.page.evaluate(() => document.fonts.ready.then(() => undefined));
  await person.page.screenshot({ path: file, fullPage: values.whole, animations: 'disabled' });
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
