import { readFileSync } from 'node:fs';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { API_PREFIX, type Operation } from '@tarazu/protocol';
import { compress, isCompressed } from '#gateway/compressed-forms.ts';
import { describeCalls } from '#gateway/openapi/openapi.ts';
import { type StoredFile, sendStored, storedFile } from '#gateway/stored-file.ts';

/** The description of all calls, and a page of our own to read and search it. */
export interface ApiPage {
  readonly paths: readonly string[];
  sendFile(path: string, headers: IncomingHttpHeaders, response: ServerResponse): void;
}

const FOLDER = join(import.meta.dirname, 'api-page');
export const DESCRIPTION = `${API_PREFIX}/openapi.json`;
const FILES: readonly (readonly [path: string, file: string])[] = [
  ['/api', 'page.html'],
  ['/api/page.css', 'page.css'],
  ['/api/page.js', 'page.js'],
  ['/api/example.mjs', 'example.mjs'],
];
export function openApiPage(options: {
  readonly operations: readonly Operation[];
  readonly version: string;
  readonly everywhere: Readonly<Record<string, string>>;
  readonly page: Readonly<Record<string, string>>;
}): ApiPage {
  const safe = { ...options.everywhere, ...options.page };
  const description = JSON.stringify(describeCalls(options.operations, options.version));
  const files = new Map([
    ...FILES.map(([path, file]) => [path, storedFile(file, readFileSync(join(FOLDER, file)))] as const),
    [DESCRIPTION, storedFile(DESCRIPTION, Buffer.from(description))] as const,
  ]);
  const packing = new Set<StoredFile>();
  /** Packed once, when somebody asks first: until then it goes out plain. */
  const pack = (file: StoredFile): void => {
    if (packing.has(file) || !isCompressed('', file.plain)) return;
    packing.add(file);
    void compress(file.plain).then((forms) => {
      file.forms = forms;
    });
  };
  return {
    paths: [...files.keys()],
    sendFile: (path, headers, response) => {
      const file = files.get(path);
      if (file === undefined) return;
      pack(file);
      sendStored(file, headers, { response, safe });
    },
  };
}
