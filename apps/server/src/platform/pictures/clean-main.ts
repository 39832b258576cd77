/**
 * Process that decodes one picture, from standard input to newly encoded pixels, and ends: without network,
 * files, settings or keys. Decoders are WebAssembly, which reaches nothing but its own memory.
 */
import { readFileSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import * as jpegDecoder from '@jsquash/jpeg/decode.js';
import * as jpegEncoder from '@jsquash/jpeg/encode.js';
import * as pngDecoder from '@jsquash/png/decode.js';
import * as webpDecoder from '@jsquash/webp/decode.js';
import { PIXELS_MAX, QUALITY, SIDE_MAX } from './cleaner-limits.ts';
import { type PictureHead, pictureHeadOf } from './picture-head.ts';
import { contrastOf, type Pixels, printOf, resampled, shrunk } from './pixels.ts';
import { marked } from './watermark.ts';

const CODE = {
  jpeg: '@jsquash/jpeg/codec/dec/mozjpeg_dec.wasm',
  png: '@jsquash/png/codec/pkg/squoosh_png_bg.wasm',
  webp: '@jsquash/webp/codec/dec/webp_dec.wasm',
  encoder: '@jsquash/jpeg/codec/enc/mozjpeg_enc.wasm',
} as const;

/** Node has it, its types do not. */
declare const WebAssembly: { readonly Module: new (bytes: Uint8Array) => object };

function codeOf(name: keyof typeof CODE): object {
  return new WebAssembly.Module(readFileSync(new URL(import.meta.resolve(CODE[name]))));
}

/** The decoders give their pixels as the browser's class, which Node has not. */
Object.defineProperty(globalThis, 'ImageData', {
  value: class {
    readonly data: Uint8ClampedArray;
    readonly width: number;
    readonly height: number;
    constructor(data: Uint8ClampedArray, width: number, height: number) {
      this.data = data;
      this.width = width;
      this.height = height;
    }
  },
});

const DECODERS: Readonly<Record<PictureHead['type'], (bytes: ArrayBuffer) => Promise<Pixels>>> = {
  jpeg: async (bytes) => {
    await jpegDecoder.init(codeOf('jpeg'));
    return jpegDecoder.default(bytes, { preserveOrientation: true });
  },
  png: async (bytes) => {
    await pngDecoder.init(codeOf('png'));
    return pngDecoder.default(bytes);
  },
  webp: async (bytes) => {
    await webpDecoder.init(codeOf('webp'));
    return webpDecoder.default(bytes);
  },
};

async function clean(bytes: Buffer, words: string | undefined): Promise<void> {
  const head = pictureHeadOf(bytes);
  if (head === undefined || head === 'broken') return tell({ problem: head ?? 'type' });
  if (head.width * head.height > PIXELS_MAX) return tell({ problem: 'pixels' });
  const decoded = await DECODERS[head.type](new Uint8Array(bytes).buffer);
  // A decoder that finds another size than the head said was told two things by one file.
  const sides = [decoded.width, decoded.height].sort().join();
  if (sides !== [head.width, head.height].sort().join()) return tell({ problem: 'broken' });
  const small = shrunk(decoded, SIDE_MAX);
  const opaque = small === decoded ? resampled(small, small.width, small.height) : small;
  const drawn = words === undefined ? opaque : marked(opaque, words);
  await jpegEncoder.init(codeOf('encoder'));
  const kept = await jpegEncoder.default(
    { data: drawn.data, width: drawn.width, height: drawn.height, colorSpace: 'srgb' },
    { quality: QUALITY, progressive: false, trellis_multipass: false },
  );
  const { width, height } = decoded;
  const print = Buffer.from(printOf(opaque)).toString('hex');
  tell({ width, height, contrast: contrastOf(opaque), print }, Buffer.from(kept));
}

/** One line of JSON, and the picture behind it. */
function tell(facts: object, picture = Buffer.alloc(0)): void {
  process.stdout.write(Buffer.concat([Buffer.from(`${JSON.stringify(facts)}\n`), picture]));
}

const [, , words] = process.argv;
await clean(await buffer(process.stdin), words);
