import type { CorporateTerms } from '@tarazu/core';
import { amount, quantity } from '@tarazu/core/values';

/** What a company has announced to do to its shares. The price of parts of shares is made on the record date. */
type AnnouncedTerms =
  | Extract<CorporateTerms, { kind: 'dividend' }>
  | Omit<Extract<CorporateTerms, { kind: 'split' | 'bonus' }>, 'fractionPrice'>;

export interface CorporateActionRow {
  /** Stands in client ids: 14 of `[a-z0-9-]` at most. */
  readonly id: string;
  readonly instrumentId: string;
  /** `YYYY-MM-DD`, IST. */
  readonly announcedOn: string;
  /** Who holds the share when this day begins takes part; from this day on it trades without the right. */
  readonly recordDate: string;
  readonly terms: AnnouncedTerms;
}

/** Actions of the simulated exchange's fictional issuers. A change is a new row, never an edit of one that was announced. */
export const corporateActionRows: readonly CorporateActionRow[] = [
  {
    id: 'div-aruna-2612',
    instrumentId: 'NSE_SIM:ARUNA',
    announcedOn: '2026-11-16',
    recordDate: '2026-12-03',
    terms: { kind: 'dividend', amountPerShare: amount(450n) },
  },
  {
    id: 'bon-deep-2612',
    instrumentId: 'NSE_SIM:DEEPBANK',
    announcedOn: '2026-11-17',
    recordDate: '2026-12-10',
    terms: { kind: 'bonus', sharesBefore: quantity(2n), sharesAfter: quantity(3n) },
  },
  {
    id: 'spl-chak-2612',
    instrumentId: 'NSE_SIM:CHAKRATYR',
    announcedOn: '2026-11-18',
    recordDate: '2026-12-17',
    terms: { kind: 'split', sharesBefore: quantity(1n), sharesAfter: quantity(5n) },
  },
];
