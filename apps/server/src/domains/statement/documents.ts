import { formatDecimal, parseDecimal } from '@tarazu/core/values';
import type { Note } from '#domains/statement/contract-note.ts';
import type { StatementBalance } from '#domains/statement/statement.ts';
import type { CrossingRow } from '#domains/statement/statement-store.ts';
import { type PdfLine, pdfOf, TABLE_WIDTH } from '#platform/pdf/pdf.ts';

export type PaperFormat = 'csv' | 'pdf';

/** A paper before it is written in a format: its heading, its table, what stands below. */
export interface Sheet {
  readonly fileName: string;
  readonly title: string;
  readonly about: readonly string[];
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly string[])[];
  readonly below: readonly (readonly [label: string, value: string])[];
}

interface Column {
  readonly name: string;
  /** Characters in a PDF; their sum with the gaps is at most the table's width. */
  readonly width: number;
  readonly isNumber?: boolean;
}

const DEMO = 'DEMO - practice money, no trade of this paper took place on any exchange';

export function noteSheet(note: Note, market: string): Sheet {
  const { totals } = note;
  return {
    fileName: `contract-note-${note.environment}-${note.day}`,
    title: `Contract note ${note.day}`,
    about: [
      ...(note.environment === 'demo' ? [DEMO] : []),
      `Customer ${note.userId}, ${note.environment} account, amounts in INR, market: ${market}`,
      ...(note.isFinal ? [] : ['The day is not over: this note may grow.']),
      ...(note.isCut ? ['Only the first 1,000 orders are listed; the totals are of all.'] : []),
    ],
    columns: [
      { name: 'IST', width: 8 },
      { name: 'Order', width: 14 },
      { name: 'Symbol', width: 10 },
      { name: 'Product', width: 7 },
      { name: 'Side', width: 4 },
      { name: 'Quantity', width: 8, isNumber: true },
      { name: 'Price', width: 10, isNumber: true },
      { name: 'Value', width: 13, isNumber: true },
      { name: 'Charges', width: 9, isNumber: true },
      { name: 'Rule version', width: 25 },
    ],
    rows: note.lines.map((line) => [
      timeText(line.atMs).slice(11),
      line.orderId,
      line.symbol,
      line.origin === 'squareOff' ? `${line.product} SQ` : line.product,
      line.side,
      line.quantity,
      line.priceAverage,
      line.value,
      line.chargesTotal,
      line.ruleVersion,
    ]),
    below: [
      ['SQ', 'squared off by the published rule'],
      ['Bought for delivery', totals.bought],
      ['Sold for delivery', totals.sold],
      ['Result within the day', totals.intradayResult],
      ...totals.charges.map(({ name, amount }) => [`Charge: ${wordsOf(name)}`, amount] as const),
      ['Charges', totals.chargesTotal],
      ['Net (above zero: received)', totals.net],
      ['Sum of the day’s postings', totals.postings],
    ],
  };
}

export interface StatementDocument {
  readonly month: string;
  readonly environment: string;
  readonly userId: string;
  readonly isFinal: boolean;
  readonly balances: readonly StatementBalance[];
  readonly crossings: readonly CrossingRow[];
  readonly isCut: boolean;
  readonly scaleOf: (asset: string) => number;
}

export function statementSheet(paper: StatementDocument): Sheet {
  const { month, environment, userId } = paper;
  return {
    fileName: `statement-${environment}-${month}`,
    title: `Account statement ${month}`,
    about: [
      ...(environment === 'demo' ? [DEMO] : []),
      `Customer ${userId}, ${environment} account`,
      ...(paper.isFinal ? [] : ['The month is not over: this statement may grow.']),
      ...(paper.isCut ? ['Only the first movements are listed; openings and closings are of all.'] : []),
    ],
    columns: [
      { name: 'Time (IST)', width: 16 },
      { name: 'Wallet', width: 5 },
      { name: 'Asset', width: 9 },
      { name: 'Cause', width: 16 },
      { name: 'Order', width: 14 },
      { name: 'Amount', width: 13, isNumber: true },
      { name: 'Balance', width: 13, isNumber: true },
      { name: 'Rule version', width: 25 },
    ],
    rows: crossingRows(paper),
    below: paper.balances.flatMap(({ wallet, asset, opening, closing }) => [
      [`${wallet} ${asset}: opening`, opening] as const,
      [`${wallet} ${asset}: closing`, closing] as const,
    ]),
  };
}

