import { assert } from '#values/assert.ts';
import type { Nominal } from '#values/nominal.ts';

/**
 * A trading account of one environment, of which a login has one in each; positive, because 0 and below
 * belong to the house ledger.
 */
export type AccountId = Nominal<number, 'AccountId'>;
/** `VENUE:SYMBOL`, for example `NSE_SIM:ARUNA` or `COIN_SIM:BTC-USDT`. */
export type InstrumentId = Nominal<string, 'InstrumentId'>;
/**
 * Number of an order, unique and growing: the sequence of its command. Orders of a basket but the first have
 * places above that, so that none is ever the number of another command.
 */
export type OrderId = Nominal<number, 'OrderId'>;
/**
 * The id of a command, unique per account for ever: the customer's own, 8 to 36 of `[A-Za-z0-9_-]`, or one of
 * the system behind an `@`, which no customer can write.
 */
export type ClientId = Nominal<string, 'ClientId'>;
/** Epoch milliseconds, UTC; they come into the core inside commands only. */
export type InstantMs = Nominal<number, 'InstantMs'>;
/** A calendar day of the exchange, `2026-11-20`. */
export type TradingDay = Nominal<string, 'TradingDay'>;

/** Real money and demo money are two ledgers and two books that never meet. */
export type Environment = 'real' | 'demo';

/** More commands than there can ever be, and few enough that every id of a leg is a safe integer. */
export const SEQUENCES_MAX = 2 ** 40;
/** The bits of an order's id that are the number of its command. */
export const SEQUENCES_MASK = SEQUENCES_MAX - 1;
/** Orders that one command can bring about, so that each id is a safe integer. */
export const ORDERS_OF_COMMAND_MAX = 2 ** 13;
/** Orders of one basket. */
export const BASKET_LEGS_MAX = 20;

const CLIENT_ID = /^[A-Za-z0-9_-]{8,36}$/;
const SYSTEM_CLIENT_ID = /^@[A-Za-z0-9_-]{1,60}$/;

export const accountId = (id: number): AccountId => id as AccountId;
export const instrumentId = (id: string): InstrumentId => id as InstrumentId;
export const orderId = (sequence: number): OrderId => sequence as OrderId;
/** The id of a basket's order, by its place among the legs from 0. */
export const legOrderId = (sequence: number, leg: number): OrderId => orderId(sequence + leg * SEQUENCES_MAX);
/** The command that placed an order. */
export const sequenceOfOrder = (id: OrderId): number => id % SEQUENCES_MAX;
/** The place of an order among the legs of its basket; 0 for one that came alone. */
export const legOfOrder = (id: OrderId): number => Math.floor(id / SEQUENCES_MAX);
export const instantMs = (epochMs: number): InstantMs => epochMs as InstantMs;
export const tradingDay = (day: string): TradingDay => day as TradingDay;

/** Reads a customer's client id; undefined for text outside the grammar. */
export function parseClientId(text: string): ClientId | undefined {
  return CLIENT_ID.test(text) ? (text as ClientId) : undefined;
}

/** The id of a command that the system sends for an account, by what the command is for. */
export function systemClientId(purpose: string): ClientId {
  const text = `@${purpose}`;
  assert(SYSTEM_CLIENT_ID.test(text), 'Condition: what the system does is named in letters, digits, _ and -');
  return text as ClientId;
}

/** Reads a client id that was taken before, anyone who sent it; undefined for text outside the grammar. */
export function parseStoredClientId(text: string): ClientId | undefined {
  return SYSTEM_CLIENT_ID.test(text) ? (text as ClientId) : parseClientId(text);
}
