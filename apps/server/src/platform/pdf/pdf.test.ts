import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type PdfLine, pdfOf } from '#platform/pdf/pdf.ts';

const textOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1');

test('every object begins where the table of the file says', () => {
  const file = textOf(pdfOf([{ text: 'Contract note', style: 'title' }], 'Tarazu'));
  assert.ok(file.startsWith('%PDF-1.4\n') && file.endsWith('%%EOF\n'));
  const xref = Number(/startxref\n(\d+)/.exec(file)?.[1]);
  assert.ok(file.slice(xref).startsWith('xref\n0 '));
  const offsets = [...file.slice(xref).matchAll(/(\d{10}) 00000 n/g)].map((match) => Number(match[1]));
  assert.equal(offsets.length, 8);
  for (const [index, offset] of offsets.entries())
    assert.ok(file.slice(offset).startsWith(`${index + 1} 0 obj\n`), `object ${index + 1}`);
  for (const [, length, content] of file.matchAll(/\/Length (\d+) >>\nstream\n([\s\S]*?)\nendstream/g))
    assert.equal(content?.length, Number(length));
});

test('what does not fit on a page goes to the next, and each says which it is', () => {
  const lines = Array.from(
    { length: 200 },
    (_, index): PdfLine => ({ text: `line ${index}`, style: 'table' }),
  );
  const file = textOf(pdfOf(lines, 'Tarazu'));
  assert.match(file, /\/Count 3 /);
  for (const { text } of lines) assert.ok(file.includes(`(${text})`), text);
  assert.ok(file.includes('(Tarazu   3/3)'));
});

test('brackets and letters that the typefaces lack harm nothing', () => {
  const file = textOf(pdfOf([{ text: '₹5 \u2212 (a\\b) তরাজু é', style: 'text' }], ''));
  assert.ok(file.includes('(Rs 5 - \\(a\\\\b\\) ????? é) Tj'));
});