/** Each movement with the balance after it. */
function crossingRows({ crossings, balances, scaleOf }: StatementDocument): string[][] {
  const running = new Map(
    balances.map(({ wallet, asset, opening }) => [
      `${wallet} ${asset}`,
      parseSigned(opening, scaleOf(asset)),
    ]),
  );
  return crossings.map((row) => {
    const key = `${row.wallet} ${row.asset_id}`;
    const after = (running.get(key) ?? 0n) + row.amount;
    running.set(key, after);
    const scale = scaleOf(row.asset_id);
    return [
      timeText(Number(row.at_ms)).slice(0, 16),
      row.wallet,
      row.asset_id,
      wordsOf(row.charge_name ?? row.kind),
      row.order_id === null ? '' : String(row.order_id),
      formatDecimal(row.amount, scale),
      formatDecimal(after, scale),
      row.rule_version ?? '',
    ];
  });
}

function parseSigned(text: string, scale: number): bigint {
  const units = parseDecimal(text.replace('-', ''), scale) ?? 0n;
  return text.startsWith('-') ? -units : units;
}

export function paperOf(sheet: Sheet, format: PaperFormat) {
  const fileName = `${sheet.fileName}.${format}`;
  if (format === 'pdf')
    return {
      fileName,
      mediaType: 'application/pdf',
      base64: Buffer.from(pdfOf(pdfLines(sheet), `Tarazu - ${sheet.title}`)).toString('base64'),
    };
  return { fileName, mediaType: 'text/csv', base64: Buffer.from(csvOf(sheet), 'utf8').toString('base64') };
}

/** Comma-separated with a byte order mark, so that spreadsheets read it as UTF-8. */
function csvOf({ title, about, columns, rows, below }: Sheet): string {
  const lines = [
    [title],
    ...about.map((line) => [line]),
    [],
    columns.map(({ name }) => name),
    ...rows,
    [],
    ...below,
  ];
  return `\ufeff${lines.map((cells) => cells.map(csvCell).join(',')).join('\r\n')}\r\n`;
}

/** A cell that a spreadsheet would take for a formula is made text; a number stays one. */
function csvCell(text: string): string {
  const safe = /^[=+@\t]|^-(?![\d.])/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

function pdfLines({ title, about, columns, rows, below }: Sheet): PdfLine[] {
  const line = (cells: readonly string[]) =>
    columns
      .map((column, index) => cellText(cells[index] ?? '', column))
      .join(' ')
      .trimEnd();
  const widest = Math.max(0, ...below.map(([label]) => label.length));
  return [
    { text: title, style: 'title' },
    ...about.map((text): PdfLine => ({ text, style: 'text' })),
    { text: '', style: 'text' },
    { text: line(columns.map(({ name }) => name)), style: 'tableHead' },
    ...rows.map((cells): PdfLine => ({ text: line(cells), style: 'table' })),
    { text: '-'.repeat(TABLE_WIDTH), style: 'table' },
    ...below.map(
      ([label, value]): PdfLine => ({
        text: `${label.padEnd(widest)}  ${value.padStart(18)}`,
        style: 'table',
      }),
    ),
  ];
}

/** Cut on the right where it is text; a number that is too long is never cut, it pushes its row. */
function cellText(text: string, { width, isNumber }: Column): string {
  return isNumber ? text.padStart(width) : text.slice(0, width).padEnd(width);
}

function timeText(atMs: number): string {
  const at = Temporal.Instant.fromEpochMilliseconds(atMs).toZonedDateTimeISO('Asia/Kolkata');
  return `${at.toPlainDate().toString()} ${at.toPlainTime().toString({ smallestUnit: 'second' })}`;
}

/** `goodsAndServicesTax` as words. */
function wordsOf(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}
