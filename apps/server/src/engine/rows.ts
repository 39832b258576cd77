import type { AccountRow, Fill, FillParty, Instrument, LedgerAccount, Lot, Order, Position, Posting } from '@tarazu/core';
import { letterOf } from './tables.ts';

/*
 * Rows as JSON text, columns in the order of `tables.ts`. Written by hand, because this runs for each row of each order: text that
 * is one of our own words goes in as it is, text that came from outside is escaped.
 */

/** A row of any shape; for tables that are rarely written. An absent value is null. */
export function rowText(values: readonly (string | number | bigint | boolean | undefined)[]): string {
  let text = '';
  for (const [index, value] of values.entries()) {
    if (value === undefined) continue;
    const shown = typeof value === 'string' ? JSON.stringify(value) : String(value);
    text += `${text === '' ? '{' : ','}"${letterOf(index)}":${shown}`;
  }
  return `${text}}`;
}

export interface JournalRow {
  readonly sequence: number;
  readonly atMs: number;
  readonly accountId: number | undefined;
  readonly clientId: string | undefined;
  readonly contentHash: string | undefined;
  readonly command: string;
  readonly houseDepth: string;
  readonly outcome: string;
  readonly leaf: string;
}

export function journalText(row: JournalRow): string {
  const account = row.accountId === undefined ? '' : `,"c":${row.accountId}`;
  const client =
    row.clientId === undefined
      ? ''
      : `,"d":${JSON.stringify(row.clientId)},"e":${JSON.stringify(row.contentHash ?? '')}`;
  return (
    `{"a":${row.sequence},"b":${row.atMs}${account}${client},"f":${JSON.stringify(row.command)}` +
    `,"g":${JSON.stringify(row.houseDepth)},"h":${JSON.stringify(row.outcome)},"i":"\\\\x${row.leaf}"}`
  );
}

/** A ledger account as three columns: the house is account 0. */
export function ledgerColumns(account: LedgerAccount): { accountId: number; wallet: string; bucket: string } {
  return 'house' in account ? { accountId: 0, wallet: 'house', bucket: account.house } : account;
}

export function postingText(posting: Posting, place: { sequence: number; index: number; atMs: number }): string {
  const from = ledgerColumns(posting.from);
  const to = ledgerColumns(posting.to);
  let text =
    `{"a":${place.sequence},"b":${place.index},"c":${place.atMs},"d":"${posting.lane}"` +
    `,"e":${from.accountId},"f":"${from.wallet}","g":"${from.bucket}"` +
    `,"h":${to.accountId},"i":"${to.wallet}","j":"${to.bucket}"` +
    `,"k":${JSON.stringify(posting.assetId)},"l":${posting.amount},"m":"${posting.kind}"`;
  if (posting.chargeName !== undefined) text += `,"n":"${posting.chargeName}"`;
  if (posting.orderId !== undefined) text += `,"o":${posting.orderId}`;
  if (posting.fillIndex !== undefined) text += `,"p":${posting.fillIndex}`;
  if (posting.ruleVersion !== undefined) text += `,"q":${JSON.stringify(posting.ruleVersion)}`;
  return `${text}}`;
}

export function orderText(order: Order): string {
  return (
    `{"a":${order.id},"b":${order.accountId},"c":"${order.lane}","d":${JSON.stringify(order.instrumentId)}` +
    `,"e":${JSON.stringify(order.clientId)},"f":"${order.side}","g":"${order.type}","h":"${order.validity}"` +
    `,"i":${order.priceLimit},"j":${order.quantity},"k":${order.quantityFilled}` +
    `,"l":${order.turnoverTaken},"m":${order.turnoverMade},"n":${JSON.stringify(chargesText(order.charges))}` +
    `,"o":${order.fillCount},"p":${JSON.stringify(order.ruleVersion)},"q":${order.spotFeeTier}` +
    `,"r":${order.priority},"s":${order.placedAtMs},${stateText(order.state)}}`
  );
}

/** Amounts as decimal text of the smallest unit: a JSON number could lose digits. */
export function chargesText(charges: Order['charges']): string {
  let text = '';
  for (const [name, amount] of Object.entries(charges)) text += `${text === '' ? '' : ','}"${name}":"${amount}"`;
  return `{${text}}`;
}

function stateText(state: Order['state']): string {
  switch (state.name) {
    case 'open':
    case 'partial':
      return `"t":true,"u":"${state.name}","v":${state.held}`;
    case 'completed':
      return `"t":false,"u":"completed","v":0,"w":${state.endedAtMs}`;
    case 'cancelled':
      return `"t":false,"u":"cancelled","v":0,"w":${state.endedAtMs},"x":"${state.cause}"`;
    case 'rejected':
      return `"t":false,"u":"rejected","v":0,"w":${state.endedAtMs},"y":"${state.code}"`;
  }
}

export function fillText(fill: Fill): string {
  const taker = partyColumns(fill.taker);
  const maker = partyColumns(fill.maker);
  return (
    `{"a":${fill.sequence},"b":${fill.index},"c":"${fill.lane}","d":${JSON.stringify(fill.instrumentId)}` +
    `,"e":${fill.price},"f":${fill.quantity},"g":${fill.value},"h":${fill.atMs},"i":"${fill.takerSide}"` +
    `,"j":${taker.accountId},"k":${taker.orderId},"l":${maker.accountId},"m":${maker.orderId}}`
  );
}

function partyColumns(party: FillParty): { accountId: number; orderId: number } {
  return party.house ? { accountId: 0, orderId: 0 } : party;
}

export function lotText(lot: Lot): string {
  return rowText([
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
  ]);
}

export function positionText(position: Position): string {
  const { accountId, instrumentId, quantity, cost, profitRealised, depositoryChargedDay } = position;
  return rowText([accountId, instrumentId, quantity, cost, profitRealised, depositoryChargedDay]);
}

export function accountText(account: AccountRow): string {
  const { accountId, lane, status, spotFeeTier, openedAtMs, resetAtMs } = account;
  return rowText([accountId, lane, status, spotFeeTier, openedAtMs, resetAtMs]);
}

export function instrumentText(instrument: Instrument): string {
  return rowText([
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
  ]);
}
