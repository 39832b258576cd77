import { formatDecimal, type Price, parseDecimal, quantity } from '@tarazu/core/values';
import type { Book, InstrumentDetail } from '@tarazu/protocol';
import { useMemo } from 'react';
import { useCall } from '#client/query.ts';
import { orderDraftsSlice } from '#client/store.ts';
import type { CallStateQuery } from '#widgets/session/call-state.tsx';
import { validityOf } from './attempt.ts';
import {
  type CheckFailure,
  checkMeans,
  checkOrder,
  intentOf,
  isLargeOrder,
  type TicketFields,
} from './checks.ts';
import {
  type Intent,
  type Preview,
  previewOf,
  type Question,
  quantityPossible,
  shareOfPossible,
  worstPrice,
} from './preview.ts';
import { type ChargeRules, chargeRulesOf, oppositeLevels, type Side, type Terms, termsOf } from './terms.ts';
import { type Means, useDepositoryDue, useMeans } from './use-means.ts';

/** What stands in the fields, kept in the browser by instrument so that a reload loses nothing. */
export function useFields(instrument: Pick<InstrumentDetail, 'instrumentId' | 'kind'>, side: Side) {
  const { instrumentId, kind } = instrument;
  const draft = orderDraftsSlice.use()[instrumentId] ?? {};
  const validity = validityOf(draft['validity'] ?? (kind === 'stock' ? 'day' : 'gtc'));
  const fields: TicketFields = {
    side,
    type: draft['type'] === 'limit' ? 'limit' : 'market',
    validity,
    price: draft['price'] ?? '',
    quantity: draft['quantity'] ?? '',
  };
  const change = (changes: Partial<Omit<TicketFields, 'side'>>) =>
    orderDraftsSlice.update((drafts) => ({
      ...drafts,
      [instrumentId]: { ...drafts[instrumentId], ...changes },
    }));
  return {
    fields: fields.type === 'market' ? { ...fields, validity: 'ioc' as const } : fields,
    chosenValidity: validity,
    change,
  };
}

export interface Reckoning {
  readonly terms: Terms;
  readonly rules: ChargeRules;
  readonly intent: Intent | undefined;
  readonly preview: Preview | undefined;
  /** The first thing that the server would refuse. */
  readonly failure: CheckFailure | undefined;
  readonly isLarge: boolean;
  readonly means: Means;
  readonly priceWorst: Price | undefined;
  readonly possible: string;
  /** A share of what is possible, as the text of the quantity field. */
  readonly shareText: (percent: number) => string;
  /** The same reckoning with the book as it is at this moment. */
  readonly again: (book: Book | undefined) => {
    preview: Preview | undefined;
    failure: CheckFailure | undefined;
  };
}

export interface ReckoningQuery {
  /** Undefined until the rules are known; never for what cannot be traded. */
  readonly reckoning: Reckoning | undefined;
  readonly query: CallStateQuery;
}

/** Everything that a ticket tells before the tap. */
export function useReckoning(
  detail: InstrumentDetail,
  fields: TicketFields,
  book: Book | undefined,
): ReckoningQuery {
  const props = useCall('props', {}, { freshMs: Number.POSITIVE_INFINITY });
  const terms = useMemo(() => termsOf(detail), [detail]);
  const rules = useMemo(
    () => (props.data === undefined ? undefined : chargeRulesOf(props.data)),
    [props.data],
  );
  const asked = terms ?? NO_TERMS;
  const means = useMeans(asked);
  const depositoryDue = useDepositoryDue(asked, fields.side);
  if (terms === undefined || rules === undefined) return { reckoning: undefined, query: props };
  return { reckoning: reckon({ terms, rules, fields, means, depositoryDue }, book), query: props };
}

interface Asked {
  readonly terms: Terms;
  readonly rules: ChargeRules;
  readonly fields: TicketFields;
  readonly means: Means;
  readonly depositoryDue: boolean;
}

function reckon(asked: Asked, book: Book | undefined): Reckoning {
  const { terms, rules, fields, means } = asked;
  const levels = oppositeLevels(book, fields.side, terms);
  const limit = parseDecimal(fields.price, terms.scales.priceScale);
  const priceLimit = intentOf({ ...fields, quantity: '1' }, terms)?.priceLimit;
  const bare = { side: fields.side, type: fields.type, validity: fields.validity, priceLimit, quantity: ONE };
  const priceWorst =
    fields.type === 'limit' && limit === undefined ? undefined : worstPrice({ intent: bare, terms, levels });
  const possible = quantityPossible(
    { terms, rules, feeTier: means.feeTier, side: fields.side, priceWorst },
    means,
  );
  const intent = intentOf(fields, terms);
  const quantityText = (units: bigint) =>
    formatDecimal(units, terms.scales.baseScale)
      .replace(/(\.\d*?)0+$/, '$1')
      .replace(/\.$/, '');
  const judged = judge(asked, book);
  return {
    terms,
    rules,
    intent,
    ...judged,
    isLarge: intent !== undefined && isLargeOrder({ intent, terms }),
    means,
    priceWorst,
    possible: quantityText(possible),
    shareText: (percent) => quantityText(shareOfPossible(possible, percent, terms)),
    again: (newest) => judge(asked, newest),
  };
}

function judge(
  asked: Asked,
  book: Book | undefined,
): { preview: Preview | undefined; failure: CheckFailure | undefined } {
  const { terms, rules, fields, means, depositoryDue } = asked;
  const intent = intentOf(fields, terms);
  if (intent === undefined) return { preview: undefined, failure: undefined };
  const levels = oppositeLevels(book, fields.side, terms);
  const { feeTier } = means;
  const question: Question = { intent, terms, rules, levels, depositoryDue, feeTier };
  const preview = previewOf(question);
  const failure = checkOrder(question);
  if (failure !== undefined || preview === undefined || !means.isKnown) return { preview, failure };
  return { preview, failure: checkMeans({ ...question, preview }, means) };
}

const ONE = quantity(1n);

/** Hooks must run before the terms are known; nothing is asked of the server with these. */
const NO_TERMS: Terms = {
  instrumentId: '',
  kind: 'spot',
  symbol: '',
  quoteAsset: '',
  baseAsset: '',
  scales: { priceScale: 0, baseScale: 0, quoteScale: 0 },
  tickSize: 1n,
  lotSize: 1n,
  quantityMin: 0n,
  quantityMax: 0n,
  valueMin: 0n,
  valueMax: 0n,
  protectionBps: 0,
  band: undefined,
  averageDailyVolume: 0n,
  quoteIsCoin: false,
};
