/** The steps of `npm run verify`: each a list of calls of Node, all of which must end with status 0. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export type Step = {
  readonly name: string;
  readonly summary: string;
  /** Arguments of Node, one list for each call. */
  readonly calls: readonly (readonly string[])[];
};

/**
 * Steps that take minutes, install programs of Debian, and
 * are run before a release: `npm run verify -- --slow`.
 */
export function slowStepsOf(root: string): Step[] {
  const slow = (name: string): string => join(root, 'e2e', 'slow', `${name}.ts`);
  return [
    {
      name: 'proxies',
      summary: 'TLS behind nginx and Caddy, on one host and on two',
      calls: [['--test', slow('proxies')]],
    },
    {
      name: 'simulation',
      summary: 'a thousand seeds through the writer',
      calls: [[join(root, 'scripts', 'simulate.ts')]],
    },
    {
      name: 'looks',
      summary: 'every page in the looks that the tests leave out',
      calls: [['--test', slow('looks')]],
    },
    { name: 'firefox', summary: 'the main journeys in Firefox', calls: [['--test', slow('firefox')]] },
  ];
}

export function stepsOf(root: string): Step[] {
  const tool = (name: string, command: string): string => programOf(root, name, command);
  const script = (name: string): string => join(root, 'scripts', `${name}.ts`);
  return [
    {
      name: 'types',
      summary: 'every workspace and every test compiles',
      calls: typeProjects(root).map((path) => [
        tool('typescript', 'tsc'),
        '--noEmit',
        '--pretty',
        'false',
        '-p',
        path,
      ]),
    },
    {
      name: 'lint',
      summary: 'Biome: lint and format',
      calls: [[tool('@biomejs/biome', 'biome'), 'check', '--error-on-warnings', '.']],
    },
    { name: 'tidy', summary: 'walls, cycles, sizes, names, banned calls', calls: [[script('tidy')]] },
    {
      name: 'unused',
      summary: 'Knip: no unused file, export or package',
      calls: [[tool('knip', 'knip'), '--no-progress']],
    },
    {
      name: 'openapi',
      summary: 'Redocly and Spectral: the description of the calls',
      calls: [[script('check-openapi')]],
    },
    {
      name: 'subjects',
      summary: 'subjects of new commits: 12 to 72 characters',
      calls: [[join(root, 'scripts', 'verify', 'check-subjects.ts')]],
    },
    { name: 'tests', summary: 'npm test', calls: [[script('test')]] },
    { name: 'budgets', summary: 'the app weighs what it may', calls: [[script('budgets')]] },
  ];
}

/** Every TypeScript project of the repository: the root's, and one or two of each workspace. */
export function typeProjects(root: string): string[] {
  const { workspaces }: { workspaces: string[] } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  );
  return ['.', ...workspaces]
    .flatMap((folder) => [join(folder, 'tsconfig.json'), join(folder, 'tsconfig.test.json')])
    .filter((path) => existsSync(join(root, path)));
}

/**
 * The file behind a command of an installed package, so that it runs by this Node and not by the one in PATH.
 */
function programOf(root: string, name: string, command: string): string {
  const manifestPath = join(root, 'node_modules', name, 'package.json');
  const { bin }: { bin: string | Record<string, string> } = JSON.parse(readFileSync(manifestPath, 'utf8'));
  const file = typeof bin === 'string' ? bin : bin[command];
  if (file === undefined) throw new Error(`Condition: ${name} brings no command "${command}".`);
  return join(dirname(manifestPath), file);
}
