/**
 * The subjects of commits that are not on the main line yet: 12 to 72 characters. Where there is no main line
 * to compare with, such as in a copy without a remote, nothing is judged.
 */
import { execFileSync } from 'node:child_process';
import { root } from '../run/root.ts';
import { wrongSubjects } from './subjects.ts';

const MAIN = 'origin/main';

function git(...args: string[]): string | undefined {
  try {
    return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  } catch {
    return undefined;
  }
}

const known = git('rev-parse', '--verify', '--quiet', MAIN);
const subjects = known === undefined ? undefined : git('log', '--format=%s', `${MAIN}..HEAD`);
const wrong = wrongSubjects((subjects ?? '').split('\n').filter((line) => line !== ''));
for (const { subject, length } of wrong) process.stdout.write(`${length} characters: ${subject}\n`);
process.exitCode = wrong.length === 0 ? 0 : 1;
