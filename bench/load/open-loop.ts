/**
 * Load for the overload bench, in a process of its own: orders, cancels and reads by the clock, answered or
 * not. Prints one line of JSON when a phase begins, and one with all at the end.
 */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface OpenLoopOptions {
  readonly port: number;
  readonly tokens: readonly string[];
  readonly instrumentId: string;
  readonly price: number;
  readonly quantity: string;
  /** Connections that ask as fast as they are answered, to find the most that the server does. */
  readonly connections: number;
  readonly findSeconds: number;
  readonly overloadSeconds: number;
}

export type Kind = 'order' | 'cancel' | 'read';

export interface PhaseResult {
  readonly seconds: number;
  readonly offeredPerSecond: number;
  /** Answers that did what was asked, a second. */
  readonly goodPerSecond: number;
  /** Of orders and cancels that were accepted, from when they were due. */
  readonly acceptedP50Ms: number;
  readonly acceptedP99Ms: number;
  readonly refused: number;
  readonly refusedP50Ms: number;
  readonly refusedP99Ms: number;
  readonly sent: Readonly<Record<Kind, number>>;
  readonly good: Readonly<Record<Kind, number>>;
  /** Answers that are neither 2xx nor 503 nor 429, and broken connections, by what they were. */
  readonly others: Readonly<Record<string, number>>;
  /** Answers of 2xx that refuse by a rule of the market, by code. */
  readonly turnedDown: Readonly<Record<string, number>>;
  /** Due when every connection was taken: never sent. */
  readonly notSent: number;
  /** No answer long after the phase. */
  readonly hung: number;
  /** p99 of each second, in order. */
  readonly secondsP99Ms: readonly number[];
}

export interface OpenLoopResult {
  readonly found: PhaseResult;
  readonly before: PhaseResult;
  readonly overload: PhaseResult;
  readonly after: PhaseResult;
}

const WARM_SECONDS = 3;
const LIGHT_SECONDS = 10;
/** Share of the peak that is offered before and after. */
const LIGHT = 0.3;
const OVERLOAD = 2;
/**
 * Opened before it begins, as people's are: what a server does with thousands of new connections in one
 * second is another question.
 */
const SOCKETS = 4_000;
const OPENED_AT_ONCE = 50;
const TICK_MS = 2;
const HUNG_MS = 10_000;
const RESTING_MAX = 100_000;

interface Request {
  readonly kind: Kind;
  readonly token: string;
  readonly dueAt: number;
  readonly phase: Phase;
  readonly rests: boolean;
}

class Phase {
  readonly startedAt = performance.now();
  readonly accepted: number[] = [];
  readonly acceptedAt: number[] = [];
  readonly refused: number[] = [];
  readonly sent: Record<Kind, number> = { order: 0, cancel: 0, read: 0 };
  readonly good: Record<Kind, number> = { order: 0, cancel: 0, read: 0 };
  readonly others: Record<string, number> = {};
  readonly turnedDown: Record<string, number> = {};
  notSent = 0;
  open = 0;
  endedAt = 0;

  result(): PhaseResult {
    const seconds = (this.endedAt - this.startedAt) / 1_000;
    const bySecond = Object.groupBy(this.accepted.keys(), (at) =>
      Math.floor(((this.acceptedAt[at] ?? 0) - this.startedAt) / 1_000),
    );
    const { sent, good, others, turnedDown, notSent } = this;
    return {
      seconds,
      offeredPerSecond: Math.round((sum(sent) + notSent) / seconds),
      goodPerSecond: Math.round(sum(good) / seconds),
      acceptedP50Ms: percentile(this.accepted, 0.5),
      acceptedP99Ms: percentile(this.accepted, 0.99),
      refused: this.refused.length,
      refusedP50Ms: percentile(this.refused, 0.5),
      refusedP99Ms: percentile(this.refused, 0.99),
      sent,
      good,
      others,
      turnedDown,
      notSent,
      hung: this.open,
      secondsP99Ms: Object.values(bySecond).map((places) =>
        percentile(
          (places ?? []).map((at) => this.accepted[at] ?? 0),
          0.99,
        ),
      ),
    };
  }
}

const options: OpenLoopOptions = JSON.parse(process.argv[2] ?? '{}');
const run = Date.now().toString(36);
const idle: Socket[] = [];
const inFlight = new Map<Socket, Request>();
/** Orders that rest, oldest first, each with its account. */
const resting: { readonly id: string; readonly token: string }[] = [];
let restingFirst = 0;
let sockets = 0;
let count = 0;
/** Next step for a connection that has its answer. */
let onFree: (socket: Socket) => void = (socket) => void idle.push(socket);

function sum(counts: Readonly<Record<Kind, number>>): number {
  return counts.order + counts.cancel + counts.read;
}

