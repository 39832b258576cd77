import type {
  AccountRow,
  AuctionRecord,
  Balance,
  Entitlement,
  Fill,
  FillParty,
  Instrument,
  IntradayPosition,
  LastPrice,
  LedgerAccount,
  Lot,
  Order,
  Position,
  Posting,
  Sweep,
} from '@tarazu/core';
import type { Environment } from '@tarazu/core/values';
import { ByteText } from '#engine/journal/byte-text.ts';
import { writeText } from '#engine/journal/journal-text.ts';
import type { Cell } from './row-text.ts';
import type { WalletRow } from './wallet-rows.ts';

/* Rows as the database takes them: cells in the order of the columns in `tables.ts`. An absent value is null. */

/** The postings of one command as rows of `movement`: one for each account, or each pair of accounts, that they concern. */
export function movementCells(
  postings: readonly Posting[],
  place: { readonly sequence: number; readonly atMs: number },
): Cell[][] {
  const rows: MovementRow[] = [];
  for (let index = 0; index < postings.length; index += 1) {
    const posting = postings[index];
    if (posting === undefined) continue;
    const from = accountOf(posting.from);
    const to = accountOf(posting.to);
    const accountId = from > 0 ? from : to;
    const otherAccountId = from > 0 && to !== from ? to : 0;
    const row = rows.find((one) => one.accountId === accountId && one.otherAccountId === otherAccountId);
    if (row) row.indexes.push(index);
    else rows.push({ accountId, otherAccountId, environment: posting.environment, indexes: [index] });
  }
  return rows.map(({ environment, accountId, otherAccountId, indexes }, part) => {
    const lines = postingLines(postings, indexes);
    return [place.sequence, part, place.atMs, environment, accountId, otherAccountId, lines];
  });
}

interface MovementRow {
  readonly environment: Environment;
  readonly accountId: number;
  readonly otherAccountId: number;
  /** Which of the command's postings. */
  readonly indexes: number[];
}

/** The house is account 0. */
function accountOf(account: LedgerAccount): number {
  return 'house' in account ? 0 : account.accountId;
}

/** One for all, because the lines of a row are written in one go. */
const lines = new ByteText();

function postingLines(postings: readonly Posting[], indexes: readonly number[]): string {
  lines.clear();
  for (const index of indexes) {
    const posting = postings[index];
    if (posting === undefined) continue;
    if (lines.length > 0) lines.text('\n');
    writePosting(posting, index);
  }
  return lines.toString();
}

function writePosting(posting: Posting, index: number): void {
  const { from, to, assetId, amount, kind, chargeName, orderId, fillIndex, ruleVersion } = posting;
  lines.number(index);
  writeLedgerAccount(from);
  writeLedgerAccount(to);
  lines.text('\t').text(assetId).text('\t').bigint(amount).text('\t').text(kind);
  lines
    .text('\t')
    .text(chargeName ?? '')
    .text('\t');
  if (orderId !== undefined) lines.number(orderId);
  lines.text('\t');
  if (fillIndex !== undefined) lines.number(fillIndex);
  lines.text('\t').text(ruleVersion ?? '');
}

/** A ledger account as three columns. */
function writeLedgerAccount(account: LedgerAccount): void {
  lines.text('\t').number(accountOf(account)).text('\t');
  if ('house' in account) lines.text('house\t').text(account.house);
  else lines.text(account.wallet).text('\t').text(account.bucket);
}

export function orderCells(order: Order): Cell[] {
  const { state } = order;
  const isLive = 'held' in state;
  return [
    order.id,
    order.accountId,
    order.environment,
    order.instrumentId,
    order.clientId,
    order.side,
    order.type,
    order.validity,
    order.priceLimit,
    order.quantity,
    order.quantityFilled,
    order.turnoverTaken,
    order.turnoverMade,
    chargesText(order.charges),
    order.fillCount,
    order.ruleVersion,
    order.spotFeeTier,
    order.priority,
    order.placedAtMs,
    isLive,
    state.name,
    isLive ? state.held : 0,
    isLive ? undefined : state.endedAtMs,
    state.name === 'cancelled' ? state.cause : undefined,
    state.name === 'rejected' ? state.code : undefined,
    order.intraday?.marginRate,
    order.intraday?.isClosing,
    order.intraday?.isSquareOff,
    order.terms?.expiresAtMs,
    termsText(order),
  ];
}

/** What only some orders have, with what one in the state new waits for; null for a plain order. */
function termsText({ terms, state }: Order): string | undefined {
  const waits = state.name === 'new' ? { waitsFor: state.waitsFor } : undefined;
  return terms || waits ? writeText({ ...terms, ...waits }) : undefined;
}

