import { parseDecimal, price as priceOf } from '@tarazu/core/values';
import type { InstrumentProfile, OwnOrder } from '@tarazu/protocol';
import { useMemo } from 'react';
import { useTicker } from '#client/prices.ts';
import { useCall } from '#client/query.ts';
import { useBook } from '#widgets/book/use-book.ts';
import { type OrderField, sentences } from '#widgets/orders/change/refusal-field.ts';
import { useCheckWords } from '#widgets/ticket/checks/check-words.ts';
import { chargeRulesOf, oppositeLevels, termsOf } from '#widgets/ticket/checks/terms.ts';
import { useBuyingPower } from '#widgets/ticket/use-buying-power.ts';
import { changeFailure } from './change-check.ts';

interface Typed {
  readonly quantity: string;
  readonly price: string;
  readonly trigger: string;
}

/** Says of a field what is wrong with it while it is typed, in the words in which the ticket would. */
export function useChangeFailure(
  order: OwnOrder,
  profile: InstrumentProfile,
  typed: Typed,
): (field: OrderField) => string | undefined {
  const terms = useMemo(() => termsOf(profile), [profile]);
  const props = useCall('props', {}, { freshMs: Number.POSITIVE_INFINITY });
  const { book } = useBook(profile.instrumentId);
  const ticker = useTicker(profile.instrumentId, profile);
  const power = useBuyingPower(profile);
  const wordsOf = useCheckWords(terms);
  const rules = props.data === undefined ? undefined : chargeRulesOf(props.data, profile.quoteAsset);
  if (terms === undefined) return () => undefined;
  const last = parseDecimal(ticker?.price ?? profile.price, terms.priceScale);
  const failure = changeFailure({
    order,
    terms,
    ...typed,
    levels: oppositeLevels(book, order.side, terms),
    priceLast: last === undefined ? undefined : priceOf(last),
    account: rules === undefined || !power.isKnown ? undefined : { rules, ...power },
  });
  if (failure === undefined) return () => undefined;
  const { reason, fix } = wordsOf(failure);
  return (field) => (field === failure.field ? sentences(reason, fix) : undefined);
}
