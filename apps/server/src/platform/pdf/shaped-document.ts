import PdfDocument from 'pdfkit';
import type { Typeface } from '#platform/pdf/typeface.ts';

type Document = InstanceType<typeof PdfDocument>;

/** The calls of pdfkit to the library that reads its typefaces, as far as it is replaced here. */
interface ReadTypeface {
  layout: (text: string) => object;
  getGlyph(id: number, codePoints: readonly number[]): object;
}

const isLatin = (text: string): boolean => /^[\u0020-\u024f\u2010-\u2026\u20b9\u2212]*$/.test(text);

/**
 * A document of pdfkit whose lines are shaped by HarfBuzz: pdfkit's own shaping sets the joined letters of
 * Bengali too close. Each line in Bengali carries its text beside its glyphs, so that it is selected and read
 * aloud as it was written.
 */
export class ShapedDocument {
  readonly document: Document;
  readonly #typefaces: Readonly<Record<string, Typeface>>;

  constructor(
    typefaces: Readonly<Record<string, Typeface>>,
    info: { readonly title: string; readonly margin: number },
  ) {
    this.#typefaces = typefaces;
    this.document = new PdfDocument({
      size: 'A4',
      margin: info.margin,
      bufferPages: true,
      info: { Title: info.title, Creator: 'Tarazu' },
    });
    for (const [name, typeface] of Object.entries(typefaces)) {
      this.document.registerFont(name, typeface.bytes);
      this.document.font(name);
      shapeBy(typeface, readTypefaceOf(this.document));
    }
  }

  widthOf(text: string, { font, size }: { readonly font: string; readonly size: number }): number {
    return this.#typefaces[font]?.widthOf(text, size) ?? 0;
  }

  write(
    text: string,
    at: { readonly x: number; readonly y: number; readonly font: string; readonly size: number },
  ): void {
    const { document } = this;
    document.font(at.font).fontSize(at.size);
    const isPlain = isLatin(text);
    if (!isPlain) document.markContent('Span', { actual: text });
    document.text(text, at.x, at.y, { lineBreak: false });
    if (!isPlain) document.endMarkedContent();
  }

  /** The whole file. */
  async bytes(): Promise<Uint8Array> {
    const chunks: Uint8Array[] = [];
    this.document.on('data', (chunk: Uint8Array) => chunks.push(chunk));
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.document.on('end', resolve).on('error', reject);
    this.document.end();
    await promise;
    return Buffer.concat(chunks);
  }
}

function shapeBy(typeface: Typeface, read: ReadTypeface): void {
  read.layout = (text) => {
    const shaped = typeface.shape(text);
    return {
      glyphs: shaped.map(({ id, codePoints }) => read.getGlyph(id, codePoints)),
      positions: shaped.map(({ xAdvance, yAdvance, xOffset, yOffset }) => ({
        xAdvance,
        yAdvance,
        xOffset,
        yOffset,
      })),
      advanceWidth: shaped.reduce((sum, { xAdvance }) => sum + xAdvance, 0),
    };
  };
}

/**
 * pdfkit keeps the typeface in use to itself; a version that
 * keeps it elsewhere fails here and not in a customer's document.
 */
function readTypefaceOf(document: Document): ReadTypeface {
  const current: unknown = Reflect.get(document, '_font');
  const read: unknown =
    typeof current === 'object' && current !== null ? Reflect.get(current, 'font') : undefined;
  if (!isReadTypeface(read)) throw new Error('Invariant: pdfkit has a typeface that lays lines out');
  return read;
}

function isReadTypeface(value: unknown): value is ReadTypeface {
  return (
    typeof value === 'object' &&
    value !== null &&
    typeof Reflect.get(value, 'layout') === 'function' &&
    typeof Reflect.get(value, 'getGlyph') === 'function'
  );
}