/** Amounts as decimal text of the smallest unit: a JSON number could lose digits. */
function chargesText(charges: Order['charges']): string {
  let text = '';
  for (const [name, amount] of Object.entries(charges))
    text += `${text === '' ? '' : ','}"${name}":"${amount}"`;
  return `{${text}}`;
}

export function fillCells(fill: Fill): Cell[] {
  const taker = partyColumns(fill.taker);
  const maker = partyColumns(fill.maker);
  return [
    fill.sequence,
    fill.index,
    fill.environment,
    fill.instrumentId,
    fill.price,
    fill.quantity,
    fill.value,
    fill.atMs,
    fill.takerSide,
    taker.accountId,
    taker.orderId,
    taker.charges,
    taker.profitRealised,
    maker.accountId,
    maker.orderId,
    maker.charges,
    maker.profitRealised,
  ];
}

const HOUSE_COLUMNS = { accountId: 0, orderId: 0, charges: 0n, profitRealised: 0n };

function partyColumns(party: FillParty): {
  accountId: number;
  orderId: number;
  charges: bigint;
  profitRealised: bigint;
} {
  return party.house ? HOUSE_COLUMNS : party;
}

export function walletCells(row: WalletRow): Cell[] {
  return [row.accountId, row.wallet, row.assetId, row.environment, row.available, row.held, row.unsettled];
}

export function houseBalanceCells({ environment, account, assetId, amount }: Balance): Cell[] {
  return [environment, 'house' in account ? account.house : undefined, assetId, amount];
}

export function lotCells(lot: Lot): Cell[] {
  return [
    lot.sequence,
    lot.index,
    lot.accountId,
    lot.kind,
    lot.assetId,
    lot.instrumentId,
    lot.orderId,
    lot.amountOriginal,
    lot.amountLeft,
    lot.costLeft,
    lot.openedAtMs,
    lot.usableAtMs,
    lot.withdrawableAtMs,
    lot.settled,
  ];
}

export function positionCells(position: Position): Cell[] {
  const { accountId, instrumentId, quantity, cost, profitRealised, depositoryChargedDay } = position;
  return [accountId, instrumentId, quantity, cost, profitRealised, depositoryChargedDay];
}

export function intradayCells(position: IntradayPosition): Cell[] {
  const { accountId, instrumentId, quantity, value, charges, margin, profitRealised, openedAtMs } = position;
  return [accountId, instrumentId, quantity, value, charges, margin, profitRealised, openedAtMs];
}

export function entitlementCells(row: Entitlement): Cell[] {
  const { accountId, issueId, instrumentId, quantity, quantityApplied, priceIssue, closesAtMs } = row;
  return [accountId, issueId, instrumentId, quantity, quantityApplied, priceIssue, closesAtMs, row.endedAtMs];
}

export function accountCells(account: AccountRow): Cell[] {
  const { accountId, environment, status, spotFeeTier, openedAtMs, resetAtMs } = account;
  return [accountId, environment, status, spotFeeTier, openedAtMs, resetAtMs];
}

export function auctionCells(record: AuctionRecord): Cell[] {
  const { sequence, instrumentId, environment, referencePrice, tickSize, lines } = record;
  return [sequence, instrumentId, environment, referencePrice, tickSize, lines];
}

export function lastPriceCells({ instrumentId, environment, price, atMs }: LastPrice): Cell[] {
  return [instrumentId, environment, price, atMs];
}

export function sweepCells(sweep: Sweep): Cell[] {
  const { sequence, index, name, instrumentId, environment, openedAtMs, place, doneCount, endedAtMs } = sweep;
  return [sequence, index, name, instrumentId, environment, openedAtMs, place, doneCount, endedAtMs];
}

export function instrumentCells(instrument: Instrument): Cell[] {
  return [
    instrument.id,
    instrument.kind,
    instrument.venue,
    instrument.symbol,
    instrument.baseAsset,
    instrument.quoteAsset,
    instrument.quoteIsCoin,
    instrument.priceScale,
    instrument.baseScale,
    instrument.quoteScale,
    instrument.tickSize,
    instrument.lotSize,
    instrument.quantityMin,
    instrument.quantityMax,
    instrument.valueMin,
    instrument.valueMax,
    instrument.protectionBps,
    instrument.lockDays,
    instrument.band?.priceLow,
    instrument.band?.priceHigh,
    instrument.status,
    instrument.closesBy,
    instrument.referencePrice,
    instrument.intradayMarginRate,
    instrument.ownPhase,
    instrument.protectionLow?.priceBelow,
    instrument.protectionLow?.bps,
  ];
}
