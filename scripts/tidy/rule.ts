import type { Glossary } from './glossary.ts';
import type { SourceFile } from './source.ts';
import type { Workspace } from './workspaces.ts';

/** Everything a rule may look at. Rules do not read files. */
export type Project = {
  readonly files: readonly SourceFile[];
  readonly workspaces: readonly Workspace[];
  readonly glossary: Glossary;
};

export type Violation = {
  readonly path: string;
  readonly line: number;
  /** Fault and remedy, in one sentence. */
  readonly message: string;
};

export type Rule = {
  readonly name: string;
  readonly summary: string;
  readonly check: (project: Project) => Iterable<Violation>;
};
