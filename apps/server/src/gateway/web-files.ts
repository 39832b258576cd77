import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { join, relative, sep } from 'node:path';
import * as z from 'zod/mini';
import { cachedForms, compress, isCompressed } from '#gateway/compressed-forms.ts';
import { type StoredFile, sendStored, storedFile } from '#gateway/stored-file.ts';

/**
 * The built app, read once into memory with its compressed
 * forms: a few megabytes that never touch the disk again.
 */
export interface WebFiles {
  /** Serves the path, or a page for any path that is not a file's; false where there is no such file. */
  serve(path: string, headers: IncomingHttpHeaders, response: ServerResponse): boolean;
  /** Whether the path would be served. */
  has(path: string): boolean;
  readonly isBuilt: boolean;
  /** When the compressed forms are ready; until then files go out plain. */
  readonly compressed: Promise<void>;
}

export interface WebFileOptions {
  readonly folder: string;
  /** The origin to which the page shall send its calls when it is not where it came from. */
  readonly apiOrigin: string | undefined;
  readonly everywhere: Readonly<Record<string, string>>;
  readonly page: Readonly<Record<string, string>>;
}

/** Vite puts the hash of the content into the names below `assets`. */
const HASHED_FOLDERS = ['/assets/', '/console/assets/'];
const IMMUTABLE = 'public, max-age=31536000, immutable';
const INDEX = '/index.html';
/** The document of the staff console, for every address below it. */
const CONSOLE = '/console';
const CONSOLE_INDEX = '/console/console.html';
const WORKER = '/sw.js';
const API_ORIGIN_UNSAID = '<meta name="api-origin" content=""';
const PRELOADS = z.record(z.string(), z.array(z.string()));

export function openWebFiles(options: WebFileOptions): WebFiles {
  const files = readFolder(options);
  return {
    compressed: compressAll(files, options.folder),
    isBuilt: files.has(INDEX),
    has: (path) => fileOf(files, path) !== undefined,
    serve: (path, headers, response) => {
      const file = fileOf(files, path);
      if (file === undefined) return false;
      const { everywhere, page } = options;
      sendStored(file, headers, { response, safe: file.isPage ? { ...everywhere, ...page } : everywhere });
      return true;
    },
  };
}

/** A path without a point in its last part is a page of the app, which routes it itself (history mode). */
function fileOf(files: ReadonlyMap<string, StoredFile>, path: string): StoredFile | undefined {
  const exact = files.get(path);
  if (exact !== undefined) return exact;
  if (path.slice(path.lastIndexOf('/')).includes('.')) return undefined;
  return files.get(path === CONSOLE || path.startsWith(`${CONSOLE}/`) ? CONSOLE_INDEX : INDEX);
}

function readFolder({ folder, apiOrigin }: WebFileOptions): Map<string, StoredFile> {
  const files = new Map<string, StoredFile>();
  for (const name of namesBelow(folder)) {
    const path = `/${name.replaceAll(sep, '/')}`;
    const plain = readFileSync(join(folder, name));
    files.set(path, fileAt(path, plain));
  }
  if (apiOrigin !== undefined) tellApiOrigin(files, apiOrigin);
  for (const [path, page] of pagesOf(folder, files.get(INDEX)?.plain)) files.set(path, page);
  return files;
}

/** A file at its path, which says how long it may be kept. */
function fileAt(path: string, plain: Buffer): StoredFile {
  const isHashed = HASHED_FOLDERS.some((folder) => path.startsWith(folder));
  return { ...storedFile(path, plain), ...(isHashed && { cacheControl: IMMUTABLE }) };
}

/**
 * Place of the calls, written into the document together with the mark by which browsers ask for a new one.
 */
function tellApiOrigin(files: Map<string, StoredFile>, apiOrigin: string): void {
  tellOrigin(files, CONSOLE_INDEX, apiOrigin);
  const texts = tellOrigin(files, INDEX, apiOrigin);
  if (texts === undefined) return;
  const { built, told: served } = texts;
  const worker = files.get(WORKER);
  if (worker === undefined) return;
  const listed = worker.plain.toString('utf8').replace(md5(built), () => md5(served));
  files.set(WORKER, fileAt(WORKER, Buffer.from(listed)));
}

function tellOrigin(
  files: Map<string, StoredFile>,
  path: string,
  apiOrigin: string,
): { readonly built: string; readonly told: string } | undefined {
  const document = files.get(path);
  if (document === undefined) return undefined;
  const built = document.plain.toString('utf8');
  assert(built.split(API_ORIGIN_UNSAID).length === 2, 'Invariant: the document has one place for its API');
  const told = built.replace(API_ORIGIN_UNSAID, () => API_ORIGIN_UNSAID.replace('""', `"${apiOrigin}"`));
  files.set(path, fileAt(path, Buffer.from(told)));
  return { built, told };
}

/** The mark by which the worker's list knows a content. */
function md5(text: string): string {
  return createHash('md5').update(text).digest('hex');
}

/**
 * Code of each page, named in the document of its address, so that browsers fetch it along with the entry.
 */
function pagesOf(folder: string, index: Buffer | undefined): [string, StoredFile][] {
  const list = join(folder, '.vite', 'page-preloads.json');
  if (index === undefined || !existsSync(list)) return [];
  const preloads = PRELOADS.parse(JSON.parse(readFileSync(list, 'utf8')));
  const html = index.toString('utf8');
  return Object.entries(preloads).map(([path, names]) => {
    const links = names.map((name) => `<link rel="modulepreload" crossorigin href="/${name}">`).join('\n');
    const document = html.replace('</head>', () => `${links}\n</head>`);
    return [path, fileAt(INDEX, Buffer.from(document))];
  });
}

/** Names of the files to serve; empty while the app has not been built: the calls work without it. */
export function namesBelow(folder: string): string[] {
  try {
    return (
      readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
        // Names that begin with a point are the build's own.
        .filter((name) => !name.split(sep).some((part) => part.startsWith('.')))
    );
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}

/** The forms that came with the build are there at once; documents that this start wrote are made in turn. */
async function compressAll(files: ReadonlyMap<string, StoredFile>, build: string): Promise<void> {
  const made: StoredFile[] = [];
  for (const [path, file] of files) {
    if (!isCompressed(path, file.plain)) continue;
    const kept = cachedForms(build, file.plain);
    if (kept) file.forms = kept;
    else made.push(file);
  }
  for (const file of made) file.forms = await compress(file.plain);
}
