/**
 * How long nobody can trade after the server is killed: from `kill -9` to the first order that is accepted
 * again, with a long journal behind it. The journal is made by the engine itself, once for a folder; each run
 * kills a real server and starts it anew.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createVictim, type VictimServer } from '../scripts/chaos/server.ts';
import { firstAccepted, signIn } from './gen-first-order.ts';
import { type Filled, fillJournal } from './gen-journal.ts';

const { values: flags } = parseArgs({
  options: {
    rows: { type: 'string', default: '1000000' },
    accounts: { type: 'string', default: '20000' },
    open: { type: 'string', default: '20000' },
    runs: { type: 'string', default: '7' },
    folder: { type: 'string' },
  },
});
const GOAL_S = 3;

/** Contents of a filled folder, so that another run need not fill it again. */
interface Made {
  readonly token: string;
  readonly filled: Filled;
}

/** Both venues trade at any hour, so that the bench needs no calendar. */
process.env['MARKET_HOURS'] = 'always';
const folder = flags.folder ?? mkdtempSync(join(tmpdir(), 'tarazu-recovery-'));
const stamp = join(folder, 'bench-recovery.json');
const victim = createVictim(folder);
try {
  const made: Made = existsSync(stamp) ? JSON.parse(readFileSync(stamp, 'utf8')) : await make();
  await measure(made);
} finally {
  await victim.stop();
  if (flags.folder === undefined) rmSync(folder, { recursive: true, force: true });
}

/** The first start sets the venue's rules; its customers come before the others, through the front door. */
async function make(): Promise<Made> {
  await victim.start();
  const { token, prices } = await signIn(urlOf(victim));
  await victim.stop();
  const filled = await fillJournal({
    folder,
    prices,
    rows: Number(flags.rows),
    accounts: Number(flags.accounts),
    openOrders: Number(flags.open),
    onProgress: (rows) => process.stderr.write(`\r${rows} rows`),
  });
  process.stderr.write('\n');
  const made = { token, filled };
  writeFileSync(stamp, JSON.stringify(made));
  return made;
}

async function measure({ token, filled }: Made): Promise<void> {
  // Stopped and not killed, so that what it compiled is kept,
  // as it is by a server that ran for more than a few seconds.
  await victim.start();
  await firstAccepted(victim, token);
  await victim.stop();
  await victim.start();
  const seconds: number[] = [];
  for (let run = 0; run < Number(flags.runs); run += 1) {
    await victim.killServer();
    const killedAt = performance.now();
    await victim.start();
    await firstAccepted(victim, token);
    seconds.push((performance.now() - killedAt) / 1_000);
  }
  const sorted = seconds.toSorted((one, other) => one - other);
  const median = sorted[Math.floor(sorted.length / 2)] ?? 0;
  const result = {
    bench: 'recovery',
    ...filled,
    runs: seconds.map(rounded),
    medianSeconds: rounded(median),
    worstSeconds: rounded(sorted.at(-1) ?? 0),
    goalSeconds: GOAL_S,
  };
  process.stdout.write(`${JSON.stringify(result)}\n`);
}

function urlOf(server: VictimServer): string {
  const url = server.url();
  if (url === undefined) throw new Error('Invariant: the server is open.');
  return url;
}

function rounded(seconds: number): number {
  return Number(seconds.toFixed(2));
}
