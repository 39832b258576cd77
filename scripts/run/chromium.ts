/**
 * Finds a Chromium for the journeys and pictures, or installs
 * one; where neither is possible, says what to install.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { runChild } from './child.ts';
import { root } from './root.ts';

/** The one without windows first: the same engine for a third less of the processor's time. */
const usualPlaces: readonly string[] = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];
const VERSION_TIMEOUT_MS = 30_000;
const INSTALL_TIMEOUT_MS = 10 * 60_000;

export type ChromiumOutcome =
  | { readonly kind: 'found'; readonly path: string }
  | { readonly kind: 'absent'; readonly advice: string };

/** The path of a Chromium that starts: one that is there, else one installed now. */
export async function ensureChromium(say: (line: string) => void): Promise<ChromiumOutcome> {
  const configured = process.env['CHROMIUM_PATH'];
  if (configured !== undefined && configured !== '') {
    if (await starts(configured)) return { kind: 'found', path: configured };
    return {
      kind: 'absent',
      advice: `CHROMIUM_PATH is "${configured}", which does not start. Correct it or unset it.`,
    };
  }
  const found = await findChromium();
  if (found !== undefined) return { kind: 'found', path: found };
  for (const install of installations()) {
    say(`No Chromium found. Installing one: ${install.map((step) => step.join(' ')).join(' && ')}`);
    if (!(await runSteps(install, say))) continue;
    const installed = await findChromium();
    if (installed !== undefined) return { kind: 'found', path: installed };
  }
  const advice =
    'No Chromium was found and none could be installed. Install one (Debian: apt-get install chromium; macOS: Google ' +
    'Chrome; elsewhere: npx playwright-core install --with-deps chromium), or set CHROMIUM_PATH to its program.';
  return { kind: 'absent', advice };
}

async function findChromium(): Promise<string | undefined> {
  for (const path of [...usualPlaces, chromium.executablePath()]) {
    if (existsSync(path) && (await starts(path))) return path;
  }
  return undefined;
}

/**
 * Ubuntu's package of this name is only a door to snap, which
 * a container does not have: there Playwright's is taken.
 */
function installations(): (readonly string[])[][] {
  const isRoot = process.getuid?.() === 0;
  const cli = join(root, 'node_modules', 'playwright-core', 'cli.js');
  const download = [process.execPath, cli, 'install', ...(isRoot ? ['--with-deps'] : []), 'chromium'];
  if (!isRoot || distribution() !== 'debian') return [[download]];
  return [
    ...['chromium-headless-shell', 'chromium'].map((name) => [
      ['apt-get', 'update'],
      ['apt-get', 'install', '-y', name],
    ]),
    [download],
  ];
}

async function runSteps(
  steps: readonly (readonly string[])[],
  say: (line: string) => void,
): Promise<boolean> {
  for (const [file = '', ...args] of steps) {
    const env = { DEBIAN_FRONTEND: 'noninteractive' };
    const result = await runChild({ file, args, env, timeoutMs: INSTALL_TIMEOUT_MS });
    if (result.status !== 0) {
      say(result.output.trimEnd().split('\n').slice(-5).join('\n'));
      return false;
    }
  }
  return true;
}

/** A program may be there and lack its libraries, so it is asked for its version. */
async function starts(path: string): Promise<boolean> {
  return (await runChild({ file: path, args: ['--version'], timeoutMs: VERSION_TIMEOUT_MS })).status === 0;
}

function distribution(): string | undefined {
  const file = '/etc/os-release';
  return existsSync(file) ? /^ID="?([a-z]+)/m.exec(readFileSync(file, 'utf8'))?.[1] : undefined;
}