function percentile(values: readonly number[], share: number): number {
  const sorted = Float64Array.from(values).sort();
  return Number((sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(2));
}

/**
 * One in ten reads; four in ten cancel the order that rests longest, as long as there is one; the others
 * order, and a fifth of those fill.
 */
function send(socket: Socket, phase: Phase, dueAt: number): void {
  count += 1;
  const turn = count % 10;
  const oldest = resting[restingFirst];
  const kind: Kind = turn === 0 ? 'read' : turn < 5 && oldest ? 'cancel' : 'order';
  const token =
    kind === 'cancel' && oldest ? oldest.token : (options.tokens[count % options.tokens.length] ?? '');
  const takes = count % 25 === 9;
  phase.sent[kind] += 1;
  phase.open += 1;
  inFlight.set(socket, { kind, token, dueAt, phase, rests: kind === 'order' && !takes });
  if (kind === 'read') {
    socket.write(request('/coin/ticker', token, `instrumentId=${encodeURIComponent(options.instrumentId)}`));
  } else if (kind === 'cancel' && oldest) {
    takeOldest();
    socket.write(request('/coin/order/close', token, `id=${oldest.id}`));
  } else {
    socket.write(request('/coin/order/add', token, orderOf(takes)));
  }
}

function takeOldest(): void {
  restingFirst += 1;
  if (restingFirst < RESTING_MAX) return;
  resting.splice(0, restingFirst);
  restingFirst = 0;
}

function orderOf(takes: boolean): string {
  const factor = takes ? 1.01 : 0.9 + (count % 500) / 10_000;
  const price = `${Math.round(options.price * factor)}.0`;
  return (
    `clientId=o-${run}-${count}&instrumentId=${encodeURIComponent(options.instrumentId)}&side=buy` +
    `&type=limit&validity=${takes ? 'ioc' : 'gtc'}&price=${price}&quantity=${options.quantity}`
  );
}

function request(path: string, token: string, body: string): string {
  return (
    `POST /ipop-api${path} HTTP/1.1\r\nHost: 127.0.0.1\r\naccessToken: ${token}\r\n` +
    `Content-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\n\r\n${body}`
  );
}

function answered(socket: Socket, status: string, body: string): void {
  const asked = inFlight.get(socket);
  if (!asked) return;
  inFlight.delete(socket);
  const { phase, kind, token, dueAt, rests } = asked;
  const now = performance.now();
  phase.open -= 1;
  if (status === '503' || status === '429') phase.refused.push(now - dueAt);
  else if (!status.startsWith('2')) phase.others[status] = (phase.others[status] ?? 0) + 1;
  else if (!body.startsWith('{"code":0,')) {
    const code = /"reason":"(\w+)"/.exec(body)?.[1] ?? 'unknown';
    phase.turnedDown[code] = (phase.turnedDown[code] ?? 0) + 1;
  } else {
    phase.good[kind] += 1;
    if (kind !== 'read') {
      phase.accepted.push(now - dueAt);
      phase.acceptedAt.push(now);
    }
    const id = rests ? /"order":\{"id":"(\d+)"/.exec(body)?.[1] : undefined;
    if (id !== undefined) resting.push({ id, token });
  }
  onFree(socket);
}

async function open(): Promise<Socket> {
  sockets += 1;
  const socket = connect(options.port, '127.0.0.1');
  socket.setNoDelay(true);
  let received = '';
  socket.setEncoding('latin1').on('data', (chunk: string) => {
    received += chunk;
    const headEnd = received.indexOf('\r\n\r\n');
    if (headEnd < 0) return;
    const length = Number(/content-length: (\d+)/i.exec(received)?.[1]);
    if (received.length < headEnd + 4 + length) return;
    const [status, body] = [received.slice(9, 12), received.slice(headEnd + 4, headEnd + 4 + length)];
    received = received.slice(headEnd + 4 + length);
    answered(socket, status, body);
  });
  let cause = 'closed';
  socket.on('error', (error) => {
    cause = error.message;
  });
  socket.on('close', () => {
    sockets -= 1;
    const at = idle.indexOf(socket);
    if (at >= 0) idle.splice(at, 1);
    const asked = inFlight.get(socket);
    if (!asked) return;
    inFlight.delete(socket);
    asked.phase.open -= 1;
    asked.phase.others[cause] = (asked.phase.others[cause] ?? 0) + 1;
  });
  await once(socket, 'connect');
  return socket;
}

async function openAll(): Promise<void> {
  while (sockets < SOCKETS)
    idle.push(...(await Promise.all(Array.from({ length: OPENED_AT_ONCE }, () => open()))));
}

const after = (seconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, seconds * 1_000));

/** As many as are answered, on so many connections. */
async function closedLoop(name: string, seconds: number): Promise<Phase> {
  say({ phase: name });
  const phase = new Phase();
  let isOver = false;
  onFree = (socket) => {
    if (isOver) idle.push(socket);
    else send(socket, phase, performance.now());
  };
  for (let n = 0; n < options.connections; n += 1)
    send(idle.shift() ?? (await open()), phase, performance.now());
  await after(seconds);
  isOver = true;
  phase.endedAt = performance.now();
  await after(1);
  return phase;
}

/** As many as are due, whether or not those before have been answered. */
async function openLoop(name: string, perSecond: number, seconds: number): Promise<Phase> {
  say({ phase: name });
  const phase = new Phase();
  onFree = (socket) => void idle.push(socket);
  let due = 0;
  await new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      const now = performance.now();
      const until = Math.min(now, phase.startedAt + seconds * 1_000);
      for (; phase.startedAt + (due * 1_000) / perSecond < until; due += 1) {
        const socket = idle.shift();
        if (socket) send(socket, phase, phase.startedAt + (due * 1_000) / perSecond);
        else phase.notSent += 1;
      }
      if (until === now) return;
      clearInterval(timer);
      resolve();
    }, TICK_MS);
  });
  phase.endedAt = performance.now();
  return phase;
}

function say(line: object): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

await closedLoop('warm', WARM_SECONDS);
const found = await closedLoop('find', options.findSeconds);
const peak = found.result().goodPerSecond;
await openAll();
const before = await openLoop('before', peak * LIGHT, LIGHT_SECONDS);
const overload = await openLoop('overload', peak * OVERLOAD, options.overloadSeconds);
const afterwards = await openLoop('after', peak * LIGHT, LIGHT_SECONDS);
say({ phase: 'over' });
await after(HUNG_MS / 1_000);
const result: OpenLoopResult = {
  found: found.result(),
  before: before.result(),
  overload: overload.result(),
  after: afterwards.result(),
};
say({ result });
process.exit();
