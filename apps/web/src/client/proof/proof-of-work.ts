import { sha256Hex } from './sha256.ts';

export interface Work {
  readonly challenge: string;
  readonly salt: string;
  readonly maxNumber: number;
}

/** The number that was hashed behind the salt, if it is one of these. */
export function searchWork({ challenge, salt }: Work, from: number, until: number): number | undefined {
  for (let candidate = from; candidate <= until; candidate += 1) {
    if (sha256Hex(`${salt}${candidate}`) === challenge) return candidate;
  }
  return undefined;
}

/** About 5 ms of work at a time on a phone, so that a finger is answered in between. */
const TRIES_AT_A_TIME = 1500;

/**
 * Finds the number on the page's own thread, in steps. Nothing is
 * returned when there is none, which the server never gives.
 */
export async function solveWork(
  work: Work,
  rest: () => Promise<void> = nextTurn,
): Promise<number | undefined> {
  for (let from = 0; from <= work.maxNumber; from += TRIES_AT_A_TIME) {
    const found = searchWork(work, from, Math.min(work.maxNumber, from + TRIES_AT_A_TIME - 1));
    if (found !== undefined) return found;
    await rest();
  }
  return undefined;
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}
