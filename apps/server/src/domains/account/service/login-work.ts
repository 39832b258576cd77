import { MINUTE_MS } from '@tarazu/core/values';

/*
 * Rules 2.22: nobody is locked out for wrong passwords. From the third on a picture or a proof of work is
 * asked for, from the tenth on the work alone, twice as much with each, up to half a minute of a phone.
 */

/** Tries to sign in from one network, by password and by passkey each. */
export const SIGN_INS = { limit: 30, windowMs: 15 * MINUTE_MS };

/** Wrong passwords are forgotten so long after the last of them. */
export const FAILURES_REMEMBERED_MS = 15 * MINUTE_MS;

const FREE = 3;
const GROWS_FROM = 10;
const DOUBLINGS_MAX = 4;
/** Numbers to try at most: some seconds of a phone. A picture counts as much. */
export const LOGIN_WORK = 500_000;

/** How much work a sign-in needs after so many wrong passwords: numbers to try at most. */
export function workNeeded(failures: number): number {
  if (failures < FREE) return 0;
  if (failures < GROWS_FROM) return LOGIN_WORK;
  return LOGIN_WORK * 2 ** Math.min(failures - GROWS_FROM + 1, DOUBLINGS_MAX);
}

/** The code that refuses a sign-in without its work. */
export function workRefusal(failures: number): 'CAPTCHA_NEEDED' | 'WORK_NEEDED' {
  return failures < GROWS_FROM ? 'CAPTCHA_NEEDED' : 'WORK_NEEDED';
}
