/** Runs one benchmark by name: `npm run bench -- orders`. */
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { join } from 'node:path';
import { endWith, readArguments } from './run/arguments.ts';
import { benchHelp } from './run/bench-help.mjs';
import { benchesIn } from './run/commands.mjs';
import { root } from './run/root.ts';
import { serverFlags } from './run/server-flags.mjs';

const folder = join(root, 'bench');
const names = benchesIn(folder);
const [name, ...args] = process.argv.slice(2);

if (name === undefined || !names.includes(name)) {
  const problem = name === undefined ? 'Which benchmark?' : `There is no benchmark "${name}".`;
  const list = names.length === 0 ? 'There are none yet.' : `There are: ${names.join(', ')}.`;
  process.stderr.write(`${problem} ${list}\n`);
  process.exit(1);
}

checkArguments(name, args);

/** Benches that hold an engine as the server does: with its nursery, so that its collections are as many. */
const AS_SERVER = new Set(['commands', 'writer']);

// A process of its own: what is measured must not share a heap with anything.
const file = join(folder, `${name}.ts`);
const flags = AS_SERVER.has(name) ? serverFlags : [];
const child = spawn(process.execPath, ['--expose-gc', ...flags, file, ...args], {
  stdio: ['ignore', 'inherit', 'inherit'],
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
child.on('exit', (code, signal) =>
  process.exit(code ?? 128 + (signal === null ? 0 : constants.signals[signal])),
);

/**
 * By the help of a benchmark, which names all that it takes: before its modules are loaded, some of which
 * open a database.
 */
function checkArguments(bench: string, given: readonly string[]): void {
  const help = benchHelp[bench] ?? '';
  const described = [...help.matchAll(/^ {2}--([\w-]+)(?: +<(\w+)>)?/gm)];
  const options = Object.fromEntries(
    described.map(([, option = '', value]) => [option, { type: value ? 'string' : 'boolean' } as const]),
  );
  const command = `bench -- ${bench}`;
  const allowPositionals = help.includes('[FLOW]');
  const { values } = readArguments(command, { args: [...given], options, allowPositionals });
  for (const [, option = '', value] of described) {
    const text = values[option];
    if (value !== 'n' || typeof text !== 'string' || /^\d+(\.\d+)?$/.test(text)) continue;
    endWith(command, { problem: `--${option} is a number and not "${text}"`, options: Object.keys(options) });
  }
}
