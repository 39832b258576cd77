import { crc32, deflateSync } from 'node:zlib';
import { createCanvas } from '@napi-rs/canvas';

/** Pictures for tests: of documents, and of what is no picture at all. */

export interface DocumentPicture {
  readonly width?: number;
  readonly height?: number;
  /** Words on it, so that two pictures differ. */
  readonly text?: string;
  readonly type?: 'jpeg' | 'png' | 'webp';
}

/** A card with words on it. */
export function documentPicture(of: DocumentPicture = {}): Buffer {
  const { width = 1_000, height = 640, text = 'FRONT', type = 'jpeg' } = of;
  const canvas = createCanvas(width, height);
  const pen = canvas.getContext('2d');
  pen.fillStyle = '#f4efe2';
  pen.fillRect(0, 0, width, height);
  // Bars by the letters of the text: pictures of two texts look different from afar too.
  for (const [place, letter] of [...text].entries()) {
    pen.fillStyle = `hsl(${(letter.charCodeAt(0) * 47) % 360} 60% 35%)`;
    const tall = (height * ((letter.charCodeAt(0) * 13) % 80)) / 100;
    pen.fillRect((width * place) / text.length, height - tall, width / text.length - 2, tall);
  }
  pen.fillStyle = '#111';
  pen.font = `${Math.round(height / 8)}px serif`;
  pen.fillText(text, width / 20, height / 5);
  return type === 'png' ? canvas.encodeSync('png') : canvas.encodeSync(type);
}

/** A picture of one colour: nothing can be read on it. */
export function blankPicture(): Buffer {
  const canvas = createCanvas(1_000, 640);
  const pen = canvas.getContext('2d');
  pen.fillStyle = '#444';
  pen.fillRect(0, 0, 1_000, 640);
  return canvas.encodeSync('jpeg');
}

function pngChunk(kind: string, body: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(kind, 'latin1'), body]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(body.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(typed));
  return Buffer.concat([length, typed, sum]);
}

/** A PNG that is well formed, of that many pixels of one grey: a few kilobytes that unfold to very many. */
export function pngOf(size: {
  readonly width: number;
  readonly height: number;
  readonly rows?: number;
}): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(size.width, 0);
  head.writeUInt32BE(size.height, 4);
  head[8] = 8;
  const row = Buffer.alloc(size.width + 1);
  const rows = deflateSync(Buffer.concat(Array.from({ length: size.rows ?? 1 }, () => row)));
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    pngChunk('IHDR', head),
    pngChunk('IDAT', rows),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A PNG with a text chunk that unfolds to so many bytes. */
export function pngWithText(bytes: number): Buffer {
  const png = documentPicture({ type: 'png' });
  const body = Buffer.concat([Buffer.from('note\0\0', 'latin1'), deflateSync(Buffer.alloc(bytes))]);
  return Buffer.concat([png.subarray(0, 33), pngChunk('zTXt', body), png.subarray(33)]);
}

/** Where the photo was taken, as a telephone writes it. */
export const PLACE_MARK = 'GPSLatitude 22.5726 N Kolkata';

/** A JPEG with EXIF behind its first marker, and something else behind its end. */
export function taintedJpeg(tail = '<script>alert(1)</script>'): Buffer {
  const jpeg = documentPicture();
  const exif = Buffer.from(`Exif\0\0${PLACE_MARK}`, 'latin1');
  const head = Buffer.from([0xff, 0xe1, 0, exif.length + 2]);
  return Buffer.concat([jpeg.subarray(0, 2), head, exif, jpeg.subarray(2), Buffer.from(tail)]);
}

/** A JPEG whose EXIF says that it lies on its side. */
export function turnedJpeg(): Buffer {
  const exif = Buffer.from('Exif\0\0', 'latin1');
  const tiff = Buffer.from('4d4d002a000000080001011200030000000100060000000000', 'hex');
  const body = Buffer.concat([exif, tiff]);
  const jpeg = documentPicture();
  return Buffer.concat([
    jpeg.subarray(0, 2),
    Buffer.from([0xff, 0xe1, 0, body.length + 2]),
    body,
    jpeg.subarray(2),
  ]);
}
