/**
 * Transactions of `pgbench -N` without pgbench, each statement prepared and a round trip, on several
 * connections, a second. The messages are written to the socket as bytes, so that no driver is measured.
 */
import { Duplex } from 'node:stream';
import { createPool, type DatabaseConnection } from '../apps/server/src/platform/database/pool.ts';

export interface ByHandOptions {
  readonly connection: DatabaseConnection;
  readonly clients: number;
  readonly seconds: number;
  readonly accounts: number;
}

const STATEMENTS = [
  'begin',
  'update pgbench_accounts set abalance = abalance + $1 where aid = $2',
  'select abalance from pgbench_accounts where aid = $1',
  'insert into pgbench_history (tid, bid, aid, delta, mtime) values ($1, $2, $3, $4, current_timestamp)',
  'commit',
] as const;
const TELLERS = 200;
const BRANCHES = 20;
const DELTA_MAX = 5_000;
/** The message that ends every answer, and its length. */
const READY = 'Z'.charCodeAt(0);
const READY_LENGTH = 6;

const options: ByHandOptions = JSON.parse(process.argv[2] ?? '{}');
const pool = createPool({
  connection: options.connection,
  name: 'by-hand',
  connectionsMax: options.clients,
  onConnectionLost: () => undefined,
});
let committed = 0;
let isOver = false;

const below = (bound: number): number => Math.floor(Math.random() * bound);

/** The parameters of one transaction's statements. */
function parametersOf(): readonly (readonly number[])[] {
  const aid = 1 + below(options.accounts);
  const delta = below(2 * DELTA_MAX) - DELTA_MAX;
  return [[], [delta, aid], [aid], [1 + below(TELLERS), 1 + below(BRANCHES), aid, delta], []];
}

/** Bind, execute and sync of a prepared statement, with parameters as text. */
function messageOf(index: number, parameters: readonly number[]): Buffer {
  const values = parameters.map((value) => Buffer.from(String(value)));
  const int16 = (value: number): Buffer => Buffer.from([value >> 8, value & 0xff]);
  const int32 = (value: number): Buffer => {
    const bytes = Buffer.alloc(4);
    bytes.writeInt32BE(value);
    return bytes;
  };
  const bind = Buffer.concat([
    Buffer.from(`\0${nameOf(index)}\0`),
    int16(0),
    int16(values.length),
    ...values.flatMap((value) => [int32(value.length), value]),
    int16(0),
  ]);
  const execute = Buffer.concat([Buffer.from('\0'), int32(0)]);
  const framed = (type: string, body: Buffer): Buffer[] => [Buffer.from(type), int32(body.length + 4), body];
  return Buffer.concat([...framed('B', bind), ...framed('E', execute), ...framed('S', Buffer.alloc(0))]);
}

function nameOf(index: number): string {
  return `by-hand-${index}`;
}

/** A signed-in connection with every statement prepared, as the bare line below the driver. */
async function openLine(): Promise<Duplex> {
  const client = await pool.connect();
  for (const [index, text] of STATEMENTS.entries()) {
    const values = Array.from(text.matchAll(/\$\d/g), () => 0);
    await client.query({ name: nameOf(index), text, values });
  }
  const connection: unknown = Reflect.get(client, 'connection');
  const line: unknown =
    typeof connection === 'object' && connection ? Reflect.get(connection, 'stream') : null;
  if (!(line instanceof Duplex)) throw new Error('Invariant: the driver speaks over a stream.');
  line.removeAllListeners('data');
  return line;
}

async function run(line: Duplex): Promise<void> {
  let answered = (): void => undefined;
  let tail: Buffer = Buffer.alloc(0);
  line.on('data', (piece: Buffer) => {
    tail = piece.length >= READY_LENGTH ? piece : Buffer.concat([tail, piece]).subarray(-READY_LENGTH);
    if (tail.at(-READY_LENGTH) === READY) answered();
  });
  while (!isOver) {
    for (const [index, parameters] of parametersOf().entries()) {
      await new Promise<void>((resolve) => {
        answered = resolve;
        line.write(messageOf(index, parameters));
      });
    }
    committed += 1;
  }
}

const lines = await Promise.all(Array.from({ length: options.clients }, openLine));
const startedAt = performance.now();
setTimeout(() => {
  isOver = true;
}, options.seconds * 1_000);
await Promise.all(lines.map(run));
const seconds = (performance.now() - startedAt) / 1_000;
process.stdout.write(`tps = ${(committed / seconds).toFixed(1)}\n`);
process.exit();
