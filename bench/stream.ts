/**
 * Cost of telling the server's readers: our stream, which gathers for each reader and
 * builds a frame once for all who get the same, against one `ws.send` for each message
 * and reader. Both tell the same tickers to the same readers at the same rate;
 * compared is the processor time of the server's process for a delivered message.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { STREAM_PATH } from '@tarazu/protocol';
import { instrumentName, startOneByOne, startOurs } from './gen-stream-servers.ts';
import { createRandom } from './load/random.ts';
import type { ReadersOptions } from './stream/readers.ts';

type Kind = 'ours' | 'oneByOne';

const { values: flags } = parseArgs({
  options: {
    clients: { type: 'string', default: '1000' },
    instruments: { type: 'string', default: '40' },
    /** Instruments that each reader follows, and how many different lists of them there are. */
    topics: { type: 'string', default: '10' },
    lists: { type: 'string', default: '100' },
    seconds: { type: 'string', default: '5' },
    rounds: { type: 'string', default: '3' },
    serve: { type: 'string' },
  },
});
/** As often as the market tells its tickers. */
const TICK_MS = 250;
const WARM_MS = 1_500;
const GOAL = 6;
const SEED = 11;

if (flags.serve === 'ours' || flags.serve === 'oneByOne') await serve(flags.serve);
else await compare();

async function serve(kind: Kind): Promise<void> {
  const server = await (kind === 'ours' ? startOurs : startOneByOne)(Number(flags.instruments));
  setInterval(() => server.tick(), TICK_MS);
  process.on('disconnect', () => process.exit());
  process.on('message', () => {
    const { user, system } = process.cpuUsage();
    process.send?.({ cpuMicros: user + system });
  });
  process.send?.({ port: server.port });
}

interface Measured {
  readonly messages: number;
  readonly bytes: number;
  readonly cpuMicros: number;
  readonly seconds: number;
}

async function compare(): Promise<void> {
  const results: Record<Kind, Measured[]> = { ours: [], oneByOne: [] };
  for (let round = 0; round < Number(flags.rounds); round += 1)
    for (const kind of ['ours', 'oneByOne'] as const) results[kind].push(await measure(kind));
  const [ours, oneByOne] = [summary(results.ours), summary(results.oneByOne)];
  const result = {
    bench: 'stream',
    clients: Number(flags.clients),
    messagesPerReaderAndTick: Number(flags.topics),
    differentReaders: Number(flags.lists),
    offeredPerSecond: (Number(flags.clients) * Number(flags.topics) * 1_000) / TICK_MS,
    ours,
    oneByOne,
    ratio: Number((ours.messagesPerCpuSecond / oneByOne.messagesPerCpuSecond).toFixed(1)),
    goal: GOAL,
  };
  process.stdout.write(`${JSON.stringify(result)}\n`);
}

/** The median of the rounds by processor time. */
function summary(rounds: readonly Measured[]) {
  const sorted = rounds.toSorted((one, other) => perCpuSecond(one) - perCpuSecond(other));
  const middle = sorted[Math.floor(sorted.length / 2)];
  if (!middle) throw new Error('Condition: there is a round');
  return {
    messagesPerCpuSecond: Math.round(perCpuSecond(middle)),
    cpuMicrosPerMessage: Number((middle.cpuMicros / middle.messages).toFixed(2)),
    deliveredPerSecond: Math.round(middle.messages / middle.seconds),
    bytesPerMessage: Math.round(middle.bytes / middle.messages),
    coresBusy: Number((middle.cpuMicros / 1e6 / middle.seconds).toFixed(3)),
  };
}

function perCpuSecond({ messages, cpuMicros }: Measured): number {
  return (messages * 1e6) / cpuMicros;
}

async function measure(kind: Kind): Promise<Measured> {
  const passed = ['--serve', kind, '--instruments', flags.instruments];
  const server = fork(import.meta.filename, passed, { execArgv: [] });
  const readers = fork(join(import.meta.dirname, 'stream', 'readers.ts'), { execArgv: [] });
  try {
    const { port } = await answerOf<{ port: number }>(server);
    const options: ReadersOptions = { port, path: STREAM_PATH, topics: topicsOfReaders() };
    readers.send(options);
    await answerOf<'ready'>(readers);
    await pause(WARM_MS);
    const before = await look(server, readers);
    await pause(Number(flags.seconds) * 1_000);
    const after = await look(server, readers);
    return {
      messages: after.messages - before.messages,
      bytes: after.bytes - before.bytes,
      cpuMicros: after.cpuMicros - before.cpuMicros,
      seconds: (after.atMs - before.atMs) / 1_000,
    };
  } finally {
    for (const child of [readers, server]) child.kill('SIGKILL');
  }
}

async function look(server: ChildProcess, readers: ChildProcess) {
  server.send('cpu');
  readers.send('count');
  const [{ cpuMicros }, counted] = await Promise.all([
    answerOf<{ cpuMicros: number }>(server),
    answerOf<{ messages: number; bytes: number }>(readers),
  ]);
  return { ...counted, cpuMicros, atMs: performance.now() };
}

async function answerOf<Answer>(child: ChildProcess): Promise<Answer> {
  const ended = once(child, 'exit').then(() => {
    throw new Error('A process of the bench ended too early.');
  });
  const [answer] = await Promise.race([once(child, 'message'), ended]);
  return answer;
}

/**
 * Which instruments each reader follows: as many different
 * lists as were asked for, each in an order of its own.
 */
function topicsOfReaders(): string[][] {
  const random = createRandom(SEED);
  const names = Array.from({ length: Number(flags.instruments) }, (_, index) => instrumentName(index));
  const lists = Array.from({ length: Number(flags.lists) }, () => {
    const left = [...names];
    return Array.from(
      { length: Number(flags.topics) },
      () => `ticker:${left.splice(random.below(left.length), 1)[0]}`,
    );
  });
  return Array.from({ length: Number(flags.clients) }, (_, reader) => lists[reader % lists.length] ?? []);
}
