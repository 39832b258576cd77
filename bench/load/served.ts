import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Served {
  readonly port: number;
  readonly tokens: readonly string[];
  readonly price: number;
  readonly processId: number;
  /** After everything unused is collected. */
  weigh(): Promise<{ readonly heapBytes: number; readonly residentBytes: number }>;
  /** The engine's thread since the last look: its longest turn by the wall, and its processor time. */
  thread(): Promise<{ readonly longestTurnMs: number; readonly busyPercent: number }>;
}

const STOP_MS_MAX = 20_000;

/**
 * Runs something against the product in a process of its own, on a database of its own, and clears both away.
 */
export async function withServer(what: (served: Served) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'tarazu-bench-'));
  const server = fork(join(import.meta.dirname, 'gen-served.ts'), [folder], {
    execArgv: ['--expose-gc'],
  });
  try {
    const opened = await answerOf<Pick<Served, 'port' | 'tokens' | 'price'>>(server);
    const ask = <Answer>(question: 'weigh' | 'thread'): Promise<Answer> => {
      const answer = answerOf<Answer>(server);
      server.send(question);
      return answer;
    };
    await what({
      ...opened,
      processId: server.pid ?? 0,
      weigh: () => ask('weigh'),
      thread: () => ask('thread'),
    });
  } finally {
    if (server.exitCode === null) {
      server.kill('SIGTERM');
      const late = setTimeout(() => server.kill('SIGKILL'), STOP_MS_MAX);
      await once(server, 'exit');
      clearTimeout(late);
    }
    rmSync(folder, { recursive: true, force: true });
  }
}

async function answerOf<Answer>(child: ChildProcess): Promise<Answer> {
  const ended = once(child, 'exit').then(() => {
    throw new Error('The server of the bench ended too early.');
  });
  const [answer] = await Promise.race([once(child, 'message'), ended]);
  return answer;
}
