/** A tiny project in memory for the tests of rules: paths and texts in, `path:line message` out. */
import { glossaryFrom } from './glossary.ts';
import type { Rule } from './rule.ts';
import { sourceFile } from './source.ts';
import { workspaceOf } from './workspaces.ts';

const workspaces = [
  workspaceOf('', { name: 'tarazu', devDependencies: { 'fast-check': '4' } }),
  workspaceOf('packages/core', {
    name: '@tarazu/core',
    exports: { '.': './src/engine.ts', './values': './src/values/index.ts' },
  }),
  workspaceOf('packages/protocol', {
    name: '@tarazu/protocol',
    exports: { '.': './src/index.ts' },
    dependencies: { '@tarazu/core': '1', zod: '4' },
  }),
  workspaceOf('apps/server', {
    name: '@tarazu/server',
    dependencies: { '@tarazu/core': '1', '@tarazu/protocol': '1', pg: '8' },
  }),
  workspaceOf('apps/web', {
    name: '@tarazu/web',
    dependencies: { '@tarazu/core': '1', '@tarazu/protocol': '1', react: '19' },
  }),
];

/** Violations of the rule in the sample, each as `path:line message`. */
export function check(rule: Rule, sample: Readonly<Record<string, string>>, glossary = ''): string[] {
  const files = Object.entries(sample).map(([path, text]) => sourceFile(path, text));
  const violations = rule.check({ files, workspaces, glossary: glossaryFrom(glossary) });
  return Array.from(violations, ({ path, line, message }) => `${path}:${line} ${message}`);
}
