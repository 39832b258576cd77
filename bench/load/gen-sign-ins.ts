/**
 * People who sign in by password again and again, each as soon as the one before is answered, in a process of
 * their own: asked to stop, it says how many were let in, how soon, and what the others were told.
 */
import { constants, setPriority } from 'node:os';
import { createClient } from '../gen-people.ts';

// People sign in on machines of their own; here they share the processors with the server and give way to it.
setPriority(constants.priority.PRIORITY_LOW);

/** A login, and the secret of a device that it knows: as the app sends it. */
export interface Known {
  readonly account: string;
  readonly password: string;
  readonly deviceToken: string;
}

export interface SignInsResult {
  readonly signIns: number;
  readonly seconds: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly refused: Readonly<Record<string, number>>;
}

const [port = '', count = '', people = '[]'] = process.argv.slice(2);
const known: readonly Known[] = JSON.parse(people);
const client = createClient(`http://127.0.0.1:${port}`);
const latenciesMs: number[] = [];
const refused: Record<string, number> = {};
let isOver = false;

const beganAt = performance.now();
const clients = Array.from({ length: Number(count) }, (_, nth) => signInAgain(nth));
process.once('disconnect', () => process.exit(0));
process.on('message', () => {
  isOver = true;
  void Promise.all(clients).then(() => {
    process.send?.(resultNow());
    process.disconnect?.();
  });
});

async function signInAgain(nth: number): Promise<void> {
  // Tries of one login at the same time count as guesses until one of them is right.
  const person = known[nth % known.length];
  if (person === undefined) throw new Error('Invariant: somebody is registered');
  while (!isOver) {
    const sentAt = performance.now();
    const { code, reason } = await client.ask('login', { by: 'email', ...person });
    if (code === 0) latenciesMs.push(performance.now() - sentAt);
    else refused[reason ?? String(code)] = (refused[reason ?? String(code)] ?? 0) + 1;
  }
}

function resultNow(): SignInsResult {
  const sorted = Float64Array.from(latenciesMs).sort();
  const at = (share: number): number => Number((sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(1));
  const seconds = Number(((performance.now() - beganAt) / 1_000).toFixed(1));
  return { signIns: latenciesMs.length, seconds, p50Ms: at(0.5), p99Ms: at(0.99), refused };
}
