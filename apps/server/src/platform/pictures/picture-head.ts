/** Facts that the first bytes of a picture tell, without decoding it. */
export interface PictureHead {
  readonly type: 'jpeg' | 'png' | 'webp';
  readonly width: number;
  readonly height: number;
}

/**
 * Reads the head of a JPEG, PNG or WebP; `broken` where it is one of these and has no size, undefined for
 * anything else. Nothing is believed but the bytes: neither a name nor what the sender says.
 */
export function pictureHeadOf(bytes: Buffer): PictureHead | 'broken' | undefined {
  if (begins(bytes, [0xff, 0xd8, 0xff])) return jpegHead(bytes) ?? 'broken';
  if (begins(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return pngHead(bytes) ?? 'broken';
  if (textAt(bytes, 0) === 'RIFF' && textAt(bytes, 8) === 'WEBP') return webpHead(bytes) ?? 'broken';
  return undefined;
}

const begins = (bytes: Buffer, head: readonly number[]): boolean =>
  head.every((byte, place) => bytes[place] === byte);
const textAt = (bytes: Buffer, at: number): string => bytes.toString('latin1', at, at + 4);

function sized(type: PictureHead['type'], width: number, height: number): PictureHead | undefined {
  return width > 0 && height > 0 ? { type, width, height } : undefined;
}

function pngHead(bytes: Buffer): PictureHead | undefined {
  if (bytes.length < 33 || textAt(bytes, 12) !== 'IHDR') return undefined;
  return sized('png', bytes.readUInt32BE(16), bytes.readUInt32BE(20));
}

/** Frame headers, which have the size: all of C0 to CF but three tables that stand among them. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
}

/** Markers without a length: fill, restarts, begin and end. */
function isBare(marker: number): boolean {
  return marker === 0x01 || (marker >= 0xd0 && marker <= 0xd9);
}

function jpegHead(bytes: Buffer): PictureHead | undefined {
  let at = 2;
  while (at + 9 < bytes.length) {
    if (bytes[at] !== 0xff) return undefined;
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xff) at += 1;
    else if (isBare(marker)) at += 2;
    else if (isFrame(marker)) return sized('jpeg', bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5));
    else {
      const length = bytes.readUInt16BE(at + 2);
      if (length < 2) return undefined;
      at += 2 + length;
    }
  }
  return undefined;
}

function webpHead(bytes: Buffer): PictureHead | undefined {
  if (bytes.length < 30) return undefined;
  const kind = textAt(bytes, 12);
  if (kind === 'VP8X') return sized('webp', bytes.readUIntLE(24, 3) + 1, bytes.readUIntLE(27, 3) + 1);
  if (kind === 'VP8L') {
    const packed = bytes.readUInt32LE(21);
    return sized('webp', (packed & 0x3fff) + 1, ((packed >>> 14) & 0x3fff) + 1);
  }
  if (kind === 'VP8 ') return sized('webp', bytes.readUInt16LE(26) & 0x3fff, bytes.readUInt16LE(28) & 0x3fff);
  return undefined;
}
