import assert from 'node:assert/strict';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { writePdf } from '#platform/pdf/pdf-writer.ts';
import { Printer } from '#platform/pdf/printer.ts';
import type { PdfSheet } from '#platform/pdf/sheet.ts';
import { Typeface } from '#platform/pdf/typeface.ts';

const PAPERS: Readonly<Record<string, PdfSheet>> = {
  bengali: {
    title: 'চুক্তিপত্র 2026-11-20',
    about: ['গ্রাহক 100000042, ডেমো অ্যাকাউন্ট, অঙ্ক ₹ (INR)-এ', 'বিক্রি, স্বাক্ষর, অর্ডার, কর্তৃক, মূল্য, স্ত্রী'],
    columns: [
      { name: 'প্রতীক', width: 10 },
      { name: 'দিক', width: 8 },
      { name: 'মূল্য', width: 10, isNumber: true },
    ],
    rows: [
      ['ARUNA', 'বিক্রি', '₹1,23,456.50'],
      ['একটি নাম যা এই কলামের চেয়ে অনেক বেশি লম্বা, তাই কাটা পড়ে', 'কেনা', '-12.40'],
    ],
    below: [['ডেলিভারিতে কেনা', '₹21,455.00']],
    footer: 'Tarazu - চুক্তিপত্র',
  },
  english: {
    title: 'Contract note 2026-11-20',
    about: ['Customer 100000042, demo account, amounts in ₹ (INR)'],
    columns: [
      { name: 'Order', width: 10 },
      { name: 'Value', width: 10, isNumber: true },
    ],
    rows: Array.from({ length: 130 }, (_, at) => [`order ${at}`, `${at}.50`]),
    below: [['Charges', '12.40']],
    footer: 'Tarazu - Contract note',
  },
};

const SCALE = 1.5;
const DIFFERENT_MIN = 96;
const DARK_MAX = 128;
/** The share of printed pixels that may differ: machines smooth the edges of letters in their own way. */
const SHARE_MAX = 0.03;

async function openDocument(name: string) {
  const sheet = PAPERS[name];
  assert.ok(sheet);
  return getDocument({ data: Uint8Array.from(await writePdf(sheet)), useSystemFonts: false }).promise;
}

async function pictureOf(name: string, pageNumber: number) {
  const page = await (await openDocument(name)).getPage(pageNumber);
  const viewport = page.getViewport({ scale: SCALE });
  const canvas = createCanvas(Math.ceil(viewport.width), Math.ceil(viewport.height));
  const context = canvas.getContext('2d');
  // The picture's own canvas stands in for the browser's: the two have the same calls.
  await page.render({ canvas: null, canvasContext: Object(context), viewport }).promise;
  return { canvas, pixels: context.getImageData(0, 0, canvas.width, canvas.height).data };
}

for (const [name, pageNumber] of [
  ['bengali', 1],
  ['english', 2],
] as const) {
  test(`page ${pageNumber} of the ${name} document looks as it did (trial 15)`, async () => {
    const file = join(import.meta.dirname, 'pages', `${name}-${pageNumber}.png`);
    const { canvas, pixels } = await pictureOf(name, pageNumber);
    // A person who changes the documents on purpose removes the picture, runs this, and looks at the new one.
    if (!existsSync(file)) writeFileSync(file, canvas.toBuffer('image/png'));
    const known = createCanvas(canvas.width, canvas.height).getContext('2d');
    known.drawImage(await loadImage(file), 0, 0);
    const before = known.getImageData(0, 0, canvas.width, canvas.height).data;
    let different = 0;
    let dark = 0;
    for (let at = 0; at < pixels.length; at += 4) {
      if (Math.abs((pixels[at] ?? 0) - (before[at] ?? 0)) > DIFFERENT_MIN) different += 1;
      if ((before[at] ?? 0) < DARK_MAX) dark += 1;
    }
    assert.ok(dark > 1_000 && different / dark < SHARE_MAX, `${different} pixels of ${dark} differ`);
  });
}

test('the text of a document is selected as it was written, in Latin letters and the rupee sign (trial 15)', async () => {
  const document = await openDocument('english');
  assert.equal(document.numPages, 3);
  const { items } = await (await document.getPage(1)).getTextContent();
  const text = items.map((item) => ('str' in item ? item.str : '')).join(' ');
  for (const part of ['Contract note 2026-11-20', '₹ (INR)', 'order 0', '0.50', 'Contract note   1/3'])
    assert.ok(text.includes(part), `${part} in ${text.slice(0, 300)}`);
});

test('Bengali is told beside its glyphs, whatever order these stand in (trial 15)', async () => {
  const document = await openDocument('bengali');
  const page = await document.getPage(1);
  const { items } = await page.getTextContent({ includeMarkedContent: true });
  const spans = items.filter((item) => 'tag' in item && item.tag === 'Span');
  assert.ok(spans.length >= 10, `${spans.length} spans`);
});

test('joined letters are set by HarfBuzz: as glyphs of their own, as wide as they are (trial 15)', () => {
  const typeface = new Typeface('400Regular');
  assert.ok(typeface.shape('ক্ষ').length < 3, 'three letters are one glyph');
  const [sign, letter] = typeface.shape('কি');
  assert.ok(sign && letter && sign.xAdvance < letter.xAdvance, 'the sign that is spoken after stands before');
  assert.equal(
    typeface.shape('₹').every(({ id }) => id !== 0),
    true,
  );
  assert.ok(typeface.widthOf('চুক্তিপত্র', 10) > typeface.widthOf('চুতপত', 10));
});

test('a document is printed beside the thread that asks, and no more wait than may (trial 15)', async () => {
  const printer = new Printer();
  const sheet = PAPERS['english'];
  assert.ok(sheet);
  const printing = Array.from({ length: 21 }, () => printer.print(sheet));
  assert.equal(printing.filter((one) => one === undefined).length, 1);
  const [first] = await Promise.all(printing);
  assert.equal(Buffer.from(first ?? []).toString('latin1', 0, 5), '%PDF-');
});
