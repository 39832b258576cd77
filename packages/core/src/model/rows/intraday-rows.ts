import { ACCOUNT_ID, AMOUNT, column, INSTANT, INSTRUMENT_ID } from '#model/rows/column.ts';
import { rowKind } from '#model/rows/row-kind.ts';
import type { AccountId, Amount, InstantMs, InstrumentId } from '#values/index.ts';

/**
 * Intraday position of an account in an instrument: the house ledger's `intraday` account has the shares and
 * their price, the customer a margin, which is a hold, and the difference at the close.
 */
export interface IntradayPosition {
  readonly accountId: AccountId;
  readonly instrumentId: InstrumentId;
  /** Above zero bought first, below zero sold first. */
  readonly quantity: Amount;
  /** Value paid or taken for what is open, and the charges on that. */
  readonly value: Amount;
  readonly charges: Amount;
  /** Of all that was closed, charges paid; may be negative. */
  readonly profitRealised: Amount;
  readonly openedAtMs: InstantMs;
}

export const intraday = rowKind<IntradayPosition>()({
  table: 'intraday_position',
  owner: 'account',
  life: 'state',
  storage: 'keyed',
  key: ['accountId', 'instrumentId'],
  keeping: { field: 'quantity', is: 'notZero' },
  fields: {
    accountId: column('account_id', ACCOUNT_ID),
    instrumentId: column('instrument_id', INSTRUMENT_ID),
    quantity: column('quantity', AMOUNT),
    value: column('value', AMOUNT),
    charges: column('charges', AMOUNT),
    profitRealised: column('profit_realised', AMOUNT),
    openedAtMs: column('opened_at_ms', INSTANT),
  },
});
