import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { realpathSync } from 'node:fs';
import { setPriority } from 'node:os';
import { dirname, join } from 'node:path';
import { pipeline, type Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import * as z from 'zod/mini';
import { STORED_BYTES_MAX } from './cleaner-limits.ts';

/** A picture that was decoded and encoded anew: nothing of the file that came is in it but what one sees. */
export interface CleanPicture {
  /** JPEG, its longer side at most 1,600 pixels. */
  readonly bytes: Buffer;
  /** Pixels of the picture that came. */
  readonly width: number;
  readonly height: number;
  /** Standard deviation of brightness, 0 to 128. */
  readonly contrast: number;
  /** Its look in 64 bits. */
  readonly print: Buffer;
}

/** `type`: no picture that we read; `pixels`: too many; `broken`: it can't be decoded; `busy`: try later. */
export type CleanOutcome =
  | { readonly ok: true; readonly picture: CleanPicture }
  | { readonly ok: false; readonly problem: 'type' | 'pixels' | 'broken' | 'busy' };

const MAIN = join(import.meta.dirname, 'clean-main.ts');
/** A picture takes half a second of processor: a machine that is busy may need many times as long. */
const TIME_MS_MAX = 25_000;
/** Processes at a time, and pictures that may wait for one. */
const AT_ONCE = 1;
const WAITING_MAX = 6;
/**
 * Bounds that the system holds a process to: kilobytes of memory, of which Node alone reserves half; seconds
 * of processor; no file and no dump of its memory.
 */
const SHELL = 'ulimit -d 1200000; ulimit -t 10; ulimit -f 0; ulimit -c 0; exec "$0" "$@"';
const FACTS_BYTES_MAX = 1_024;

const factsSchema = z.union([
  z.object({
    width: z.number(),
    height: z.number(),
    contrast: z.number(),
    print: z.string().check(z.regex(/^[0-9a-f]{16}$/)),
  }),
  z.object({ problem: z.enum(['type', 'pixels', 'broken']) }),
]);

/** Node itself refuses the network, other programs, addons, and every file that is not named here. */
export function cleanerArguments(main: string): readonly string[] {
  const own = dirname(MAIN);
  const server = join(own, '..', '..', '..', 'package.json');
  const decoders = ['jpeg', 'png', 'webp'].map((name) =>
    dirname(realpathSync(fileURLToPath(import.meta.resolve(`@jsquash/${name}`)))),
  );
  return [
    '--permission',
    ...[own, server, ...decoders].map((path) => `--allow-fs-read=${path}`),
    '--max-old-space-size=128',
    '--disable-warning=ExperimentalWarning',
    main,
  ];
}

/** Decodes pictures, each in a process of its own that ends with it. */
export class PictureCleaner {
  readonly #waiting: (() => void)[] = [];
  readonly #children = new Set<ChildProcess>();
  #atWork = 0;

  /**
   * Reads the picture to its end, or destroys its source, and never rejects; `words` are written all over it.
   */
  async clean(source: Readable, words?: string): Promise<CleanOutcome> {
    if (!(await this.#enter())) {
      source.destroy();
      return { ok: false, problem: 'busy' };
    }
    try {
      return await this.#run(source, words === undefined ? [] : [words]);
    } finally {
      this.#atWork -= 1;
      this.#waiting.shift()?.();
    }
  }

  /** Ends what is being decoded. */
  stop(): void {
    for (const child of this.#children) child.kill('SIGKILL');
  }

  async #enter(): Promise<boolean> {
    if (this.#atWork >= AT_ONCE) {
      if (this.#waiting.length >= WAITING_MAX) return false;
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
    this.#atWork += 1;
    return true;
  }

  /** A process that ends otherwise than well, or says too much, could not decode; a late one had no time. */
  async #run(source: Readable, words: readonly string[]): Promise<CleanOutcome> {
    const child = spawn('/bin/sh', ['-c', SHELL, process.execPath, ...cleanerArguments(MAIN), ...words], {
      stdio: ['pipe', 'pipe', 'ignore'],
      env: {},
    });
    this.#children.add(child);
    let isLate = false;
    const late = setTimeout(() => {
      isLate = true;
      child.kill('SIGKILL');
    }, TIME_MS_MAX);
    giveWay(child);
    // A process that ends early breaks the pipe: how it ended says more.
    pipeline(source, child.stdin, () => undefined);
    const pieces: Buffer[] = [];
    let bytes = 0;
    child.stdout.on('data', (piece: Buffer) => {
      bytes += piece.length;
      if (bytes > STORED_BYTES_MAX + FACTS_BYTES_MAX) child.kill('SIGKILL');
      else pieces.push(piece);
    });
    try {
      const [code] = await once(child, 'close');
      if (isLate) return { ok: false, problem: 'busy' };
      return outcomeOf(code === 0 ? Buffer.concat(pieces) : undefined);
    } catch {
      return outcomeOf(undefined);
    } finally {
      clearTimeout(late);
      this.#children.delete(child);
    }
  }
}

/**
 * A third of an order's share of a processor, where there are too few: less, and a busy machine decodes none.
 */
const NICENESS = 5;

/** Orders go first where processors are few. */
function giveWay({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, NICENESS);
  } catch {
    // The process has ended already, or the system gives no such right.
  }
}

function outcomeOf(said: Buffer | undefined): CleanOutcome {
  const end = said?.indexOf('\n') ?? -1;
  if (said === undefined || end === -1) return { ok: false, problem: 'broken' };
  const facts = factsSchema.safeParse(parsed(said.toString('utf8', 0, end)));
  if (!facts.success) return { ok: false, problem: 'broken' };
  if ('problem' in facts.data) return { ok: false, problem: facts.data.problem };
  const { print, ...size } = facts.data;
  return { ok: true, picture: { ...size, print: Buffer.from(print, 'hex'), bytes: said.subarray(end + 1) } };
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
