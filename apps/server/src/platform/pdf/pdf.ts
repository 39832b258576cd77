/** A line of a paper. Tables are set in the typeface of even width, so that columns stand by counting characters. */
export interface PdfLine {
  readonly text: string;
  readonly style: 'title' | 'text' | 'table' | 'tableHead';
}

const FONTS = { title: '/F1 14 Tf', text: '/F2 9 Tf', table: '/F3 7.5 Tf', tableHead: '/F4 7.5 Tf' } as const;
const LEADING = { title: 22, text: 13, table: 10.5, tableHead: 13 } as const;
/** A4 in points, upright. */
const PAGE = { width: 595, height: 842, left: 32, top: 790, bottom: 48 } as const;
/** Characters of a table that fit between the margins. */
export const TABLE_WIDTH = 118;

/**
 * A PDF of text lines on A4, in the typefaces that every reader has (Helvetica, Courier): nothing is embedded, so that a paper is a few
 * kilobytes. These know the Latin letters of Windows-1252 alone: anything else is written as `?`, and the rupee as `Rs`.
 */
export function pdfOf(lines: readonly PdfLine[], footer: string): Uint8Array {
  const pages = pagesOf(lines);
  const fonts = ['Helvetica-Bold', 'Helvetica', 'Courier', 'Courier-Bold'].map(
    (name) => `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`,
  );
  const firstPage = 3 + fonts.length;
  const kids = pages.map((_, index) => `${firstPage + 2 * index} 0 R`).join(' ');
  const resources = `<< /Font << ${fonts.map((_, index) => `/F${index + 1} ${3 + index} 0 R`).join(' ')} >> >>`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    ...fonts,
    ...pages.flatMap((page, index) => {
      const content = `${page}${footerOf(`${footer}   ${index + 1}/${pages.length}`)}`;
      const size = `/MediaBox [0 0 ${PAGE.width} ${PAGE.height}]`;
      return [
        `<< /Type /Page /Parent 2 0 R ${size} /Resources ${resources} /Contents ${firstPage + 2 * index + 1} 0 R >>`,
        `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
      ];
    }),
  ];
  return Buffer.from(fileOf(objects), 'latin1');
}

/** The objects one after the other, and where each begins. */
function fileOf(objects: readonly string[]): string {
  let file = '%PDF-1.4\n';
  const offsets = objects.map((body, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${body}\nendobj\n`;
    return offset;
  });
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  return `${file}xref\n0 ${size}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`;
}

/** The drawing of each page; a page that is full begins another. */
function pagesOf(lines: readonly PdfLine[]): string[] {
  const pages: string[] = [];
  let page = '';
  let y: number = PAGE.top;
  for (const { text, style } of lines) {
    y -= LEADING[style];
    if (y < PAGE.bottom) {
      pages.push(page);
      page = '';
      y = PAGE.top - LEADING[style];
    }
    page += `BT ${FONTS[style]} ${PAGE.left} ${y} Td (${escaped(text)}) Tj ET\n`;
  }
  return [...pages, page];
}

function footerOf(text: string): string {
  return `BT /F2 7 Tf ${PAGE.left} 28 Td (${escaped(text)}) Tj ET`;
}

function escaped(text: string): string {
  return text
    .replaceAll('₹', 'Rs ')
    .replaceAll('\u2212', '-')
    .replace(/[^\u0020-\u007e\u00a0-\u00ff]/g, '?')
    .replace(/[\\()]/g, '\\$&');
}
