/** Which test files there are and in which order and company they run. */
import { existsSync, readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, relative } from 'node:path';

export type TestGroup = {
  readonly name: 'pure' | 'server' | 'journeys';
  readonly files: readonly string[];
  /** Files that run at the same time. */
  readonly concurrency: number;
};

const skippedFolders = new Set(['node_modules', 'dist', '.cache', 'data', 'coverage']);
const testRoots = ['packages', 'apps', 'scripts', 'bench', 'e2e'];
/**
 * Each server file may start a PostgreSQL of its own: more at a time than this only makes all of them slow.
 */
const SERVER_CONCURRENCY_MAX = 2;

/**
 * All test files of the repository as paths from its root, kept
 * when they contain one of the filters (or none is given).
 */
export function testFiles(base: string, filters: readonly string[]): string[] {
  return testRoots
    .flatMap((name) => testFilesBelow(join(base, name)))
    .map((path) => relative(base, path).replaceAll('\\', '/'))
    .filter((path) => filters.length === 0 || filters.some((filter) => path.includes(filter)))
    .sort();
}

/**
 * Pure tests first, because they answer soonest; journeys
 * last and alone, because a browser needs the machine.
 */
export function groupsOf(files: readonly string[]): TestGroup[] {
  const cores = availableParallelism();
  const kindOf = (path: string): TestGroup['name'] => {
    if (path.startsWith('e2e/')) return 'journeys';
    return path.startsWith('apps/server/') ? 'server' : 'pure';
  };
  const groups: TestGroup[] = [
    { name: 'pure', files: files.filter((path) => kindOf(path) === 'pure'), concurrency: cores },
    {
      name: 'server',
      files: files.filter((path) => kindOf(path) === 'server'),
      concurrency: Math.min(cores, SERVER_CONCURRENCY_MAX),
    },
    { name: 'journeys', files: files.filter((path) => kindOf(path) === 'journeys'), concurrency: 1 },
  ];
  return groups.filter((group) => group.files.length > 0);
}

function testFilesBelow(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return skippedFolders.has(entry.name) ? [] : testFilesBelow(path);
    return entry.name.endsWith('.test.ts') ? [path] : [];
  });
}
