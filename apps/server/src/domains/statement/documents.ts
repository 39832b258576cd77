import { type Country, HOME_COUNTRY } from '@tarazu/core/countries';
import { formatDecimal, HOUR_MS, INDIA_OFFSET_MS, MINUTE_MS, parseDecimal } from '@tarazu/core/values';
import type { Note } from '#domains/statement/contract-note.ts';
import type { StatementBalance } from '#domains/statement/statement.ts';
import type { CrossingRow } from '#domains/statement/statement-store.ts';
import type { StatementTexts } from '#domains/statement/statement-texts.ts';
import type { Printer } from '#platform/pdf/printer.ts';
import type { PdfSheet } from '#platform/pdf/sheet.ts';

/** A document before it is written in a format. */
export interface Sheet extends Omit<PdfSheet, 'footer'> {
  readonly fileName: string;
}

/** A contract note, in the money and by the clock of its country. */
export function noteSheet(
  note: Note,
  { market, country }: { readonly market: string; readonly country: Country },
  texts: StatementTexts,
): Sheet {
  const { totals, userId, environment } = note;
  const { code, currency, offsetMinutes } = country;
  const isHome = code === HOME_COUNTRY;
  const { columns: names, squaredOff } = texts;
  return {
    fileName: `contract-note-${environment}${isHome ? '' : `-${code}`}-${note.day}`,
    title: `${texts.note} ${note.day}`,
    about: [
      ...(note.environment === 'demo' ? [texts.demo] : []),
      texts.noteAbout({ userId, environment, market, currency }),
      ...(note.isFinal ? [] : [texts.noteMayGrow]),
      ...(note.isCut ? [texts.noteCut] : []),
    ],
    columns: [
      { name: isHome ? names.clock : offsetName(offsetMinutes), width: 8 },
      { name: names.order, width: 12 },
      { name: names.symbol, width: 12 },
      { name: names.product, width: 9 },
      { name: names.side, width: 6 },
      { name: names.quantity, width: 9, isNumber: true },
      { name: names.price, width: 11, isNumber: true },
      { name: names.value, width: 14, isNumber: true },
      { name: names.charges, width: 10, isNumber: true },
      { name: names.ruleVersion, width: 24 },
    ],
    rows: note.lines.map((line) => [
      timeText(line.atMs, offsetMinutes).slice(11),
      line.orderId,
      line.symbol,
      line.origin === 'squareOff' ? `${line.product} ${squaredOff[0]}` : line.product,
      texts.side[line.side],
      line.quantity,
      line.priceAverage,
      line.value,
      line.chargesTotal,
      line.ruleVersion,
    ]),
    below: [
      squaredOff,
      [texts.bought, totals.bought],
      [texts.sold, totals.sold],
      [texts.intradayResult, totals.intradayResult],
      ...totals.charges.map(
        ({ name, amount }) => [`${texts.charges}: ${wordsOf(name, texts)}`, amount] as const,
      ),
      [texts.charges, totals.chargesTotal],
      [texts.net, totals.net],
      [texts.postings, totals.postings],
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

export function statementSheet(document: StatementDocument, texts: StatementTexts): Sheet {
  const { month, environment } = document;
  const { columns: names } = texts;
  return {
    fileName: `statement-${environment}-${month}`,
    title: `${texts.statement} ${month}`,
    about: [
      ...(environment === 'demo' ? [texts.demo] : []),
      texts.statementAbout(document),
      ...(document.isFinal ? [] : [texts.statementMayGrow]),
      ...(document.isCut ? [texts.statementCut] : []),
    ],
    columns: [
      { name: names.time, width: 14 },
      { name: names.wallet, width: 8 },
      { name: names.asset, width: 10 },
      { name: names.cause, width: 18 },
      { name: names.order, width: 12 },
      { name: names.amount, width: 15, isNumber: true },
      { name: names.balance, width: 15, isNumber: true },
      { name: names.ruleVersion, width: 24 },
    ],
    rows: crossingRows(document, texts),
    below: document.balances.flatMap(({ wallet, asset, opening, closing }) => {
      const of = `${texts.wallets[wallet] ?? wallet} ${asset}`;
      return [[`${of}: ${texts.opening}`, opening] as const, [`${of}: ${texts.closing}`, closing] as const];
    }),
  };
}

/** Each movement with the balance after it. */
function crossingRows(
  { crossings, balances, scaleOf }: StatementDocument,
  texts: StatementTexts,
): string[][] {
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
      texts.wallets[row.wallet] ?? row.wallet,
      row.asset_id,
      wordsOf(row.charge_name ?? row.kind, texts),
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

export function csvFile(sheet: Sheet) {
  const base64 = Buffer.from(csvOf(sheet), 'utf8').toString('base64');
  return { fileName: `${sheet.fileName}.csv`, mediaType: 'text/csv', base64 };
}

/** Undefined when too many documents are being printed. */
export async function pdfFile(sheet: Sheet, printer: Printer) {
  const bytes = await printer.print({ ...sheet, footer: `Tarazu - ${sheet.title}` });
  if (bytes === undefined) return undefined;
  const base64 = Buffer.from(bytes).toString('base64');
  return { fileName: `${sheet.fileName}.pdf`, mediaType: 'application/pdf', base64 };
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

function timeText(atMs: number, offsetMinutes = INDIA_OFFSET_MS / MINUTE_MS): string {
  const at = Temporal.Instant.fromEpochMilliseconds(atMs + offsetMinutes * MINUTE_MS).toZonedDateTimeISO(
    'UTC',
  );
  return `${at.toPlainDate().toString()} ${at.toPlainTime().toString({ smallestUnit: 'second' })}`;
}

/** `UTC-3`: the clocks of second countries are whole hours ahead or behind. */
function offsetName(offsetMinutes: number): string {
  const hours = (offsetMinutes * MINUTE_MS) / HOUR_MS;
  return `UTC${hours < 0 ? '' : '+'}${hours}`;
}

/** The name of a charge or cause; `goodsAndServicesTax` as words where the language has no other. */
function wordsOf(name: string, { names }: StatementTexts): string {
  return names[name] ?? name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}
