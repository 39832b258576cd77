import { createHash, randomBytes, randomInt } from 'node:crypto';
import { MINUTE_MS } from '@tarazu/core/values';
import type pg from 'pg';
import { insertCaptcha, takeCaptcha } from '#domains/account/attempt-store.ts';
import { drawCaptcha, randomClearText } from '#domains/account/captcha-picture.ts';
import { LOGIN_WORK } from '#domains/account/service/login-work.ts';
import { randomId } from '#platform/ids.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';

/** The task that the client gets to solve. */
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

/** The target of the sign-in that a proof of work is for, and how much work it is. */
export interface LoginTask {
  readonly targetHash: Buffer;
  readonly numberMax: number;
}

export interface Captchas {
  make(request: {
    readonly kind: 'work' | 'picture';
    readonly nowMs: number;
    /** Absent before a code. */
    readonly login?: LoginTask | undefined;
  }): Promise<CaptchaTask>;
  /** Check before a code is sent, by any captcha, which it uses up whatever the answer. */
  check(answer: CaptchaAnswer, nowMs: number): Promise<CaptchaOutcome>;
  /**
   * Numbers that a sign-in's captcha let try at most, none
   * for another contact or a code; it is used up in any case.
   */
  workDone(
    answer: CaptchaAnswer,
    of: { readonly targetHash: Buffer; readonly nowMs: number },
  ): Promise<number | 'CAPTCHA_WRONG'>;
}

const LIFE_MS = 5 * MINUTE_MS;
const PICTURE_LENGTH = 6;
const SALT_BYTES = 12;
/** A second or so on a phone. */
const CODE_WORK = 50_000;

export function createCaptchas(options: { readonly pool: pg.Pool; readonly secrets: Secrets }): Captchas {
  const { pool, secrets } = options;
  /** The captcha, if its answer is right; it is used up either way. */
  const solved = async ({ captchaId, captchaAnswer }: CaptchaAnswer, nowMs: number) => {
    if (captchaId === undefined || captchaAnswer === undefined) return undefined;
    const captcha = await takeCaptcha(pool, { captchaId, nowMs });
    const answer = `${captchaId}:${captchaAnswer.trim().toUpperCase()}`;
    const isRight = captcha !== undefined && secrets.isHmacOf('captcha', answer, captcha.answerHash);
    return isRight ? captcha : 'CAPTCHA_WRONG';
  };
  return {
    make: async ({ kind, nowMs, login }) => {
      const captchaId = randomId();
      const expiresAtMs = nowMs + LIFE_MS;
      const numberMax = kind === 'picture' ? 0 : (login?.numberMax ?? CODE_WORK);
      const { answer, ...task } = kind === 'picture' ? makePicture() : makeWork(numberMax);
      const answerHash = secrets.hmac('captcha', `${captchaId}:${answer}`);
      const purpose = login === undefined ? 'code' : 'login';
      const { targetHash } = login ?? {};
      const row = { captchaId, kind, purpose, answerHash, targetHash, numberMax, expiresAtMs } as const;
      await insertCaptcha(pool, row);
      return { captchaId, kind, ...task, expiresAtMs };
    },
    check: async (answer, nowMs) => {
      const captcha = await solved(answer, nowMs);
      if (captcha === undefined) return 'CAPTCHA_NEEDED';
      return captcha === 'CAPTCHA_WRONG' ? captcha : 'right';
    },
    workDone: async (answer, { targetHash, nowMs }) => {
      const captcha = await solved(answer, nowMs);
      if (captcha === undefined || captcha === 'CAPTCHA_WRONG') return captcha ?? 0;
      if (captcha.kind === 'picture') return LOGIN_WORK;
      return captcha.targetHash?.equals(targetHash) === true ? captcha.numberMax : 0;
    },
  };
}

function makePicture(): { readonly answer: string; readonly picture: string } {
  const answer = randomClearText(PICTURE_LENGTH);
  return { answer, picture: drawCaptcha(answer) };
}

/** ALTCHA's proof of work in its plain form: find the number that was hashed behind the salt. */
function makeWork(maxNumber: number): {
  readonly answer: string;
  readonly work: NonNullable<CaptchaTask['work']>;
} {
  const answer = String(randomInt(maxNumber + 1));
  const salt = randomBytes(SALT_BYTES).toString('hex');
  const challenge = createHash('sha256')
    .update(salt + answer)
    .digest('hex');
  return { answer, work: { algorithm: 'SHA-256', challenge, salt, maxNumber } };
}
