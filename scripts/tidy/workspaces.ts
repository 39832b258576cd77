/** The workspaces as the walls between them see them, and where an import leads. */
import { posix } from 'node:path';
import type { ImportStatement, SourceFile } from './source.ts';

export type Workspace = {
  /** `@tarazu/core`, or `tarazu` for the root itself. */
  readonly name: string;
  /** Folder from the root; empty for the root itself. */
  readonly folder: string;
  /** Paths other workspaces may import, like `@tarazu/core/values`, each with its file. */
  readonly exports: ReadonlyMap<string, string>;
  /** Packages its own package.json names. */
  readonly dependencies: ReadonlySet<string>;
};

export type Destination =
  | { readonly kind: 'file'; readonly path: string; readonly workspace: Workspace }
  | { readonly kind: 'unexported'; readonly workspace: Workspace }
  | { readonly kind: 'builtin' }
  | { readonly kind: 'package'; readonly name: string };

export type Manifest = {
  readonly name?: string;
  readonly exports?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
};

export function workspaceOf(folder: string, manifest: Manifest): Workspace {
  const name = manifest.name ?? folder;
  const exported = Object.entries(manifest.exports ?? {}).map(
    ([key, file]) => [posix.join(name, key), posix.join(folder, file)] as const,
  );
  const dependencies = [manifest.dependencies, manifest.devDependencies, manifest.optionalDependencies];
  return {
    name,
    folder,
    exports: new Map(exported),
    dependencies: new Set(dependencies.flatMap((group) => Object.keys(group ?? {}))),
  };
}

/** The innermost workspace that holds the path. */
export function homeOf(path: string, workspaces: readonly Workspace[]): Workspace {
  const holders = workspaces.filter(({ folder }) => folder === '' || path.startsWith(`${folder}/`));
  const home = holders.sort((left, right) => right.folder.length - left.folder.length)[0];
  if (home === undefined) throw new Error(`Invariant: ${path} lies in no workspace; the root must be one.`);
  return home;
}

/** Path to which an import leads; the same answer Node and the type checker give, without asking the disk. */
export function destinationOf(
  file: SourceFile,
  statement: ImportStatement,
  workspaces: readonly Workspace[],
): Destination {
  const target = statement.target.replace(/\?.*$/, '');
  if (target.startsWith('node:')) return { kind: 'builtin' };
  if (target.startsWith('.')) return fileAt(posix.join(posix.dirname(file.path), target), workspaces);
  if (target.startsWith('#')) {
    return fileAt(posix.join(homeOf(file.path, workspaces).folder, 'src', target.slice(1)), workspaces);
  }
  const name = target
    .split('/')
    .slice(0, target.startsWith('@') ? 2 : 1)
    .join('/');
  const workspace = workspaces.find((candidate) => candidate.name === name && candidate.folder !== '');
  if (workspace === undefined) return { kind: 'package', name };
  const path = workspace.exports.get(target);
  return path === undefined ? { kind: 'unexported', workspace } : { kind: 'file', path, workspace };
}

function fileAt(path: string, workspaces: readonly Workspace[]): Destination {
  return { kind: 'file', path, workspace: homeOf(path, workspaces) };
}
