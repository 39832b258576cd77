/**
 * Load for the order bench, in a process of its own: raw keep-alive sockets, one request at a time on each,
 * and no HTTP library. Prints a line of JSON when it begins to measure, and one with the result.
 */
import { connect, type Socket } from 'node:net';

export interface LoadOptions {
  readonly port: number;
  readonly connections: number;
  readonly warmSeconds: number;
  readonly seconds: number;
  /** Session tokens, one an account; shared out among the connections. */
  readonly tokens: readonly string[];
  readonly instrumentId: string;
  /** A price near which the market trades, in whole units of the quote asset. */
  readonly price: number;
  readonly quantity: string;
}

export interface LoadResult {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly answered: number;
  /** Answers that were not 200, by status. */
  readonly others: Readonly<Record<string, number>>;
}

const RESTING_PER_ACCOUNT_MAX = 150;

const options: LoadOptions = JSON.parse(process.argv[2] ?? '{}');
const latencies: number[] = [];
const others: Record<string, number> = {};
let isMeasuring = false;
let isOver = false;
let count = 0;
const resting = new Map<string, number>();
/** Accounts that hold a coin bought before, which they sell next. */
const holding = new Set<string>();
const run = Date.now().toString(36);

/**
 * One in five takes from the market and fills; the others
 * rest, as long as their account may have more open orders.
 */
function requestOf(token: string): string {
  count += 1;
  const restingNow = resting.get(token) ?? 0;
  const takes = count % 5 === 4 || restingNow >= RESTING_PER_ACCOUNT_MAX;
  if (!takes) resting.set(token, restingNow + 1);
  const isBuy = !takes || !holding.delete(token);
  if (takes && isBuy) holding.add(token);
  const factor = takes ? (isBuy ? 1.01 : 0.99) : 0.9 + (count % 500) / 10_000;
  const price = `${Math.round(options.price * factor)}.0`;
  const body =
    `clientId=b-${run}-${count}&instrumentId=${encodeURIComponent(options.instrumentId)}&side=${isBuy ? 'buy' : 'sell'}` +
    `&type=limit&validity=gtc&price=${price}&quantity=${options.quantity}`;
  return (
    `POST /ipop-api/coin/order/add HTTP/1.1\r\nHost: 127.0.0.1\r\naccessToken: ${token}\r\n` +
    `Content-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\n\r\n${body}`
  );
}

function open(index: number): Promise<Socket> {
  const own = options.tokens.filter(
    (_, place) => place % options.connections === index % options.tokens.length,
  );
  const tokens = own.length > 0 ? own : [options.tokens[index % options.tokens.length] ?? ''];
  const socket = connect(options.port, '127.0.0.1');
  socket.setNoDelay(true);
  let received = '';
  let turn = 0;
  let sentAt = 0;
  const send = (): void => {
    sentAt = performance.now();
    socket.write(requestOf(tokens[turn++ % tokens.length] ?? ''));
  };
  socket.setEncoding('latin1').on('data', (chunk: string) => {
    received += chunk;
    const headEnd = received.indexOf('\r\n\r\n');
    if (headEnd < 0) return;
    const length = Number(/content-length: (\d+)/i.exec(received)?.[1]);
    if (received.length < headEnd + 4 + length) return;
    const status = received.slice(9, 12);
    received = received.slice(headEnd + 4 + length);
    if (isMeasuring && status === '200') latencies.push(performance.now() - sentAt);
    else if (isMeasuring) others[status] = (others[status] ?? 0) + 1;
    if (!isOver) send();
  });
  socket.on('error', (error) => {
    others[error.message] = (others[error.message] ?? 0) + 1;
  });
  return new Promise((resolve) => {
    socket.once('connect', () => {
      send();
      resolve(socket);
    });
  });
}

const after = (seconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, seconds * 1_000));

const sockets = await Promise.all(Array.from({ length: options.connections }, (_, index) => open(index)));
await after(options.warmSeconds);
process.stdout.write(`${JSON.stringify({ isMeasuring: true })}\n`);
isMeasuring = true;
const startedAt = performance.now();
await after(options.seconds);
isMeasuring = false;
const seconds = (performance.now() - startedAt) / 1_000;
isOver = true;
for (const socket of sockets) socket.destroy();
latencies.sort((one, other) => one - other);
const at = (share: number): number => latencies[Math.floor(latencies.length * share)] ?? 0;
const result: LoadResult = {
  perSecond: Math.round(latencies.length / seconds),
  p50Ms: Number(at(0.5).toFixed(2)),
  p99Ms: Number(at(0.99).toFixed(2)),
  answered: latencies.length,
  others,
};
process.stdout.write(`${JSON.stringify(result)}\n`);
