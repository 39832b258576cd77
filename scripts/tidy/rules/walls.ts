/** Walls between packages and folders: architecture section 3 as checks on imports. */
import { posix } from 'node:path';
import type { Project, Rule, Violation } from '../rule.ts';
import type { ImportStatement, SourceFile } from '../source.ts';
import { type Destination, destinationOf, homeOf, type Workspace } from '../workspaces.ts';

/**
 * Workspaces that each one may import, in one direction;
 * files of the root (scripts, e2e, bench) may import all.
 */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  '@tarazu/core': [],
  '@tarazu/protocol': ['@tarazu/core/values', '@tarazu/core/countries'],
  '@tarazu/server': [
    '@tarazu/core',
    '@tarazu/core/values',
    '@tarazu/core/checks',
    '@tarazu/core/countries',
    '@tarazu/core/identity',
    '@tarazu/core/proof',
    '@tarazu/core/rows',
    '@tarazu/core/simulation',
    '@tarazu/protocol',
  ],
  // `units`, `order-types`, `country-codes` and `currencies`
  // are the parts of others that the first load needs.
  '@tarazu/web': [
    '@tarazu/core/values',
    '@tarazu/core/units',
    '@tarazu/core/checks',
    '@tarazu/core/order-types',
    '@tarazu/core/countries',
    '@tarazu/core/country-codes',
    '@tarazu/core/currencies',
    '@tarazu/core/identity',
    '@tarazu/core/proof',
    '@tarazu/protocol',
  ],
};

/**
 * Workspaces that each one may import besides, as long as only
 * types are taken: these weigh nothing where they end up.
 */
const mayImportTypes: Readonly<Record<string, readonly string[]>> = { '@tarazu/protocol': ['@tarazu/core'] };

/** Workspaces that run in any JavaScript engine: their sources must not lean on Node. */
const withoutNode: readonly string[] = ['@tarazu/core', '@tarazu/protocol', '@tarazu/web'];

/** Folders of the app and the folders of the app they may not import. */
const webWalls: Readonly<Record<string, readonly string[]>> = {
  ui: ['client', 'widgets', 'pages', 'console', 'shell'],
  client: ['widgets', 'pages', 'console', 'ui'],
  widgets: ['pages', 'console'],
  pages: ['console'],
  console: ['pages'],
};

type Import = {
  readonly file: SourceFile;
  readonly statement: ImportStatement;
  readonly home: Workspace;
  readonly destination: Destination;
};

export const walls: Rule = {
  name: 'walls',
  summary: 'imports stay inside the walls between packages, folders, domains and page groups',
  *check(project: Project) {
    for (const file of project.files) {
      const home = homeOf(file.path, project.workspaces);
      for (const statement of file.imports) {
        const destination = destinationOf(file, statement, project.workspaces);
        const message = problemOf({ file, statement, home, destination }, project);
        if (message !== undefined)
          yield { path: file.path, line: statement.line, message } satisfies Violation;
      }
    }
  },
};

function problemOf(entry: Import, project: Project): string | undefined {
  const { statement, destination } = entry;
  if (statement.target.startsWith('../../')) {
    return `"${statement.target}" climbs more than one folder: write it from the root of the workspace, "#…".`;
  }
  if (destination.kind === 'builtin') return builtinProblem(entry);
  if (destination.kind === 'package') return packageProblem(entry, project);
  if (destination.kind === 'unexported') {
    return `"${statement.target}" is not exported by ${destination.workspace.name}: use one of ${exportsOf(destination.workspace)}.`;
  }
  return destination.workspace === entry.home
    ? insideProblem(entry, destination.path)
    : acrossProblem(entry, destination.workspace);
}

function builtinProblem({ file, statement, home }: Import): string | undefined {
  const isSource = file.path.startsWith(`${home.folder}/src/`) && !file.isTest;
  if (!isSource || !withoutNode.includes(home.name)) return undefined;
  return `"${statement.target}" is Node's, and ${home.name} runs without Node: pass in what it needs.`;
}

/** Root development tools may be used by tests and configuration, which never ship. */
function packageProblem({ file, home, destination }: Import, project: Project): string | undefined {
  if (destination.kind !== 'package') return undefined;
  if (home.dependencies.has(destination.name)) return undefined;
  const root = project.workspaces.find(({ folder }) => folder === '');
  const ships = file.path.startsWith(`${home.folder}/src/`) && !file.isTest;
  const isInRoot = root?.dependencies.has(destination.name) ?? false;
  const isOfAnyone = project.workspaces.some(({ dependencies }) => dependencies.has(destination.name));
  if (!ships && (isInRoot || (home.folder === '' && isOfAnyone))) return undefined;
  return `"${destination.name}" is not declared in ${posix.join(home.folder, 'package.json')}: declare it or do without.`;
}

function acrossProblem({ statement, home }: Import, other: Workspace): string | undefined {
  if (home.folder === '') return undefined;
  if (statement.target.startsWith('.')) {
    return `"${statement.target}" walks into ${other.name}: import it by name, one of ${exportsOf(other)}.`;
  }
  const allowed = [
    ...(mayImport[home.name] ?? []),
    ...((statement.isTypeOnly && mayImportTypes[home.name]) || []),
  ];
  if (!allowed.includes(statement.target)) {
    return `${home.name} may not import "${statement.target}" (imports go core ← protocol ← server, core/values, core/checks, core/countries, core/identity, core/proof and protocol ← web).`;
  }
  if (home.dependencies.has(other.name)) return undefined;
  return `"${other.name}" is not declared in ${home.folder}/package.json: declare it.`;
}

function insideProblem({ file, home }: Import, path: string): string | undefined {
  const from = file.path
    .slice(home.folder.length + 1)
    .split('/')
    .slice(1);
  const to = path
    .slice(home.folder.length + 1)
    .split('/')
    .slice(1);
  if (home.name === '@tarazu/server') return domainProblem(from, to);
  return home.name === '@tarazu/web' ? appProblem(from, to) : undefined;
}

function domainProblem(from: readonly string[], to: readonly string[]): string | undefined {
  if (to[0] !== 'domains' || (from[0] === 'domains' && from[1] === to[1])) return undefined;
  // Code shared by tests of several domains (`test-app.ts`) is not the inside of any.
  if (to[2] === 'index.ts' || to.at(-1)?.startsWith('test-')) return undefined;
  return `The inside of the domain ${to[1]} belongs to it: import "#domains/${to[1]}/index.ts".`;
}

function appProblem(from: readonly string[], to: readonly string[]): string | undefined {
  const [area = '', group] = from;
  const [areaTo = '', groupTo] = to;
  if (webWalls[area]?.includes(areaTo) === true) {
    return `${area}/ may not import ${areaTo}/: move what both need below ${area}/, or pass it in.`;
  }
  if (area === 'pages' && areaTo === 'pages' && from.length > 2 && to.length > 2 && group !== groupTo) {
    return `pages/${group} may not import pages/${groupTo}: what two groups share is a widget.`;
  }
  return undefined;
}

function exportsOf(workspace: Workspace): string {
  return [...workspace.exports.keys()].map((path) => `"${path}"`).join(', ') || '(it exports nothing)';
}
