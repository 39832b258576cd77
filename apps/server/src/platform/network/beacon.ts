import { hash } from 'node:crypto';
import type { BeaconRound } from '@tarazu/core/proof';

/**
 * The public randomness beacon of the League of Entropy (drand, chain
 * "quicknet"): a round every three seconds that no one of its operators can
 * know before. `https://drand.love` describes it, and many relays serve it.
 */
const QUICKNET = {
  chain: '52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971',
  firstRoundMs: 1_692_803_367_000,
  roundMs: 3_000,
} as const;

/** A relay that has not answered by then is not reached. */
const TIMEOUT_MS = 5_000;

export interface Beacon {
  /** The first round at an instant or after it. */
  roundAt(atMs: number): BeaconRound;
  /** Result of a round, hexadecimal; rejects while the relay does not have it. */
  randomness(of: BeaconRound): Promise<string>;
}

/** A beacon by the relay at an address, such as `https://api.drand.sh`. */
export function openBeacon(relayUrl: string): Beacon {
  return {
    roundAt: (atMs) => {
      const rounds = Math.ceil((atMs - QUICKNET.firstRoundMs) / QUICKNET.roundMs);
      return { chain: QUICKNET.chain, round: rounds + 1 };
    },
    randomness: async ({ chain, round }) => {
      const response = await fetch(`${relayUrl.replace(/\/$/, '')}/${chain}/public/${round}`, {
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      if (!response.ok) throw new Error(`The beacon answered with status ${response.status}.`);
      return randomnessOf(await response.json(), round);
    },
  };
}

/** The randomness of a round is the hash of its signature: what does not fit it is no answer. */
function randomnessOf(answer: unknown, round: number): string {
  const fields = new Map(typeof answer === 'object' && answer !== null ? Object.entries(answer) : []);
  const [randomness, signature] = [fields.get('randomness'), fields.get('signature')];
  if (fields.get('round') !== round || typeof randomness !== 'string' || typeof signature !== 'string')
    throw new Error('The beacon answered with another round.');
  if (hash('sha256', Buffer.from(signature, 'hex'), 'hex') !== randomness)
    throw new Error('The beacon answered with a number that its signature does not give.');
  return randomness;
}
