import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { after, test } from 'node:test';
import { promisify } from 'node:util';
import { cleanerArguments, PictureCleaner } from './cleaner.ts';
import { PIXELS_MAX } from './cleaner-limits.ts';
import { pictureHeadOf } from './picture-head.ts';
import {
  blankPicture,
  documentPicture,
  PLACE_MARK,
  pngOf,
  pngWithText,
  taintedJpeg,
  turnedJpeg,
} from './test-pictures.ts';
import { marked } from './watermark.ts';

const cleaner = new PictureCleaner();
const clean = (bytes: Buffer) => cleaner.clean(Readable.from([bytes]));

async function cleaned(bytes: Buffer) {
  const outcome = await clean(bytes);
  assert.ok(outcome.ok, JSON.stringify(outcome));
  return outcome.picture;
}

test('JPEG, PNG and WebP become small JPEGs that look the same', async () => {
  const pictures = [];
  for (const type of ['jpeg', 'png', 'webp'] as const) {
    const text = type === 'webp' ? 'SELFIE' : 'FRONT';
    const picture = await cleaned(documentPicture({ width: 2_400, height: 1_500, type, text }));
    assert.deepEqual([picture.width, picture.height], [2_400, 1_500]);
    assert.deepEqual(pictureHeadOf(picture.bytes), { type: 'jpeg', width: 1_600, height: 1_000 });
    assert.ok(picture.contrast > 20, `${type} ${picture.contrast}`);
    pictures.push(picture);
  }
  const [one, again, other] = pictures;
  assert.ok(one && again && other);
  assert.ok(differing(one.print, again.print) <= 4, 'two copies of one photo');
  assert.ok(differing(one.print, other.print) > 8, 'two photos');
  assert.ok((await cleaned(blankPicture())).contrast < 2);
});

function differing(one: Buffer, other: Buffer): number {
  return [...one].reduce((sum, byte, place) => {
    const bits = byte ^ (other[place] ?? 0);
    return sum + bits.toString(2).replaceAll('0', '').length;
  }, 0);
}

test('what nobody sees is gone: where a photo was taken, and what hangs behind its end', async () => {
  const tainted = taintedJpeg();
  assert.ok(tainted.includes(PLACE_MARK) && tainted.includes('<script>'));
  const { bytes } = await cleaned(tainted);
  for (const mark of ['Exif', 'GPS', '<script>']) assert.equal(bytes.includes(mark), false, mark);
});

test('a photo that lies on its side stands upright when its note about that is gone', async () => {
  const { width, height, bytes } = await cleaned(turnedJpeg());
  assert.deepEqual([width, height], [640, 1_000]);
  assert.deepEqual(pictureHeadOf(bytes), { type: 'jpeg', width: 640, height: 1_000 });
});

test('words are written all over a picture, and what cannot be drawn leaves it as it is', async () => {
  const bytes = documentPicture();
  const plain = await cleaned(bytes);
  const over = await cleaner.clean(Readable.from([bytes]), '104233 2026-11-22');
  assert.ok(over.ok);
  assert.deepEqual(pictureHeadOf(over.picture.bytes), pictureHeadOf(plain.bytes));
  assert.deepEqual(over.picture.print, plain.print, 'what is told of the picture is what came');
  assert.notDeepEqual(over.picture.bytes, plain.bytes);
  const pixels = { data: new Uint8ClampedArray(400 * 300 * 4).fill(200), width: 400, height: 300 };
  const { data } = marked(pixels, '104233 2026-11-22');
  const quarters = [0, 1, 2, 3].map((quarter) => {
    const part = data.subarray((quarter * data.length) / 4, ((quarter + 1) * data.length) / 4);
    return part.filter((value) => value < 200).length;
  });
  for (const inked of quarters) assert.ok(inked > 1_000, quarters.join(' '));
  assert.deepEqual(marked(pixels, 'Asha').data, pixels.data);
});

