import { ShapedDocument } from '#platform/pdf/shaped-document.ts';
import type { PdfColumn, PdfSheet } from '#platform/pdf/sheet.ts';
import { Typeface } from '#platform/pdf/typeface.ts';

/** A4 in points, upright. */
const PAGE = { width: 595.28, left: 32, top: 36, bottom: 790, footer: 806 } as const;
const WIDTH = PAGE.width - 2 * PAGE.left;
const STYLES = {
  title: { font: 'bold', size: 15, leading: 26 },
  text: { font: 'regular', size: 9, leading: 14 },
  head: { font: 'bold', size: 7, leading: 14 },
  row: { font: 'regular', size: 7, leading: 11 },
  below: { font: 'regular', size: 8, leading: 13 },
  footer: { font: 'regular', size: 7, leading: 0 },
} as const;
type Style = (typeof STYLES)[keyof typeof STYLES];
const GAP = 6;
const BELOW_WIDTH = 330;

let typefaces: Readonly<Record<'regular' | 'bold', Typeface>> | undefined;

/** A PDF of a document on as many pages as it needs; the names of the columns stand on each. */
export async function writePdf(sheet: PdfSheet): Promise<Uint8Array> {
  typefaces ??= { regular: new Typeface('400Regular'), bold: new Typeface('700Bold') };
  const out = new ShapedDocument(typefaces, { title: sheet.title, margin: 0 });
  const setter = new Setter(out, sheet);
  setter.line(sheet.title, STYLES.title);
  for (const text of sheet.about)
    for (const line of setter.broken(text, STYLES.text)) setter.line(line, STYLES.text);
  setter.skip(6);
  setter.head();
  for (const cells of sheet.rows) setter.row(cells, STYLES.row);
  setter.rule();
  for (const pair of sheet.below) setter.pair(pair);
  setter.footers();
  return out.bytes();
}

/** Sets line after line, and begins another page when one is full. */
class Setter {
  readonly #out: ShapedDocument;
  readonly #sheet: PdfSheet;
  readonly #edges: readonly { readonly column: PdfColumn; readonly x: number; readonly width: number }[];
  #y: number = PAGE.top;

  constructor(out: ShapedDocument, sheet: PdfSheet) {
    this.#out = out;
    this.#sheet = sheet;
    const parts = sheet.columns.reduce((sum, { width }) => sum + width, 0);
    let x: number = PAGE.left;
    this.#edges = sheet.columns.map((column) => {
      const width = (WIDTH * column.width) / parts;
      const edge = { column, x, width: width - GAP };
      x += width;
      return edge;
    });
  }

  skip(points: number): void {
    this.#y += points;
  }

  line(text: string, style: Style): void {
    this.#room(style);
    this.#put(text, PAGE.left, style);
    this.#y += style.leading;
  }

  head(): void {
    this.#putCells(
      this.#sheet.columns.map(({ name }) => name),
      STYLES.head,
    );
    this.#y += STYLES.head.leading;
  }

  row(cells: readonly string[], style: Style): void {
    if (this.#room(style)) this.head();
    this.#putCells(cells, style);
    this.#y += style.leading;
  }

  rule(): void {
    this.#room(STYLES.below);
    const { document } = this.#out;
    document.moveTo(PAGE.left, this.#y + 3).lineTo(PAGE.left + WIDTH, this.#y + 3);
    document.lineWidth(0.5).stroke('#888888');
    this.#y += 10;
  }

  pair([label, value]: readonly [label: string, value: string]): void {
    const style = STYLES.below;
    this.#room(style);
    this.#put(label, PAGE.left, style);
    this.#put(value, PAGE.left + BELOW_WIDTH - this.#out.widthOf(value, style), style);
    this.#y += style.leading;
  }

  /** Words in lines that fit between the margins. */
  broken(text: string, style: Style): string[] {
    const lines: string[] = [];
    for (const word of text.split(' ')) {
      const longer = lines.length === 0 ? word : `${lines.at(-1)} ${word}`;
      if (lines.length > 0 && this.#out.widthOf(longer, style) <= WIDTH) lines[lines.length - 1] = longer;
      else lines.push(word);
    }
    return lines;
  }

  /** On each page which it is of how many. */
  footers(): void {
    const { document } = this.#out;
    const { count } = document.bufferedPageRange();
    this.#y = PAGE.footer;
    for (let page = 0; page < count; page += 1) {
      document.switchToPage(page);
      this.#put(`${this.#sheet.footer}   ${page + 1}/${count}`, PAGE.left, STYLES.footer);
    }
  }

  /** Begins another page where a line does not fit any more. */
  #room({ leading }: Style): boolean {
    if (this.#y + leading <= PAGE.bottom) return false;
    this.#out.document.addPage();
    this.#y = PAGE.top;
    return true;
  }

  #putCells(cells: readonly string[], style: Style): void {
    for (const [at, { column, x, width }] of this.#edges.entries()) {
      const text = cells[at] ?? '';
      if (text === '') continue;
      if (!column.isNumber) this.#put(this.#cut(text, width, style), x, style);
      else this.#put(text, x + width - this.#out.widthOf(text, style), style);
    }
  }

  /** A number is never cut; a text that is too long says that it goes on. */
  #cut(text: string, width: number, style: Style): string {
    if (this.#out.widthOf(text, style) <= width) return text;
    const letters = Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment);
    while (letters.length > 0 && this.#out.widthOf(`${letters.join('')}…`, style) > width) letters.pop();
    return `${letters.join('')}…`;
  }

  #put(text: string, x: number, { font, size }: Style): void {
    this.#out.write(text, { x, y: this.#y, font, size });
  }
}
