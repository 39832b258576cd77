/** Checks of our own: reads every file once and says file:line and what to do. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readArguments } from './run/arguments.ts';
import { root } from './run/root.ts';
import { wrapped } from './tidy/comments/columns.ts';
import { readProject } from './tidy/project.ts';
import { rules } from './tidy/rules.ts';

const { values: options } = readArguments('tidy', {
  options: {
    rule: { type: 'string', multiple: true },
    list: { type: 'boolean' },
    wrap: { type: 'boolean' },
  },
});
if (options.list === true) {
  for (const rule of rules) process.stdout.write(`${rule.name.padEnd(16)}${rule.summary}\n`);
  process.exit(0);
}
const unknown = (options.rule ?? []).filter((name) => !rules.some((rule) => rule.name === name));
if (unknown.length > 0) {
  process.stderr.write(`No rule is called ${unknown.join(', ')}; --list prints them.\n`);
  process.exit(1);
}

const startedAtMs = Date.now();
const project = readProject(root);
if (options.wrap === true) {
  for (const file of project.files.filter(({ isScript }) => isScript)) {
    const text = wrapped(file);
    if (text !== file.text) writeFileSync(join(root, file.path), text);
  }
  process.stdout.write('Long comments are wrapped.\n');
  process.exit(0);
}
const chosen = rules.filter((rule) => options.rule === undefined || options.rule.includes(rule.name));
let count = 0;
for (const rule of chosen) {
  for (const { path, line, message } of rule.check(project)) {
    count += 1;
    process.stdout.write(`${path}:${line}  ${rule.name}: ${message}\n`);
  }
}
const files = `${project.files.length} files, ${chosen.length} rules, ${Date.now() - startedAtMs} ms`;
process.stdout.write(count === 0 ? `Tidy (${files}).\n` : `${count} to correct (${files}).\n`);
process.exitCode = count === 0 ? 0 : 1;