const jpeg = documentPicture();
const REFUSED: Readonly<Record<string, readonly [problem: string, bytes: Buffer]>> = {
  nothing: ['type', Buffer.alloc(0)],
  text: ['type', Buffer.from('hello')],
  SVG: ['type', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
  GIF: ['type', Buffer.from('GIF89a\x01\x00\x01\x00', 'latin1')],
  PDF: ['type', Buffer.from('%PDF-1.7 \xff\xd8\xff', 'latin1')],
  HEIC: ['type', Buffer.from('\0\0\0\x18ftypheic', 'latin1')],
  'a page with a picture behind it': ['type', Buffer.concat([Buffer.from('<html>'), jpeg])],
  'a JPEG cut off in its head': ['broken', jpeg.subarray(0, 40)],
  'a JPEG of marks alone': ['broken', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0])],
  'a PNG cut off': ['broken', documentPicture({ type: 'png' }).subarray(0, 2_000)],
  'a WebP cut off': ['broken', documentPicture({ type: 'webp' }).subarray(0, 400)],
  'a PNG of no size': ['broken', pngOf({ width: 0, height: 10 })],
  '30,000 x 30,000 pixels': ['pixels', pngOf({ width: 30_000, height: 30_000 })],
  '4,294,967,295 pixels wide': ['pixels', pngOf({ width: 10, height: 4_294_967_295 })],
  'fewer rows than it says': ['broken', pngOf({ width: 4_000, height: 4_000, rows: 3 })],
};

/** A fault that the head alone tells needs no process to be tried: one of each kind goes all the way. */
const WHOLE_WAY = new Set(['SVG', '30,000 x 30,000 pixels']);

for (const [what, [problem, bytes]] of Object.entries(REFUSED)) {
  test(`refused: ${what}`, async () => {
    const head = pictureHeadOf(bytes);
    const isSeen = head === undefined || head === 'broken' || head.width * head.height > PIXELS_MAX;
    const seen = head === undefined ? 'type' : head === 'broken' ? 'broken' : 'pixels';
    if (isSeen) assert.equal(seen, problem);
    if (!isSeen || WHOLE_WAY.has(what)) assert.deepEqual(await clean(bytes), { ok: false, problem });
  });
}

test('a JPEG cut off in its picture is refused or shows its cut, and never more', async () => {
  const outcome = await clean(jpeg.subarray(0, jpeg.length / 2));
  assert.ok(!outcome.ok || outcome.picture.width === 1_000);
});

test('a text that unfolds to 200 MB costs nothing but the picture or the process', async () => {
  const outcome = await clean(pngWithText(200_000_000));
  assert.ok(outcome.ok || outcome.problem === 'broken');
  assert.ok((await clean(jpeg)).ok, 'and the next picture is read');
});

test('more pictures at once than there are places are told to come later', async () => {
  const nothing = Buffer.from('nothing');
  const outcomes = await Promise.all(Array.from({ length: 9 }, () => clean(nothing)));
  const problems = outcomes.map((outcome) => (outcome.ok ? '' : outcome.problem));
  assert.deepEqual(problems.toSorted(), [...Array(2).fill('busy'), ...Array(7).fill('type')]);
});

/** Tries of a decoder that somebody else took over, each with what it is told. */
const ESCAPES = {
  network: `import { connect } from 'node:net'; connect(9, '127.0.0.1').on('error', (e) => console.log(e.code));`,
  program: `import { spawnSync } from 'node:child_process'; try { spawnSync('id'); } catch (e) { console.log(e.code); }`,
  thread: `import { Worker } from 'node:worker_threads'; try { new Worker('1', { eval: true }); } catch (e) { console.log(e.code); }`,
  'a file of the machine': `import { readFileSync } from 'node:fs'; try { readFileSync('/etc/passwd'); } catch (e) { console.log(e.code); }`,
  'a file of ours': `import { writeFileSync } from 'node:fs'; try { writeFileSync('/tmp/tarazu-escape', ''); } catch (e) { console.log(e.code); }`,
};
const folder = mkdtempSync(join(import.meta.dirname, 'test-escape-'));
after(() => rmSync(folder, { recursive: true }));

for (const [what, code] of Object.entries(ESCAPES)) {
  test(`the process of a decoder reaches no ${what}`, async () => {
    const file = join(folder, `${what.replaceAll(' ', '-')}.mjs`);
    writeFileSync(file, code);
    const { stdout } = await promisify(execFile)(process.execPath, cleanerArguments(file), { env: {} });
    assert.equal(stdout.trim(), 'ERR_ACCESS_DENIED');
  });
}
