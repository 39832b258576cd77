import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** Two encodings of a file's bytes, of which a browser names those that it takes. */
export interface CompressedForms {
  readonly gzip: Buffer;
  readonly brotli: Buffer;
}

/** Beside the build, below a name that is not served: both forms of a file under the mark of its content. */
const FOLDER = '.compressed';
const COMPRESSED_ALREADY = new Set(['.png', '.ico', '.woff2']);
const COMPRESSION_MIN_BYTES = 1_024;

const compressGzip = promisify(gzip);
const compressBrotli = promisify(brotliCompress);

/** The mark of a content: 22 characters of its SHA-256. */
export function markOf(plain: Buffer): string {
  return createHash('sha256').update(plain).digest('base64url').slice(0, 22);
}

/** Whether a file is worth the work: images and fonts are packed already. */
export function isCompressed(path: string, plain: Buffer): boolean {
  return !COMPRESSED_ALREADY.has(extname(path)) && plain.length >= COMPRESSION_MIN_BYTES;
}

export async function compress(plain: Buffer): Promise<CompressedForms> {
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  const [gzipped, brotli] = await Promise.all([
    compressGzip(plain, { level: 9 }),
    compressBrotli(plain, { params }),
  ]);
  return { gzip: gzipped, brotli };
}

/** Keeps both forms with the build, so that no start of a server has to make them again. */
export async function cacheForms(build: string, files: Iterable<readonly [path: string, plain: Buffer]>) {
  mkdirSync(join(build, FOLDER), { recursive: true });
  for (const [path, plain] of files) {
    if (!isCompressed(path, plain)) continue;
    const forms = await compress(plain);
    writeFileSync(pathOf(build, plain, 'gz'), forms.gzip);
    writeFileSync(pathOf(build, plain, 'br'), forms.brotli);
  }
}

/** The forms that the build kept; undefined for a content that the start made, such as a page's document. */
export function cachedForms(build: string, plain: Buffer): CompressedForms | undefined {
  const brotli = pathOf(build, plain, 'br');
  const gzipped = pathOf(build, plain, 'gz');
  if (!existsSync(brotli) || !existsSync(gzipped)) return undefined;
  return { gzip: readFileSync(gzipped), brotli: readFileSync(brotli) };
}

function pathOf(build: string, plain: Buffer, ending: 'br' | 'gz'): string {
  return join(build, FOLDER, `${markOf(plain)}.${ending}`);
}
