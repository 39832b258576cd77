import { countryOf } from '@tarazu/core/countries';
import { DAY_MS, formatDecimal } from '@tarazu/core/values';
import { OPERATIONS } from '@tarazu/protocol';
import { readLogin } from '#domains/account/index.ts';
import { assetScales } from '#domains/balance/index.ts';
import { limitOf, pageOf } from '#domains/orders/index.ts';
import { noteOf } from '#domains/statement/contract-note.ts';
import { type NoteDayRow, NoteStore } from '#domains/statement/contract-note-store.ts';
import { csvFile, noteSheet, pdfFile, type Sheet, statementSheet } from '#domains/statement/documents.ts';
import { statementBalances } from '#domains/statement/statement.ts';
import type { Period } from '#domains/statement/statement-store.ts';
import { StatementStore } from '#domains/statement/statement-store.ts';
import { STATEMENT_TEXTS, type StatementTexts } from '#domains/statement/statement-texts.ts';
import { type Binding, bind } from '#gateway/binding.ts';
import { currencyAt, type Exchange, exchangeOf } from '#market/exchanges.ts';
import type { Queryable } from '#platform/database/pool.ts';
import { Printer } from '#platform/pdf/printer.ts';
import { type MarketPort, refuse, reply, type Session } from '#ports.ts';

export interface StatementServices {
  readonly database: Queryable;
  readonly market: MarketPort;
}

/** A day of an exchange, of whose trades a note is. */
interface NoteDay {
  readonly day: string;
  readonly exchange: Exchange;
}

const ZONE = 'Asia/Kolkata';
const STATEMENT_LINES_MAX = 5_000;
const PRINTER_WAIT_MS = 5_000;

/**
 * DocumentFiles: the contract note of a day, the account statement of a month; to read, and as CSV or PDF.
 */
export function statementBindings({ database, market }: StatementServices): Binding[] {
  const notes = new NoteStore(database);
  const statements = new StatementStore(database);
  const scaleOf = assetScales(market);
  const note = ({ day, exchange }: NoteDay, session: Session, nowMs: number) => {
    const period = dayPeriod(day, exchange);
    return period && noteOf({ store: notes, market, session, exchange, day, period, nowMs });
  };
  const statement = async (month: string, { accountId, environment, userId }: Session, nowMs: number) => {
    const period = monthPeriod(month);
    const balances = statementBalances(await statements.flows(accountId, period), scaleOf);
    return { month, environment, userId, ...period, isFinal: nowMs >= period.toMs, balances };
  };
  const printer = new Printer();
  /** A CSV is for programs and always in English; a PDF is in its owner's language, like a letter. */
  const file = async (
    sheetIn: (texts: StatementTexts) => Sheet,
    { format, loginId }: { readonly format: 'csv' | 'pdf'; readonly loginId: number },
  ) => {
    if (format === 'csv') return reply(csvFile(sheetIn(STATEMENT_TEXTS['en-US'])));
    const login = await readLogin(database, loginId);
    const language = login.language === 'bn-BN' ? 'bn-BN' : 'en-US';
    const document = await pdfFile(sheetIn(STATEMENT_TEXTS[language]), printer);
    return document === undefined ? refuse('OVERLOADED', { retryAfterMs: PRINTER_WAIT_MS }) : reply(document);
  };
  return [
    bind(OPERATIONS.stockNoteList, async (input, session, { nowMs }) => {
      const exchange = exchangeOf(input.country);
      if (exchange === undefined) return unlisted();
      const limit = limitOf(input.limit);
      const before = input.cursor === undefined ? nowMs + 1 : dayPeriod(input.cursor, exchange)?.fromMs;
      if (before === undefined) return refuseDay('cursor');
      const { accountId } = session;
      const days = await notes.days({ accountId, exchange, period: { fromMs: 0, toMs: before } }, limit + 1);
      const wire = (row: NoteDayRow) => wireDay(row, exchange, nowMs);
      return reply(pageOf(days, { limit, cursor: (row) => row.day, wire }));
    }),
    bind(OPERATIONS.stockNoteInfo, async ({ day, country }, session, { nowMs }) => {
      const exchange = exchangeOf(country);
      if (exchange === undefined) return unlisted();
      const found = await note({ day, exchange }, session, nowMs);
      return found === undefined ? refuse('NOT_FOUND', { field: 'day' }) : reply(found);
    }),
    bind(OPERATIONS.stockNoteFile, async ({ day, country, format }, session, { nowMs }) => {
      const exchange = exchangeOf(country);
      if (exchange === undefined) return unlisted();
      const found = await note({ day, exchange }, session, nowMs);
      if (found === undefined) return refuse('NOT_FOUND', { field: 'day' });
      return file(
        (texts) =>
          noteSheet(found, { market: market.label().kind, country: countryOf(exchange.country) }, texts),
        {
          format,
          loginId: session.loginId,
        },
      );
    }),
    bind(OPERATIONS.userStatement, async ({ month }, session, { nowMs }) =>
      reply(await statement(month, session, nowMs)),
    ),
    bind(OPERATIONS.userStatementFile, async ({ month, format }, session, { nowMs }) => {
      const found = await statement(month, session, nowMs);
      const crossings = await statements.crossings(session.accountId, found, STATEMENT_LINES_MAX + 1);
      const isCut = crossings.length > STATEMENT_LINES_MAX;
      const document = { ...found, isCut, scaleOf, crossings: crossings.slice(0, STATEMENT_LINES_MAX) };
      return file((texts) => statementSheet(document, texts), { format, loginId: session.loginId });
    }),
  ];
}

function wireDay(row: NoteDayRow, exchange: Exchange, nowMs: number) {
  const { asset, scale } = currencyAt(exchange);
  const money = (text: string) => formatDecimal(BigInt(text), scale);
  return {
    day: row.day,
    asset,
    fills: Number(row.fills),
    turnover: money(row.turnover),
    charges: money(row.charges),
    isFinal: nowMs >= (dayPeriod(row.day, exchange)?.toMs ?? 0),
  };
}

const unlisted = () => refuse('COUNTRY_UNLISTED', { field: 'country' });

const refuseDay = (field: string) =>
  refuse('INVALID_INPUT', { field, detail: { problem: `${field}: must be a day of the list` } });

/** A day by an exchange's clock; undefined for one that no calendar has. */
function dayPeriod(text: string, { zone }: Exchange): Period | undefined {
  const match = /^(20\d{2})-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/.exec(text);
  if (match === null) return undefined;
  const [year, month, day] = match.slice(1).map(Number);
  const date = Temporal.PlainDate.from({ year: year ?? 0, month: month ?? 0, day: day ?? 0 });
  if (date.toString() !== text) return undefined;
  const fromMs = Date.parse(`${text}T00:00:00Z`) - zone.offsetMs;
  return { fromMs, toMs: fromMs + DAY_MS };
}

function monthPeriod(text: string): Period {
  const first = Temporal.PlainYearMonth.from(text).toPlainDate({ day: 1 });
  return { fromMs: startOf(first), toMs: startOf(first.add({ months: 1 })) };
}

function startOf(date: Temporal.PlainDate): number {
  return date.toZonedDateTime(ZONE).epochMilliseconds;
}
