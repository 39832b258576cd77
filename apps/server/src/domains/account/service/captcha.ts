import { createHash, randomBytes, randomInt } from 'node:crypto';
import { MINUTE_MS } from '@tarazu/core/values';
import type pg from 'pg';
import { insertCaptcha, takeCaptcha } from '#domains/account/attempt-store.ts';
import { drawCaptcha, randomClearText } from '#domains/account/captcha-picture.ts';
import { randomId } from '#platform/ids.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';

export type CaptchaPurpose = 'code' | 'login';

/** What the client gets to solve. */
export interface CaptchaTask {
  readonly captchaId: string;
  readonly kind: 'work' | 'picture';
  readonly work?: { algorithm: 'SHA-256'; challenge: string; salt: string; maxNumber: number };
  readonly picture?: string;
  readonly expiresAtMs: number;
}

export interface CaptchaAnswer {
  readonly captchaId?: string | undefined;
  readonly captchaAnswer?: string | undefined;
}

export type CaptchaOutcome = 'right' | 'CAPTCHA_NEEDED' | 'CAPTCHA_WRONG';

export interface Captchas {
  make(request: {
    readonly kind: 'work' | 'picture';
    readonly purpose: CaptchaPurpose;
    readonly nowMs: number;
  }): Promise<CaptchaTask>;
  /** Uses the captcha up, whatever the answer. */
  check(answer: CaptchaAnswer, purpose: CaptchaPurpose, nowMs: number): Promise<CaptchaOutcome>;
}

const LIFE_MS = 5 * MINUTE_MS;
const PICTURE_LENGTH = 6;
const SALT_BYTES = 12;
/**
 * A second or so on a phone; before a password that was wrong
 * three times the way round the picture costs ten times that.
 */
const WORK_NUMBER_MAX: Readonly<Record<CaptchaPurpose, number>> = { code: 50_000, login: 500_000 };

export function createCaptchas(options: { readonly pool: pg.Pool; readonly secrets: Secrets }): Captchas {
  const { pool, secrets } = options;
  return {
    make: async ({ kind, purpose, nowMs }) => {
      const captchaId = randomId();
      const expiresAtMs = nowMs + LIFE_MS;
      const { answer, ...task } = kind === 'picture' ? makePicture() : makeWork(purpose);
      const answerHash = secrets.hmac('captcha', `${captchaId}:${answer}`);
      await insertCaptcha(pool, { captchaId, kind, purpose, answerHash, expiresAtMs });
      return { captchaId, kind, ...task, expiresAtMs };
    },
    check: async ({ captchaId, captchaAnswer }, purpose, nowMs) => {
      if (captchaId === undefined || captchaAnswer === undefined) return 'CAPTCHA_NEEDED';
      const captcha = await takeCaptcha(pool, { captchaId, nowMs });
      if (captcha === undefined) return 'CAPTCHA_WRONG';
      const isEnough = captcha.kind === 'picture' || purpose === 'code' || captcha.purpose === 'login';
      if (!isEnough) return 'CAPTCHA_NEEDED';
      const answer = captchaAnswer.trim().toUpperCase();
      return secrets.isHmacOf('captcha', `${captchaId}:${answer}`, captcha.answerHash)
        ? 'right'
        : 'CAPTCHA_WRONG';
    },
  };
}

function makePicture(): { readonly answer: string; readonly picture: string } {
  const answer = randomClearText(PICTURE_LENGTH);
  return { answer, picture: drawCaptcha(answer) };
}

/** ALTCHA's proof of work in its plain form: find the number that was hashed behind the salt. */
function makeWork(purpose: CaptchaPurpose): {
  readonly answer: string;
  readonly work: NonNullable<CaptchaTask['work']>;
} {
  const maxNumber = WORK_NUMBER_MAX[purpose];
  const answer = String(randomInt(maxNumber + 1));
  const salt = randomBytes(SALT_BYTES).toString('hex');
  const challenge = createHash('sha256')
    .update(salt + answer)
    .digest('hex');
  return { answer, work: { algorithm: 'SHA-256', challenge, salt, maxNumber } };
}
