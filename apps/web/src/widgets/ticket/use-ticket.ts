import {
  type Amount,
  amount,
  formatDecimal,
  type Price,
  parseDecimal,
  price,
  quantity,
} from '@tarazu/core/values';
import type { Book, InstrumentProfile } from '@tarazu/protocol';
import { useMemo } from 'react';
import { useTicker } from '#client/prices.ts';
import { useCall } from '#client/query.ts';
import { useSession } from '#client/session.ts';
import { orderDraftsSlice } from '#client/store.ts';
import { productIn, wireNameOf } from '#products/list.ts';
import type { TicketProduct } from '#products/ticket.ts';
import { ticketNamed, ticketOf } from '#products/tickets.ts';
import type { CallStateQuery } from '#widgets/session/call-state.tsx';
import { asksAsLarge, intentOf, type TicketFields } from '#widgets/ticket/checks/checks.ts';
import type { CheckFailure } from '#widgets/ticket/checks/failure.ts';
import { failureForeseen } from '#widgets/ticket/checks/foreseen.ts';
import {
  orderTypeOf,
  takesBracket,
  typesOf,
  validitiesOf,
  validityOf,
} from '#widgets/ticket/checks/offered.ts';
import { type OwnLimits, ownLimitsOf } from '#widgets/ticket/checks/own-limits.ts';
import {
  bestFor,
  type Intent,
  leastPurchase,
  type Preview,
  previewOf,
  quantityPossible,
  shareOfPossible,
  worstPrice,
} from '#widgets/ticket/checks/preview.ts';
import {
  type ChargeRules,
  chargeRulesOf,
  oppositeLevels,
  type Side,
  type Terms,
  termsOf,
} from '#widgets/ticket/checks/terms.ts';
import { type BuyingPower, useBuyingPower, useDepositoryPaid } from './use-buying-power.ts';

/** The fields of a ticket, kept in the browser by instrument so that a reload loses nothing. */
export function useFields(instrument: Pick<InstrumentProfile, 'instrumentId' | 'kind'>, side: Side) {
  const { instrumentId, kind } = instrument;
  const draft = orderDraftsSlice.use()[instrumentId] ?? {};
  const product = wireNameOf(draft['product']);
  const wishedType = orderTypeOf(draft['type']);
  // One that the other kind does not know becomes a market order.
  const type = typesOf(kind).find((one) => one === wishedType) ?? 'market';
  const validities = validitiesOf(kind, type);
  const wished = validityOf(draft['validity']);
  const fields: TicketFields = {
    side,
    type,
    // One that this type or kind does not know becomes its usual one.
    validity: validities.find((one) => one === wished) ?? validities[0] ?? 'ioc',
    price: draft['price'] ?? '',
    quantity: draft['quantity'] ?? '',
    trigger: draft['trigger'] ?? '',
    trail: draft['trail'] ?? TRAIL_PERCENT,
    shown: draft['shown'] ?? '',
    bracket: draft['bracket'] === 'true' && takesBracket({ kind, side, type }),
    takeProfit: draft['takeProfit'] ?? '',
    stopLoss: draft['stopLoss'] ?? '',
    stopTrails: draft['stopTrails'] === 'true',
    minutes: draft['minutes'] ?? TTL_MINUTES,
    days: draft['days'] ?? GTD_DAYS,
    afterMarket: draft['afterMarket'] !== 'false',
    ...(productIn({ kind })?.wireName && { product }),
  };
  const change = (changes: FieldChange) => {
    const texts = Object.fromEntries(Object.entries(changes).map(([name, value]) => [name, String(value)]));
    orderDraftsSlice.update((drafts) => ({
      ...drafts,
      [instrumentId]: { ...drafts[instrumentId], ...texts },
    }));
  };
  const reset = () => orderDraftsSlice.update(({ [instrumentId]: _, ...others }) => others);
  return { fields, change, reset };
}

/** The first values of the less usual orders' fields. */
const TRAIL_PERCENT = '2';
const TTL_MINUTES = '15';
const GTD_DAYS = '7';

export type FieldChange = Partial<Omit<TicketFields, 'side'>>;

