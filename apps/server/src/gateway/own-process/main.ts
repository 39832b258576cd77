/**
 * The process of the HTTP side: it takes calls from the network, turns away
 * what can't be served in time, and hands the rest to the process that
 * started it. It knows no account and no order, and ends with that process.
 */
import { Socket } from 'node:net';
import { CONSOLE_OPERATIONS, OPERATIONS } from '@tarazu/protocol';
import type { ServeCall } from '#gateway/call.ts';
import type { Readiness } from '#gateway/health.ts';
import { createHttpSide, type HttpSide } from '#gateway/http-side.ts';
import { stopReading } from '#gateway/own-process/hand-over.ts';
import { openLink } from '#gateway/own-process/link.ts';
import {
  type Answered,
  type Asked,
  askedOf,
  type Instruction,
  isAnswered,
  PIPE_FD,
  type Reported,
  readinessSchema,
  replyOf,
} from '#gateway/own-process/messages.ts';
import { Unanswered } from '#gateway/own-process/unanswered.ts';
import { RefusalLog } from '#gateway/reply/refusal-log.ts';
import { renderRefusal } from '#gateway/reply/reply.ts';
import { ServedGroups } from '#gateway/reply/served-groups.ts';
import { createLogger } from '#platform/logging/logging.ts';
import type { RefusalReply } from '#ports.ts';

const REPORT_MS = 1_000;
const AWAY: RefusalReply = { key: 'UNAVAILABLE', retryAfterMs: 2_000 };
const SILENT: Readiness = {
  ready: false,
  checks: { engine: 'did not answer in time' },
  failing: ['engine'],
};
/** A server that was killed a moment ago may still hold the port. */
const PORT_TRIES = 10;
const PORT_RETRY_MS = 150;

process.once('disconnect', () => process.exit(0));
// A signal to the whole group is for the one who started this: it says when to stop.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);

function report(reported: Reported, socket?: Socket): void {
  if (process.connected) process.send?.(reported, socket);
}

const unanswered = new Unanswered();
const link = openLink<Asked, Answered>(new Socket({ fd: PIPE_FD }), {
  isMessage: isAnswered,
  onMessage: (answered, body) => unanswered.answer(answered[0], replyOf(answered, body)),
  // The process ends with the fault as its last word, and is started again.
  onUnreadable: (error) => {
    throw error;
  },
});

const serve: ServeCall = (call) =>
  unanswered.ask(
    (number) => link.send(askedOf(number, call)),
    () => renderRefusal(AWAY, call),
  );

async function readiness(): Promise<Readiness> {
  const { body } = await unanswered.ask(
    (number) => link.send([number]),
    () => ({ status: 503, body: JSON.stringify(SILENT) }),
  );
  return readinessSchema.parse(JSON.parse(body));
}

const served = new ServedGroups();

function reportServed(): void {
  const groups = served.take();
  if (groups.length > 0) report({ type: 'served', groups });
}

async function open({
  operations,
  options,
  logLevel,
}: Extract<Instruction, { type: 'open' }>): Promise<HttpSide> {
  const log = createLogger({ level: logLevel, destination: process.stderr });
  const refusals = new RefusalLog(log);
  const named = new Set(operations);
  const side = await createHttpSide({
    ...options,
    operations: [...Object.values(OPERATIONS), ...Object.values(CONSOLE_OPERATIONS)].filter(({ name }) =>
      named.has(name),
    ),
    serve,
    readiness,
    onServed: (one) => {
      served.add(one);
      refusals.add(one);
    },
    onBug: (error, call) => log.error({ err: error, ...call }, 'A call failed by our own mistake.'),
    onNotice: ({ level, text, ...call }) => log[level](call, text),
  });
  side.onUpgrade((request, socket, head) => {
    const { method = '', url = '', headers } = request;
    if (!(socket instanceof Socket)) return;
    stopReading(socket);
    report({ type: 'upgrade', method, url, headers, head }, socket);
  });
  setInterval(reportServed, REPORT_MS).unref();
  setInterval(() => refusals.sweep(), REPORT_MS).unref();
  setInterval(() => unanswered.sweep(), REPORT_MS).unref();
  report({ type: 'opened', isWebBuilt: side.isWebBuilt });
  return side;
}

async function listen(side: HttpSide, at: { readonly host: string; readonly port: number }): Promise<number> {
  for (let left = PORT_TRIES; ; left -= 1) {
    try {
      return await side.listen(at);
    } catch (error) {
      const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
      if (!isTaken || left <= 1) throw error;
      await new Promise((resolve) => setTimeout(resolve, PORT_RETRY_MS));
    }
  }
}

let side: HttpSide | undefined;

async function obey(instruction: Instruction): Promise<void> {
  if (instruction.type === 'open') side = await open(instruction);
  else if (!side) throw new Error('Invariant: the HTTP side is opened first');
  else if (instruction.type === 'listen')
    report({ type: 'listening', port: await listen(side, instruction) });
  else {
    await side.close();
    reportServed();
    process.disconnect?.();
  }
}

process.on('message', (instruction: Instruction) => {
  obey(instruction).catch((error: unknown) => {
    const { message, code } =
      error instanceof Error
        ? { code: undefined, ...error, message: error.message }
        : { message: String(error) };
    report({ type: 'failed', message, code: typeof code === 'string' ? code : undefined });
  });
});
