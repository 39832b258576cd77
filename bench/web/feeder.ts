/**
 * Stands before a real server: pages and calls pass through, the stream is its own and tells as many tickers
 * a second as it is asked for. So the app under measurement is the real one and only the prices come faster.
 */
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { clientMessage, type ServerMessage, STREAM_PATH, type Ticker } from '@tarazu/protocol';
import { type WebSocket, WebSocketServer } from 'ws';

export interface Feeder {
  readonly url: string;
  /** Tickers a second from now on, in frames of so many; a rate of 0 is silence. */
  setFlow(flow: Flow): void;
  /** Tickers sent since the last question. */
  takeSent(): number;
  /** Topics of tickers that the page listens to. */
  topicCount(): number;
  close(): Promise<void>;
}

interface Flow {
  readonly tickersPerSecond: number;
  readonly tickersPerFrame: number;
}

export interface FeederOptions {
  /** The real server behind. */
  readonly target: string;
  /** The first ticker of each instrument. */
  readonly tickers: readonly Ticker[];
}

const BEAT_MS = 5;

interface Reader {
  readonly socket: WebSocket;
  /** Each topic with the number of its last message. */
  readonly topics: Map<string, number>;
}

export async function openFeeder(options: FeederOptions): Promise<Feeder> {
  const tickers = new Map(options.tickers.map((ticker) => [ticker.instrumentId, ticker]));
  const readers = new Set<Reader>();
  let flow: Flow = { tickersPerSecond: 0, tickersPerFrame: 1 };
  let sent = 0;
  let owed = 0;
  let lastBeatMs = performance.now();

  const server = createServer((incoming, outgoing) => passThrough(options.target, incoming, outgoing));
  const sockets = new WebSocketServer({ server, path: STREAM_PATH });
  sockets.on('connection', (socket) => {
    const reader: Reader = { socket, topics: new Map() };
    readers.add(reader);
    socket.on('close', () => readers.delete(reader));
    socket.on('message', (data) => answer(String(data), reader, tickers));
    say(socket, { type: 'hello', serverTimeMs: Date.now(), session: 'bench' });
  });

  const beat = setInterval(() => {
    const nowMs = performance.now();
    const { tickersPerSecond, tickersPerFrame } = flow;
    owed = tickersPerSecond === 0 ? 0 : owed + ((nowMs - lastBeatMs) * tickersPerSecond) / 1000;
    lastBeatMs = nowMs;
    for (; owed >= tickersPerFrame; owed -= tickersPerFrame) {
      for (const reader of readers) sent += tellFrame(reader, tickersPerFrame, tickers);
    }
  }, BEAT_MS);

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${portOf(server.address())}`,
    setFlow: (wanted) => {
      flow = wanted;
    },
    takeSent: () => {
      const count = sent;
      sent = 0;
      return count;
    },
    topicCount: () => Math.max(0, ...[...readers].map(({ topics }) => topics.size)),
    close: async () => {
      clearInterval(beat);
      for (const { socket } of readers) socket.terminate();
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

/** Tickers of random topics in one frame; gives how many. */
function tellFrame(reader: Reader, count: number, tickers: Map<string, Ticker>): number {
  const { socket, topics } = reader;
  const names = [...topics.keys()];
  const messages: ServerMessage[] = [];
  for (let index = 0; index < count; index += 1) {
    const topic = names[Math.floor(Math.random() * names.length)];
    const ticker = topic === undefined ? undefined : moved(tickers, instrumentOf(topic, tickers));
    if (topic === undefined || ticker === undefined) continue;
    const number = (topics.get(topic) ?? 0) + 1;
    topics.set(topic, number);
    messages.push({ type: 'tickers', topic, number, snapshot: false, list: [ticker] });
  }
  const [first] = messages;
  if (first !== undefined) say(socket, messages.length === 1 ? first : messages);
  return messages.length;
}

function instrumentOf(topic: string, tickers: ReadonlyMap<string, Ticker>): string {
  if (topic.startsWith('ticker:')) return topic.slice('ticker:'.length);
  const ids = [...tickers.keys()];
  return ids[Math.floor(Math.random() * ids.length)] ?? '';
}

/** A step of the last digit or two, so that what is drawn changes each time. */
function moved(tickers: Map<string, Ticker>, instrumentId: string): Ticker | undefined {
  const ticker = tickers.get(instrumentId);
  if (ticker === undefined) return undefined;
  const decimals = ticker.price.split('.')[1]?.length ?? 0;
  const price = (Number(ticker.price) * (1 + (Math.random() - 0.5) / 1000)).toFixed(decimals);
  const change = (Number(price) - Number(ticker.previousClose)).toFixed(decimals);
  const changePercent = ((Number(change) / Number(ticker.previousClose)) * 100).toFixed(2);
  const next: Ticker = { ...ticker, price, change, changePercent, atMs: Date.now() };
  tickers.set(instrumentId, next);
  return next;
}

function answer(text: string, reader: Reader, tickers: ReadonlyMap<string, Ticker>): void {
  const message = clientMessage.parse(JSON.parse(text));
  if (message.type === 'auth') say(reader.socket, { type: 'authed', environment: 'demo' });
  if (message.type === 'ping') say(reader.socket, { type: 'pong', serverTimeMs: Date.now() });
  if (message.type === 'unsubscribe') for (const topic of message.topics) reader.topics.delete(topic);
  if (message.type !== 'subscribe') return;
  for (const topic of message.topics.filter((name) => name.startsWith('ticker'))) {
    reader.topics.set(topic, 1);
    const known = topic === 'tickers' ? [...tickers.values()] : [tickers.get(topic.slice('ticker:'.length))];
    const list = known.filter((ticker) => ticker !== undefined);
    say(reader.socket, { type: 'tickers', topic, number: 1, snapshot: true, list });
  }
}

function say(socket: WebSocket, message: ServerMessage | readonly ServerMessage[]): void {
  if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(message));
}

function passThrough(target: string, incoming: IncomingMessage, outgoing: ServerResponse): void {
  const { host } = new URL(target);
  const headers = { ...incoming.headers, host };
  const onward = request(
    `${target}${incoming.url ?? '/'}`,
    { method: incoming.method ?? 'GET', headers },
    (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(outgoing);
    },
  );
  onward.on('error', () => outgoing.destroy());
  incoming.pipe(onward);
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('Invariant: it listens on a port.');
  return address.port;
}
