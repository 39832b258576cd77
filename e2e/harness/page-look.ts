/** One page looked at: nothing breaks, nothing bars anybody, nothing sticks out. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { accessibilityFaults } from './accessibility.ts';
import { type Person, PHONE, stickingOut, whenReady, whenStill } from './browser.ts';
import type { BuiltPage } from './built-pages.ts';

const NARROW = 320;
/** Screens beside the phone: each look takes one of them, so that all are seen and none twice. */
export const SCREENS = {
  lying: { width: 844, height: 390 },
  desktop: { width: 1280, height: 800 },
} as const;
/** Room for what is still coming in below. */
const SPARE = 600;

/** The splash page goes on by itself; where it leads is looked at as a page of its own. */
export const PASSING_PAGES: readonly string[] = ['common/start'];

/** Titles of which a part is not seen; those for screen readers alone are a point wide. */
async function titlesCut(page: Page): Promise<string[]> {
  return await page.evaluate(() =>
    [...document.querySelectorAll('h1, h2')]
      .filter((title) => title.clientWidth > 1 && getComputedStyle(title).overflow === 'hidden')
      .filter((title) => title.scrollWidth > title.clientWidth || title.scrollHeight > title.clientHeight + 1)
      .map((title) => title.textContent),
  );
}

/** Faults of a page; looked at anew where an answer came meanwhile, with which a button can be pressed. */
async function faultsAtRest(page: Page): Promise<string[]> {
  const faults = await accessibilityFaults(page);
  if (faults.length === 0) return faults;
  await page.waitForLoadState('networkidle');
  await whenStill(page);
  return await accessibilityFaults(page);
}

/** On a phone, on a small one, and on another screen. */
export async function lookAtPage(
  person: Person,
  { path }: BuiltPage,
  screen: keyof typeof SCREENS,
): Promise<void> {
  const { page } = person;
  await page.setViewportSize(PHONE);
  await person.open(path);
  await whenReady(page);
  assert.deepEqual(await stickingOut(page), [], 'at 390 px nothing sticks out');
  // As tall as its content: a bar that stays at the foot covers what can be scrolled away from below it.
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ width: PHONE.width, height: Math.max(height, PHONE.height) + SPARE });
  await whenStill(page);
  assert.deepEqual(await faultsAtRest(page), [], 'axe finds nothing');
  await page.setViewportSize({ width: NARROW, height: PHONE.height });
  assert.deepEqual(await stickingOut(page), [], 'at 320 px nothing sticks out');
  assert.deepEqual(await titlesCut(page), [], 'at 320 px titles are whole');
  await page.setViewportSize(SCREENS[screen]);
  await whenReady(page);
  await whenStill(page);
  assert.deepEqual(await stickingOut(page), [], `${screen}: nothing sticks out`);
  assert.deepEqual(await faultsAtRest(page), [], `${screen}: axe finds nothing`);
  assert.deepEqual(person.troubles.splice(0), [], 'nothing broke');
}
