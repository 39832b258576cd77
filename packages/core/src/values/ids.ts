import type { Nominal } from '#values/nominal.ts';

/** A trading account of one lane. A login has one in each lane. Positive; 0 and below are the house's and the outside's. */
export type AccountId = Nominal<number, 'AccountId'>;
/** `VENUE:SYMBOL`, for example `NSE_SIM:ARUNA` or `COIN_SIM:BTC-USDT`. */
export type InstrumentId = Nominal<string, 'InstrumentId'>;
/** The sequence number of the command that placed the order: unique and growing. */
export type OrderId = Nominal<number, 'OrderId'>;
/** The customer's own id of a command: 8 to 36 of `[A-Za-z0-9_-]`, unique per account for ever. */
export type ClientId = Nominal<string, 'ClientId'>;
/** Epoch milliseconds, UTC. Comes into the core inside commands only. */
export type InstantMs = Nominal<number, 'InstantMs'>;
/** A calendar day of the exchange, `2026-11-20`. */
export type TradingDay = Nominal<string, 'TradingDay'>;

/** Real money and demo money are two ledgers and two books that never meet. */
export type Lane = 'real' | 'demo';

const CLIENT_ID = /^[A-Za-z0-9_-]{8,36}$/;

export const accountId = (id: number): AccountId => id as AccountId;
export const instrumentId = (id: string): InstrumentId => id as InstrumentId;
export const orderId = (sequence: number): OrderId => sequence as OrderId;
export const instantMs = (epochMs: number): InstantMs => epochMs as InstantMs;
export const tradingDay = (day: string): TradingDay => day as TradingDay;

/** Reads a client id; undefined for text outside the grammar. */
export function parseClientId(text: string): ClientId | undefined {
  return CLIENT_ID.test(text) ? (text as ClientId) : undefined;
}
