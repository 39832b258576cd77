/**
 * Sign-ins by password a second, each one Argon2id hash, and their effect on a steady flow of orders. Goal:
 * orders' p99 at most 1.2 times its usual.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { registerMember } from './gen-people.ts';
import type { Known, SignInsResult } from './load/gen-sign-ins.ts';
import { measured } from './load/measured.ts';
import { type Served, withServer } from './load/served.ts';
import { SteadyLoad } from './load/steady.ts';

const { values: flags } = parseArgs({
  options: {
    seconds: { type: 'string', default: '20' },
    orders: { type: 'string', default: '200' },
    clients: { type: 'string', default: '32' },
    people: { type: 'string', default: '32' },
    rounds: { type: 'string', default: '1' },
  },
});
const INSTRUMENT = 'COIN_SIM:BTC-USDT';
const GOAL = 1.2;

async function registered({ port }: Served): Promise<readonly Known[]> {
  const people: Known[] = [];
  while (people.length < Number(flags.people)) {
    const { account, password, session } = await registerMember(`http://127.0.0.1:${port}`);
    people.push({ account, password, deviceToken: session.deviceToken ?? '' });
  }
  return people;
}

async function besideSignIns<Result>(
  { port, people }: { readonly port: number; readonly people: readonly Known[] },
  work: () => Promise<Result>,
): Promise<{ readonly result: Result; readonly signIns: SignInsResult }> {
  const child = fork(join(import.meta.dirname, 'load', 'gen-sign-ins.ts'), [
    String(port),
    flags.clients,
    JSON.stringify(people),
  ]);
  const result = await work();
  const ended = once(child, 'message');
  child.send('stop');
  const [signIns] = await ended;
  return { result, signIns };
}

await withServer(async (served) => {
  const people = await registered(served);
  const perSecond = Number(flags.orders);
  const load = new SteadyLoad({ ...served, instrumentId: INSTRUMENT, perSecond });
  for (let round = 0; round < Number(flags.rounds); round += 1) {
    const alone = await measured(load, served, Number(flags.seconds));
    const { result: beside, signIns } = await besideSignIns({ port: served.port, people }, () =>
      measured(load, served, Number(flags.seconds)),
    );
    const line = {
      bench: 'sign-in',
      ordersPerSecond: perSecond,
      signInsPerSecond: Number((signIns.signIns / signIns.seconds).toFixed(1)),
      ratio: Number((beside.p99Ms / alone.p99Ms).toFixed(2)),
      goal: GOAL,
      alone,
      beside,
      signIns,
      ordersRefused: load.refused,
      // Work of others on the machine is in the ratio too.
      machineLoad: Number((loadavg()[0] ?? 0).toFixed(1)),
    };
    process.stdout.write(`${JSON.stringify(line)}\n`);
  }
  load.close();
});
