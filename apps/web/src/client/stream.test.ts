import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Restored, type SocketLike, Stream, type TopicMessage } from './stream.ts';

/** The network's side of a connection: what was sent over it, and a way to say things. */
class Line implements SocketLike {
  readonly sent: unknown[] = [];
  isClosed = false;
  onopen: (() => void) | null = null;
  onclose: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  send(data: string): void {
    this.sent.push(JSON.parse(data));
  }
  close(): void {
    this.isClosed = true;
    this.onclose?.();
  }
  say(...messages: unknown[]): void {
    this.onmessage?.({ data: JSON.stringify(messages) });
  }
  open(): void {
    this.onopen?.();
    this.say({ type: 'hello', serverTimeMs: 5_000, session: 'one connection' });
  }
}

function setUp(token?: string) {
  const lines: Line[] = [];
  const stream = new Stream({
    open: () => {
      const line = new Line();
      lines.push(line);
      return line;
    },
    token: () => token,
    nowMs: () => 1_000,
    chance: () => 0,
  });
  const line = (index: number): Line => {
    const found = lines[index];
    assert.ok(found, `connection ${index} was never opened`);
    return found;
  };
  return { stream, lines, line };
}

const TOPIC = 'ticker:NSE_SIM:ARUNA';
const ticker = (number: number, snapshot = false) => ({
  type: 'tickers',
  topic: TOPIC,
  number,
  snapshot,
  list: [],
});
const own = (number: number) => ({
  type: 'own',
  topic: 'own',
  number,
  snapshot: false,
  change: { orders: [], fills: [], touched: [] },
});

test('a topic is subscribed by its first listener and left by its last', () => {
  const { stream, line } = setUp('secret');
  const leaveFirst = stream.subscribe(TOPIC, () => undefined);
  const leaveSecond = stream.subscribe(TOPIC, () => undefined);
  line(0).open();
  assert.deepEqual(
    line(0).sent,
    [{ type: 'auth', token: 'secret' }],
    'topics wait until the server knows whose they are',
  );
  line(0).say({ type: 'authed', environment: 'demo' });
  assert.deepEqual(line(0).sent.slice(1), [{ type: 'subscribe', topics: [TOPIC] }]);
  leaveFirst();
  assert.equal(line(0).sent.length, 2);
  leaveSecond();
  leaveSecond();
  assert.deepEqual(line(0).sent.slice(2), [{ type: 'unsubscribe', topics: [TOPIC] }]);
  assert.equal(stream.clockOffsetMs(), 4_000);
  stream.pause();
});

test('a gap asks once for what is missing, and nothing is delivered twice or out of order', () => {
  const { stream, line } = setUp();
  const seen: number[] = [];
  stream.subscribe(TOPIC, (message: TopicMessage) => seen.push(message.number));
  line(0).open();
  line(0).say(ticker(7, true), ticker(8), ticker(8), ticker(10), ticker(11));
  assert.deepEqual(seen, [7, 8]);
  assert.deepEqual(line(0).sent.slice(1), [{ type: 'resume', topic: TOPIC, lastNumber: 8 }]);
  line(0).say(ticker(9), ticker(10), ticker(11), ticker(12));
  assert.deepEqual(seen, [7, 8, 9, 10, 11, 12]);
  line(0).say(ticker(3, true), ticker(4));
  assert.deepEqual(seen.slice(6), [3, 4], 'a snapshot starts the count anew');
  stream.pause();
});

test('after a resume that brought all, what comes next is taken by its number (trial 17)', () => {
  const { stream, line } = setUp();
  const seen: number[] = [];
  stream.subscribe(TOPIC, (message: TopicMessage) => seen.push(message.number));
  line(0).open();
  line(0).say(ticker(7, true), { type: 'resumed', topic: TOPIC, number: 9 }, ticker(9), ticker(10));
  assert.deepEqual(seen, [7, 10]);
  stream.pause();
});

test('a broken connection is tried again, and numbers that begin anew are no gap', (context) => {
  context.mock.timers.enable({ apis: ['setTimeout', 'setInterval'] });
  const { stream, lines, line } = setUp('secret');
  const restored: Restored[] = [];
  const seen: number[] = [];
  stream.onRestored((fact) => restored.push(fact));
  stream.subscribe(TOPIC, (message) => seen.push(message.number));
  stream.subscribe('own', (message) => seen.push(message.number));
  line(0).open();
  line(0).say({ type: 'authed', environment: 'demo' });
  line(0).say(ticker(7, true), own(40));
  line(0).close();
  assert.equal(stream.status().phase, 'lost');
  context.mock.timers.tick(499);
  assert.equal(lines.length, 1);
  context.mock.timers.tick(1);
  assert.equal(stream.status().phase, 'lost', 'it stays lost until the server answers');
  line(1).open();
  line(1).say({ type: 'authed', environment: 'demo' });
  assert.deepEqual(line(1).sent.slice(1), [
    { type: 'resume', topic: 'own', lastNumber: 40 },
    { type: 'subscribe', topics: [TOPIC] },
  ]);
  line(1).say(ticker(1), own(1));
  assert.deepEqual(seen, [7, 40, 1, 1]);
  assert.equal(restored.length, 1);
  assert.equal(stream.status().phase, 'open');
  stream.pause();
});

test('a token that is not answered within five seconds is sent again on another connection (trial 36)', (context) => {
  context.mock.timers.enable({ apis: ['setTimeout', 'setInterval'] });
  const { stream, lines, line } = setUp('secret');
  stream.subscribe(TOPIC, () => undefined);
  line(0).open();
  context.mock.timers.tick(4_999);
  assert.deepEqual([line(0).isClosed, lines.length], [false, 1]);
  context.mock.timers.tick(1);
  assert.deepEqual([line(0).isClosed, stream.status().phase], [true, 'lost']);
  context.mock.timers.tick(500);
  line(1).open();
  assert.deepEqual(line(1).sent, [{ type: 'auth', token: 'secret' }]);
  line(1).say({ type: 'authed', environment: 'demo' });
  context.mock.timers.tick(5_000);
  assert.deepEqual([line(1).isClosed, stream.status().phase], [false, 'open'], 'an answer ends the waiting');
  stream.pause();
  stream.resume();
  line(2).open();
  stream.pause();
  context.mock.timers.tick(5_000);
  assert.equal(lines.length, 3, 'and so does leaving');
});

test('a paused stream is closed without a fuss and comes back with its topics', () => {
  const { stream, lines, line } = setUp();
  const phases: string[] = [];
  stream.onStatus(() => phases.push(stream.status().phase));
  stream.subscribe(TOPIC, () => undefined);
  line(0).open();
  stream.pause();
  assert.equal(line(0).isClosed, true);
  assert.equal(lines.length, 1);
  stream.resume();
  line(1).open();
  assert.deepEqual(line(1).sent, [{ type: 'subscribe', topics: [TOPIC] }]);
  assert.deepEqual(phases, ['connecting', 'open', 'paused', 'connecting', 'open']);
  stream.pause();
});
