import type { LogHead, SentCall, SentOrder } from '@tarazu/core/proof';
import { isRecord, listOf, oneOf } from '#client/parse.ts';
import { createSlice } from '#client/slice.ts';

/**
 * The receipts that this app holds in its own hands about the server's answers: nothing that the server could
 * change later.
 */

/** A reply to a command that moved money, as the server gave it. */
export interface StoredReceipt {
  readonly sequence: number;
  readonly leafHash: string;
  readonly environment: 'real' | 'demo';
  readonly atMs: number;
  /** `waiting` until a signed head covers it; `failed` when the journal has something else in its place. */
  readonly state: 'waiting' | 'proved' | 'failed';
  readonly headNumber?: number | undefined;
  /** The order as this app sent it; absent for what was no order. */
  readonly sent?: SentOrder | undefined;
}

const RECEIPTS_MAX = 100;
// Before the slices, which read what is stored as they are made.
const environment = oneOf('real', 'demo');
const state = oneOf('waiting', 'proved', 'failed');
const sentCall = oneOf<SentCall>('stockBuy', 'stockSell', 'coinOrderAdd', 'gttAdd', 'basketPlace');

export const receiptsSlice = createSlice<readonly StoredReceipt[]>({
  name: 'receipts',
  version: 1,
  initial: [],
  parse: listOf(receiptOf, RECEIPTS_MAX),
});

/** The newest head that was found to be right. Not personal: it stays after a sign-out. */
export const knownHeadSlice = createSlice<LogHead | undefined>({
  name: 'journalHead',
  version: 1,
  initial: undefined,
  parse: headOf,
});

/** Why the server's journal does not fit what was kept; stays until the person starts anew. */
export const ALARMS = ['rewritten', 'shorter', 'forged', 'keyReplaced'] as const;
export type Alarm = (typeof ALARMS)[number];
export const alarmSlice = createSlice<Alarm | ''>({
  name: 'journalAlarm',
  version: 1,
  initial: '',
  parse: oneOf('', ...ALARMS),
});

/** Keeps the receipt of a reply that has one, with the order that it answers. */
export function storeReceipt(
  data: unknown,
  of: {
    readonly environment: 'real' | 'demo';
    readonly atMs: number;
    readonly call: string;
    readonly fields: Readonly<Record<string, string>>;
  },
): void {
  const receipt = isRecord(data) ? data['receipt'] : undefined;
  const { call, fields, ...when } = of;
  const sent = { call, fields };
  const kept = isRecord(receipt) ? receiptOf({ ...receipt, ...when, state: 'waiting', sent }) : undefined;
  if (kept === undefined) return;
  receiptsSlice.update((list) =>
    list.some(({ sequence }) => sequence === kept.sequence) ? list : [kept, ...list].slice(0, RECEIPTS_MAX),
  );
}

function receiptOf(stored: unknown): StoredReceipt | undefined {
  if (!isRecord(stored)) return undefined;
  const { sequence, leafHash, atMs, headNumber } = stored;
  const sent = sentOf(stored['sent']);
  // Receipts of before version 1.1 call it a lane, and stay valid.
  const itsEnvironment = environment(stored['environment'] ?? stored['lane']);
  const itsState = state(stored['state']);
  if (typeof sequence !== 'number' || typeof leafHash !== 'string' || typeof atMs !== 'number')
    return undefined;
  if (itsEnvironment === undefined || itsState === undefined) return undefined;
  const head = typeof headNumber === 'number' ? headNumber : undefined;
  return {
    sequence,
    leafHash,
    environment: itsEnvironment,
    atMs,
    state: itsState,
    headNumber: head,
    ...(sent && { sent }),
  };
}

/** A call that was no order is not kept: only an order's content is hashed into the journal. */
function sentOf(stored: unknown): SentOrder | undefined {
  const call = isRecord(stored) ? sentCall(stored['call']) : undefined;
  if (call === undefined || !isRecord(stored) || !isRecord(stored['fields'])) return undefined;
  const fields: Record<string, string> = {};
  for (const [name, value] of Object.entries(stored['fields']))
    if (typeof value === 'string') fields[name] = value;
  return { call, fields };
}

function headOf(stored: unknown): LogHead | undefined {
  if (!isRecord(stored)) return undefined;
  const { number, sequence, root, atMs, previousHash, hash, publicKey, signature } = stored;
  if (typeof number !== 'number' || typeof sequence !== 'number' || typeof atMs !== 'number')
    return undefined;
  if (typeof root !== 'string' || typeof previousHash !== 'string' || typeof hash !== 'string')
    return undefined;
  if (typeof publicKey !== 'string' || typeof signature !== 'string') return undefined;
  return { number, sequence, root, atMs, previousHash, hash, publicKey, signature };
}
