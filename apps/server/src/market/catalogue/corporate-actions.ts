import type { CorporateTerms, RightsTerms } from '@tarazu/core';
import { amount, quantity } from '@tarazu/core/values';

type DividendTerms = Extract<CorporateTerms, { kind: 'dividend' }>;
type ShareTerms = Omit<Extract<CorporateTerms, { kind: 'split' | 'bonus' }>, 'fractionPrice'>;
/** The day on which an issue closes, `YYYY-MM-DD`, IST: at 17:00. */
type OfferedUntil = { readonly closesOn: string };

/**
 * Terms that a company has announced, without those that
 * only the record date's close, or the one before, tells.
 */
type AnnouncedTerms =
  | DividendTerms
  | ShareTerms
  | (Omit<RightsTerms, 'priceCum' | 'closesAtMs'> & OfferedUntil);

interface ActionRow<Terms> {
  /** Stands in client ids: 14 of `[a-z0-9-]` at most. */
  readonly id: string;
  readonly instrumentId: string;
  /** `YYYY-MM-DD`, IST. */
  readonly announcedOn: string;
  /**
   * The day at whose beginning a holder of the share takes part; from this day on it trades without the
   * right.
   */
  readonly recordDate: string;
  readonly terms: Terms;
}

export type CorporateActionRow = ActionRow<AnnouncedTerms>;

/**
 * The prices of a simulated share depend on the seed of its market, so that an issue price is written as its
 * distance from the close before the announcement.
 */
type CataloguedRights = Omit<RightsTerms, 'priceIssue' | 'priceCum' | 'closesAtMs'> &
  OfferedUntil & { readonly discountPercent: number };

export type CataloguedAction = ActionRow<DividendTerms | ShareTerms | CataloguedRights>;

/**
 * Actions of the simulated exchange's fictional issuers, changed by new rows alone. A share has one at a
 * time: none between the announcement of a rights issue and its close.
 */
export const corporateActionRows: readonly CataloguedAction[] = [
  {
    id: 'rgt-urja-2611',
    instrumentId: 'NSE_SIM:URJANET',
    announcedOn: '2026-11-19',
    recordDate: '2026-11-25',
    terms: {
      kind: 'rights',
      sharesHeld: quantity(5n),
      sharesOffered: quantity(1n),
      discountPercent: 20,
      closesOn: '2026-12-07',
    },
  },
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
  {
    id: 'rgt-sutra-2701',
    instrumentId: 'NSE_SIM:SUTRATEK',
    announcedOn: '2026-12-28',
    recordDate: '2027-01-13',
    terms: {
      kind: 'rights',
      sharesHeld: quantity(7n),
      sharesOffered: quantity(2n),
      discountPercent: 25,
      closesOn: '2027-01-25',
    },
  },
  {
    id: 'rgt-deep-2703',
    instrumentId: 'NSE_SIM:DEEPBANK',
    announcedOn: '2027-02-22',
    recordDate: '2027-03-11',
    terms: {
      kind: 'rights',
      sharesHeld: quantity(4n),
      sharesOffered: quantity(1n),
      discountPercent: 18,
      closesOn: '2027-03-19',
    },
  },
];
