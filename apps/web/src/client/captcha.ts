import { call } from './api.ts';
import { sha256Hex } from './sha256.ts';

export interface SolvedCaptcha {
  readonly captchaId: string;
  readonly captchaAnswer: string;
}

/** About 5 ms of work at a time on a phone, so that a finger is answered in between. */
const TRIES_AT_A_TIME = 1500;

export interface Work {
  readonly challenge: string;
  readonly salt: string;
  readonly maxNumber: number;
}

/**
 * Finds the number that was hashed behind the salt. Nothing is
 * returned when there is none, which the server never gives.
 */
export async function solveWork(
  work: Work,
  rest: () => Promise<void> = nextTurn,
): Promise<number | undefined> {
  for (let from = 0; from <= work.maxNumber; from += TRIES_AT_A_TIME) {
    const until = Math.min(work.maxNumber, from + TRIES_AT_A_TIME - 1);
    for (let candidate = from; candidate <= until; candidate += 1) {
      if (sha256Hex(`${work.salt}${candidate}`) === work.challenge) return candidate;
    }
    await rest();
  }
  return undefined;
}

/**
 * Proves that a machine took trouble, so that a person need not. For `login` it is the way round the picture.
 */
export async function proveWork(purpose: 'code' | 'login'): Promise<SolvedCaptcha> {
  const task = await call('captchaNew', { kind: 'work', purpose });
  const answer = task.work === undefined ? undefined : await solveWork(task.work);
  return { captchaId: task.captchaId, captchaAnswer: String(answer ?? 0) };
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}
