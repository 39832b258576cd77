/**
 * Effect on orders of visitors who read as much and as dear as they can: a steady flow of orders, first alone
 * and then with readers who ask for the longest charts, the longest lists and the deepest books as fast as
 * they are answered. Goal: orders' p99 at most twice its usual.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { measured } from './load/measured.ts';
import { withServer } from './load/served.ts';
import { SteadyLoad } from './load/steady.ts';

const { values: flags } = parseArgs({
  options: {
    seconds: { type: 'string', default: '30' },
    orders: { type: 'string', default: '200' },
    readers: { type: 'string', default: '100' },
    rounds: { type: 'string', default: '1' },
    apart: { type: 'boolean', default: false },
  },
});
const INSTRUMENT = 'COIN_SIM:BTC-USDT';
const GOAL = 2;

async function besideVisitors<Result>(port: number, work: () => Promise<Result>) {
  const way = flags.apart ? 'apart' : 'together';
  const visitors = fork(join(import.meta.dirname, 'load', 'gen-visitors.ts'), [
    String(port),
    flags.readers,
    way,
  ]);
  const result = await work();
  const told = once(visitors, 'message');
  visitors.send('stop');
  const [read] = await told;
  return { result, read };
}

await withServer(async (served) => {
  const load = new SteadyLoad({ ...served, instrumentId: INSTRUMENT, perSecond: Number(flags.orders) });
  for (let round = 0; round < Number(flags.rounds); round += 1) {
    const alone = await measured(load, served, Number(flags.seconds));
    const { result: beside, read } = await besideVisitors(served.port, () =>
      measured(load, served, Number(flags.seconds)),
    );
    const ratio = Number((beside.p99Ms / alone.p99Ms).toFixed(2));
    const result = {
      bench: 'reads',
      ordersPerSecond: Number(flags.orders),
      alone,
      beside,
      ratio,
      goal: GOAL,
    };
    process.stdout.write(`${JSON.stringify({ ...result, refused: load.refused, read })}\n`);
  }
  load.close();
});
