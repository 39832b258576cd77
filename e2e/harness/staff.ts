import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { factorCode } from '../authenticator.ts';
import { bengali, texts } from '../texts.ts';
import { accessibilityFaults } from './accessibility.ts';
import { openPerson, type Person, stickingOut, whenStill } from './browser.ts';
import { root } from './root.ts';
import type { RunningServer } from './server.ts';

/** People of staff at the console of a journey's server. */

export const STAFF_PASSWORD = 'seven grey herons wade';
const DESKTOP = 1280;
const HALF_MINUTE_MS = 30_000;

export interface StaffOptions {
  readonly name: string;
  /** With commas between. */
  readonly roles: string;
  readonly language?: 'en-US' | 'bn-BN';
  readonly theme?: 'light' | 'dark';
}

/** Somebody of staff at the console, with the next code of their authenticator. */
export interface StaffAtConsole extends Person {
  nextCode(): string;
}

/** Invites as the operator does, beside the running server, and gives the code. */
async function invited(server: RunningServer, ...person: readonly string[]): Promise<string> {
  const command = [`${root}/scripts/console.ts`, 'add', ...person];
  const env = { ...process.env, DATA_DIR: server.dataFolder };
  const { stdout } = await promisify(execFile)(process.execPath, command, { cwd: root, env });
  return stdout.trim().split('\n').at(-1) ?? '';
}

/** Somebody new with these roles, signed in at the console on a desktop. */
export async function enterConsole(
  { browser, server }: { readonly browser: Browser; readonly server: RunningServer },
  { name, roles, ...look }: StaffOptions,
): Promise<StaffAtConsole> {
  const t = (look.language === 'bn-BN' ? bengali : texts).console;
  const code = await invited(server, name, '--roles', roles);
  const staff = await openPerson(browser, {
    url: server.url,
    width: DESKTOP,
    hasChosenLanguage: true,
    ...look,
  });
  const { page } = staff;
  await staff.open('/console');
  await page.getByRole('button', { name: t.invited }).click();
  await page.getByLabel(t.name, { exact: true }).fill(name);
  await page.getByLabel(t.invitation, { exact: true }).fill(code);
  await assertWhole(page);
  await page.getByRole('button', { name: t.continue }).click();
  const key = ((await page.getByTestId('factor-key').textContent()) ?? '').replaceAll(/\s/g, '');
  await page.getByLabel(t.newPassword, { exact: true }).fill(STAFF_PASSWORD);
  await assertWhole(page);
  await page.getByLabel(t.factor).fill(factorCode(key, Date.now()));
  await page.getByRole('button', { name: t.setUp }).click();
  await page.getByRole('navigation', { name: t.menu }).waitFor();
  // The code of the half minute after: that of the sign-in is used up, and clocks differ by so much.
  return { ...staff, nextCode: () => factorCode(key, Date.now() + HALF_MINUTE_MS) };
}

export async function assertWhole(page: Page): Promise<void> {
  await whenStill(page);
  assert.deepEqual(await accessibilityFaults(page), []);
  assert.deepEqual(await stickingOut(page), []);
}
