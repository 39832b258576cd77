import { readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import type { Operation } from '@tarazu/protocol';
import { describeCalls } from '#gateway/openapi/openapi.ts';

/** The description of all calls, and a page of our own to read and search it. */
export interface ApiPage {
  readonly paths: readonly string[];
  sendFile(path: string, response: ServerResponse): void;
  sendDescription(response: ServerResponse): void;
}

const FOLDER = join(import.meta.dirname, 'api-page');
const FILES: readonly (readonly [path: string, file: string])[] = [
  ['/api', 'page.html'],
  ['/api/page.css', 'page.css'],
  ['/api/page.js', 'page.js'],
];
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
};

export function openApiPage(options: {
  readonly operations: readonly Operation[];
  readonly version: string;
  readonly everywhere: Readonly<Record<string, string>>;
  readonly page: Readonly<Record<string, string>>;
}): ApiPage {
  const description = Buffer.from(JSON.stringify(describeCalls(options.operations, options.version)));
  const files = new Map(
    FILES.map(([path, file]) => [
      path,
      { type: TYPES[extname(file)] ?? '', body: readFileSync(join(FOLDER, file)) },
    ]),
  );
  const sendBytes = (
    response: ServerResponse,
    bytes: { readonly type: string; readonly body: Buffer },
  ): void => {
    const headers = { ...options.everywhere, ...options.page, 'cache-control': 'no-cache' };
    response
      .writeHead(200, { ...headers, 'content-type': bytes.type, 'content-length': bytes.body.length })
      .end(bytes.body);
  };
  return {
    paths: FILES.map(([path]) => path),
    sendFile: (path, response) => {
      const file = files.get(path);
      if (file !== undefined) sendBytes(response, file);
    },
    sendDescription: (response) =>
      sendBytes(response, { type: 'application/json; charset=utf-8', body: description }),
  };
}
