/** Every page that this build has, found by its file, with an address that shows something. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './root.ts';

export interface BuiltPage {
  /** `stock/stockKline`. */
  readonly name: string;
  /** `/pages/stock/stockKline?…`. */
  readonly path: string;
}

/** Pages that the spec does not know lie at an address of their own. */
const elsewhere: Readonly<Record<string, string>> = {
  'places/choose': '/choose-location',
  'places/open': '/open-location',
  'sandbox/outbox': '/sandbox',
};
const folder = join(root, 'apps', 'web', 'src', 'pages');

/** Pages are files named after their route, letter for letter; what they share lies in folders below. */
export function builtPages(queries: Readonly<Record<string, string>>): BuiltPage[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap((group) =>
      readdirSync(join(folder, group.name))
        .filter((file) => file.endsWith('.tsx') && !file.endsWith('.test.tsx'))
        .map((file) => `${group.name}/${file.slice(0, -'.tsx'.length)}`),
    )
    .sort()
    .map((name) => ({ name, path: (elsewhere[name] ?? `/pages/${name}`) + (queries[name] ?? '') }));
}
