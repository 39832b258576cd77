import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { extname } from 'node:path';
import { type CompressedForms, markOf } from '#gateway/compressed-forms.ts';

/** A file in memory, with the mark of its content and, once they are made, its compressed forms. */
export interface StoredFile {
  readonly type: string;
  readonly etag: string;
  readonly cacheControl: string;
  readonly isPage: boolean;
  readonly plain: Buffer;
  forms?: CompressedForms;
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
};

/** A file that browsers ask after each time, by its mark. */
export function storedFile(name: string, plain: Buffer): StoredFile {
  return {
    type: TYPES[extname(name)] ?? 'application/octet-stream',
    etag: `"${markOf(plain)}"`,
    cacheControl: 'no-cache',
    isPage: extname(name) === '.html',
    plain,
  };
}

export function sendStored(
  file: StoredFile,
  headers: IncomingHttpHeaders,
  to: { readonly response: ServerResponse; readonly safe: Readonly<Record<string, string>> },
): void {
  const shared = {
    ...to.safe,
    'cache-control': file.cacheControl,
    etag: file.etag,
    vary: 'Accept-Encoding',
  };
  if (isKept(file, headers['if-none-match'])) {
    to.response.writeHead(304, shared).end();
    return;
  }
  const { body, encoding } = encodedFor(file, headers['accept-encoding']);
  to.response
    .writeHead(200, {
      ...shared,
      'content-type': file.type,
      'content-length': body.length,
      ...(encoding === undefined ? {} : { 'content-encoding': encoding }),
    })
    .end(body);
}

/** A proxy that packs answers marks them as weak, and a cache may name several. */
function isKept({ etag }: StoredFile, asked: string | undefined): boolean {
  return asked?.split(',').some((one) => one.trim().replace(/^W\//, '') === etag) ?? false;
}

function encodedFor(
  file: StoredFile,
  accepted: string | string[] | undefined,
): { body: Buffer; encoding?: string } {
  const names = String(accepted ?? '')
    .split(',')
    .filter((part) => !/;\s*q=0(\.0*)?\s*$/.test(part))
    .map((part) => part.split(';')[0]?.trim());
  const { forms, plain } = file;
  if (forms !== undefined && names.includes('br')) return { body: forms.brotli, encoding: 'br' };
  if (forms !== undefined && names.includes('gzip')) return { body: forms.gzip, encoding: 'gzip' };
  return { body: plain };
}
