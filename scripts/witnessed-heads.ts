/** The file in which a witness keeps the heads of a server. */
import { existsSync, readFileSync } from 'node:fs';
import type { LogHead } from '@tarazu/core/proof';
import { headOfLine } from '../apps/server/src/domains/proof/log/witness.ts';

/** The newest head of the file, which has one line for each, oldest first; undefined while it has none. */
export function newestWitnessed(path: string): LogHead | undefined {
  const text = existsSync(path) ? readFileSync(path, 'utf8').trimEnd() : '';
  return text === '' ? undefined : headOfLine(text.slice(text.lastIndexOf('\n') + 1));
}