export interface Reckoning {
  readonly terms: Terms;
  readonly rules: ChargeRules;
  readonly intent: Intent | undefined;
  readonly product: TicketProduct;
  readonly preview: Preview | undefined;
  /** The first thing that the server would refuse. */
  readonly failure: CheckFailure | undefined;
  readonly isLarge: boolean;
  readonly buyingPower: BuyingPower;
  readonly priceWorst: Price | undefined;
  readonly possible: string;
  /** A share of what is possible, as the text of the quantity field. */
  readonly shareText: (percent: number) => string;
  /** The largest quantity that costs no more than an amount of money, in whole lots; empty for none. */
  readonly quantityFor: (amountText: string) => string;
  /** The least that a purchase by amount takes, and what it costs at most; undefined without a price. */
  readonly least: { readonly quantity: string; readonly cost: Amount } | undefined;
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
  profile: InstrumentProfile,
  fields: TicketFields,
  book: Book | undefined,
): ReckoningQuery {
  const props = useCall('props', {}, { freshMs: Number.POSITIVE_INFINITY });
  const terms = useMemo(() => termsOf(profile), [profile]);
  const ticker = useTicker(profile.instrumentId, profile);
  const rules = useMemo(
    () => (props.data === undefined ? undefined : chargeRulesOf(props.data, profile.quoteAsset)),
    [props.data, profile.quoteAsset],
  );
  const asked = terms ?? NO_TERMS;
  const buyingPower = useBuyingPower(asked);
  const depositoryPaid = useDepositoryPaid(asked, fields.side);
  const own = useOwnLimits(asked);
  if (terms === undefined || rules === undefined) return { reckoning: undefined, query: props };
  const last = parseDecimal(ticker?.price ?? profile.price, terms.priceScale);
  const priceLast = last === undefined ? undefined : price(last);
  const reckoned = reckon({ terms, rules, fields, buyingPower, depositoryPaid, priceLast, own }, book);
  return { reckoning: reckoned, query: props };
}

interface Asked {
  readonly terms: Terms;
  readonly rules: ChargeRules;
  readonly fields: TicketFields;
  readonly buyingPower: BuyingPower;
  readonly depositoryPaid: Amount;
  /** The newest price: what triggers are judged by. */
  readonly priceLast: Price | undefined;
  /** Undefined until they are known. */
  readonly own: OwnLimits | undefined;
}

/** Limits that the person has set for this account; a visitor has none. */
function useOwnLimits(terms: Terms): OwnLimits | undefined {
  const { isSignedIn } = useSession();
  const { data } = useCall('limits', {}, { enabled: isSignedIn });
  return data && ownLimitsOf(data, terms, Date.now());
}

function reckon(asked: Asked, book: Book | undefined): Reckoning {
  const { terms, rules, fields, buyingPower } = asked;
  const levels = oppositeLevels(book, fields.side, terms);
  const bare = intentOf({ ...fields, quantity: '1', bracket: false }, terms, asked.priceLast);
  const priceWorst =
    bare === undefined ? undefined : worstPrice({ intent: bare, terms, levels, priceLast: asked.priceLast });
  const { side } = fields;
  const { feeTier, open } = buyingPower;
  const product = ticketOf(terms, { product: ticketNamed(fields.product, { terms, rules }) });
  const priceBest = bestFor(side, terms, levels);
  const sized = { terms, rules, feeTier, priceWorst, priceBest, product, open };
  const possible = quantityPossible({ ...sized, side }, buyingPower);
  const intent = intentOf(fields, terms, asked.priceLast);
  const quantityText = (units: bigint) =>
    formatDecimal(units, terms.baseScale)
      .replace(/(\.\d*?)0+$/, '$1')
      .replace(/\.$/, '');
  const judged = judge(asked, book);
  const least = leastPurchase(sized);
  return {
    terms,
    rules,
    intent,
    product,
    ...judged,
    isLarge: intent !== undefined && asksAsLarge({ intent, terms }),
    buyingPower,
    priceWorst,
    possible: quantityText(possible),
    shareText: (percent) => quantityText(shareOfPossible(possible, percent, terms)),
    quantityFor: (amountText) => {
      const cash = parseDecimal(amountText, terms.quoteScale);
      const means = { cash: amount(cash ?? 0n), sellable: buyingPower.sellable };
      const units = quantityPossible({ ...sized, side }, means);
      return units === 0n ? '' : quantityText(units);
    },
    least: least && { quantity: quantityText(least.quantity), cost: least.cost },
    again: (newest) => judge(asked, newest),
  };
}

function judge(
  asked: Asked,
  book: Book | undefined,
): { preview: Preview | undefined; failure: CheckFailure | undefined } {
  const { terms, rules, fields, buyingPower, depositoryPaid } = asked;
  const intent = intentOf(fields, terms, asked.priceLast);
  if (intent === undefined) return { preview: undefined, failure: undefined };
  const levels = oppositeLevels(book, fields.side, terms);
  const { feeTier, open } = buyingPower;
  const { priceLast } = asked;
  const product = ticketNamed(fields.product, { terms, rules });
  const question = { intent, terms, rules, levels, depositoryPaid, feeTier, priceLast, product, open };
  const preview = previewOf(question);
  return { preview, failure: failureForeseen({ ...question, preview }, { buyingPower, own: asked.own }) };
}

/** Hooks must run before the terms are known; nothing is asked of the server with these. */
const NO_TERMS: Terms = {
  instrumentId: '',
  kind: 'spot',
  symbol: '',
  quoteAsset: '',
  baseAsset: '',
  priceScale: 0,
  baseScale: 0,
  quoteScale: 0,
  tickSize: price(1n),
  lotSize: quantity(1n),
  quantityMin: quantity(0n),
  quantityMax: quantity(0n),
  valueMin: amount(0n),
  valueMax: amount(0n),
  protectionBps: 0,
  averageDailyVolume: 0n,
  quoteIsCoin: false,
};
