/**
 * `npm run bench -- read-turns`: the longest turn of the engine's
 * thread in each call that reads, by its processor time, and how long its answer takes.
 */
import { ask, fillTape, READS, trader } from '../apps/server/src/test-reads.ts';

const TRIES = 3;

/** Processor time of this thread: beside other work the wall would measure that. */
function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** The longest turn while something is done, and how long it took. */
async function timed(work: () => Promise<unknown>): Promise<{ turnMs: number; wholeMs: number }> {
  const beganAt = performance.now();
  let longest = 0;
  let last = threadMs();
  let isWatching = true;
  const look = (): void => {
    const now = threadMs();
    longest = Math.max(longest, now - last);
    last = now;
    if (isWatching) setImmediate(look);
  };
  setImmediate(look);
  await work();
  isWatching = false;
  look();
  return { turnMs: longest, wholeMs: performance.now() - beganAt };
}

process.stdout.write('longest turn, first answer (ms): the least of three, each of another instrument\n');
for (const { name, inputs } of READS) {
  for (const input of inputs) {
    let turnMs = Number.POSITIVE_INFINITY;
    let wholeMs = Number.POSITIVE_INFINITY;
    for (let index = 0; index < TRIES; index += 1) {
      await fillTape(input(index));
      const found = await timed(() => ask(name, input(index)));
      turnMs = Math.min(turnMs, found.turnMs);
      wholeMs = Math.min(wholeMs, found.wholeMs);
    }
    process.stdout.write(
      `${turnMs.toFixed(1).padStart(7)} ${wholeMs.toFixed(0).padStart(7)}  ${name} ${JSON.stringify(input(0))}\n`,
    );
  }
}
await trader.app.stop();
process.exit(0);
