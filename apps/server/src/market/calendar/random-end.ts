import { hash } from 'node:crypto';

/** Length of a round of the beacon. */
const ROUND_MS = 3_000;

/**
 * When a phase with a random end stops, in milliseconds after its window began: each round of three seconds decides to stop or to go on
 * (rules 2.6), every round being as likely the last as any other.
 *
 * Published rule: round `i` (from 0) of `n` stops where the first 32 bits of SHA-256 of `tarazu session-end|DATE|PHASE|i`, as a
 * number, leave no rest when divided by `n - i`. Anybody can check that nobody chose the second. A simulated exchange has no beacon that
 * is unknown beforehand: who wants to can compute the second of any day.
 */
export function randomEndMs(date: string, phase: string, windowMs: number): number {
  const rounds = Math.floor(windowMs / ROUND_MS);
  for (let round = 0; round < rounds; round += 1) {
    const digest = hash('sha256', `tarazu session-end|${date}|${phase}|${round}`, 'hex');
    if (Number.parseInt(digest.slice(0, 8), 16) % (rounds - round) === 0) return (round + 1) * ROUND_MS;
  }
  return windowMs;
}
