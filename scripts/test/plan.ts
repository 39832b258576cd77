/** Which test files there are and in which order and company they run. */
import { existsSync, readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, relative } from 'node:path';

export type TestGroup = {
  readonly name: 'pure' | 'server' | 'journeys';
  readonly files: readonly string[];
  /** Files that run at the same time. */
  readonly concurrency: number;
  /** Files that run beside these, one after the other: they wait for the clock and leave it the machine. */
  readonly waiting: readonly string[];
};

const skippedFolders = new Set(['node_modules', 'dist', '.cache', 'data', 'coverage']);
const testRoots = ['packages', 'apps', 'scripts', 'bench', 'e2e'];
/**
 * Each of these files runs a server, and most of them wait for the
 * same disk: more at a time than this only makes all of them slow.
 */
const SERVERS_MAX = 2;
/** A journey waits more than it works: two at a time take little more than half as long as one by one. */
const JOURNEYS_MAX = 2;
/**
 * Files that take longest, begun before the others of their group, so that none is left to run
 * alone at the end; any other order gives the same outcome.
 */
export const longest: readonly string[] = [
  'packages/core/src/simulation/simulation.test.ts',
  'packages/core/src/simulation/planted.test.ts',
  'apps/server/src/engine/simulation/simulation.test.ts',
  'apps/server/src/engine/simulation/planted.test.ts',
  'apps/server/src/domains/proof/heads-audit.test.ts',
  'apps/server/src/engine/faults.test.ts',
  'apps/server/src/domains/alerts/alerts.test.ts',
  'apps/server/src/market/live/auctions.test.ts',
  'apps/server/src/market/live/live-market.test.ts',
  'apps/server/src/main.test.ts',
  'e2e/pages/looks.test.ts',
  'e2e/pages/bengali.test.ts',
  'e2e/proof.test.ts',
  'e2e/people/account.test.ts',
  'e2e/rights.test.ts',
  'e2e/steady.test.ts',
];

/** Journeys in which a decision is due after a time, or a server is killed and comes back. */
export const waitingLong: readonly string[] = [
  'e2e/people/identity.test.ts',
  'e2e/people/review.test.ts',
  'e2e/unanswered.test.ts',
  'e2e/connection.test.ts',
];

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

/** Pure tests first, because they answer soonest; journeys last, each with a browser of its own. */
export function groupsOf(files: readonly string[]): TestGroup[] {
  const cores = availableParallelism();
  const kindOf = (path: string): TestGroup['name'] => {
    if (path.startsWith('e2e/')) return 'journeys';
    return path.startsWith('apps/server/') ? 'server' : 'pure';
  };
  const inOrder = [
    ...longest.filter((path) => files.includes(path)),
    ...files.filter((path) => !longest.includes(path)),
  ];
  const groupOf = (name: TestGroup['name'], concurrency: number): TestGroup => {
    const own = inOrder.filter((path) => kindOf(path) === name);
    return {
      name,
      files: own.filter((path) => !waitingLong.includes(path)),
      concurrency,
      waiting: waitingLong.filter((path) => own.includes(path)),
    };
  };
  const servers = Math.min(cores, SERVERS_MAX);
  const journeys = Math.min(cores, JOURNEYS_MAX);
  const groups = [groupOf('pure', cores), groupOf('server', servers), groupOf('journeys', journeys)];
  return groups.filter((group) => group.files.length + group.waiting.length > 0);
}

function testFilesBelow(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return skippedFolders.has(entry.name) ? [] : testFilesBelow(path);
    return entry.name.endsWith('.test.ts') ? [path] : [];
  });
}
