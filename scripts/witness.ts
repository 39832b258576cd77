/** Keeps the signed heads of a server in a file of one's own, and says when its history was rewritten. */
import { closeSync, fsyncSync, openSync, writeFileSync, writeSync } from 'node:fs';
import type { LogHead } from '@tarazu/core/proof';
import { API_PREFIX } from '@tarazu/protocol';
import { type Verdict, witness, witnessLine } from '../apps/server/src/domains/proof/log/witness.ts';
import { readArguments } from './run/arguments.ts';
import { newestWitnessed } from './witnessed-heads.ts';

const TIMEOUT_MS = 20_000;
const REWRITTEN = 1;
const NOT_FOUND_OUT = 2;
const { values: flags, positionals } = readArguments(
  'witness',
  {
    allowPositionals: true,
    options: { file: { type: 'string', default: 'tarazu-heads.jsonl' }, key: { type: 'string' } },
  },
  NOT_FOUND_OUT,
);

const [url] = positionals;
if (url === undefined || !URL.canParse(url)) {
  process.stderr.write('npm run witness -- URL --file FILE: which server, such as https://tarazu.example?\n');
  process.exit(NOT_FOUND_OUT);
}
try {
  process.exitCode = report(
    await witness({ ask: ask(url), known: newestWitnessed(flags.file), publicKey: flags.key }),
  );
} catch (error) {
  process.stderr.write(
    `Nothing was found out about ${url}: ${error instanceof Error ? reasonOf(error) : error}\n`,
  );
  process.exitCode = NOT_FOUND_OUT;
}

/** The words of `fetch` tell only that it failed; what failed is its cause. */
function reasonOf({ message, cause }: Error): string {
  if (!(cause instanceof Error)) return message;
  return `${message} (${'code' in cause ? cause.code : cause.message})`;
}

function report(verdict: Verdict): number {
  process.stdout.write(`${verdict.sentence}\n`);
  if (verdict.name === 'agrees' && verdict.isNew) keep(flags.file, verdict.head);
  if (verdict.name !== 'rewritten') return 0;
  const path = `${flags.file}.evidence-${Date.now()}.json`;
  writeFileSync(path, `${JSON.stringify(verdict.evidence, undefined, 2)}\n`);
  process.stdout.write(`Both heads, which the server signed, are in ${path}. Keep it, and tell others.\n`);
  return REWRITTEN;
}

function ask(server: string): (path: string) => Promise<unknown> {
  return async (path) => {
    const response = await fetch(`${server.replace(/\/$/, '')}${API_PREFIX}${path}`, {
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const body: unknown = await response.json();
    if (typeof body !== 'object' || body === null || !('code' in body))
      throw new Error('it is no Tarazu server.');
    if (body.code === 0 && 'data' in body) return body.data;
    if ('reason' in body && body.reason === 'NOT_FOUND') return undefined;
    throw new Error(`it answers ${'msg' in body ? String(body.msg) : String(body.code)}.`);
  };
}

/** On the disk before anybody believes that it is kept. */
function keep(path: string, head: LogHead): void {
  const file = openSync(path, 'a');
  writeSync(file, witnessLine(head, Date.now()));
  fsyncSync(file);
  closeSync(file);
}
