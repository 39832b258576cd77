import { amount, greater, type Price, parseDecimal, price, quantity } from '@tarazu/core/values';
import { type Preview, previewOf } from '#widgets/ticket/checks/preview.ts';
import type { ChargeRules, Terms } from '#widgets/ticket/checks/terms.ts';
import type { GttFields } from './gtt-fields.ts';

/**
 * The effect of a GTT at its limit, with this account's fees; undefined while a field that it needs says
 * nothing.
 */
export function gttPreview(
  fields: GttFields,
  { terms, rules, feeTier }: { terms: Terms; rules: ChargeRules; feeTier: number },
): Preview | undefined {
  const { side } = fields;
  const priceLimit = limitOf(fields, terms);
  const size = parseDecimal(fields.quantity, terms.baseScale);
  if (priceLimit === undefined || size === undefined) return undefined;
  // The price is at the trigger when it triggers: it takes, as a stop limit does, and pays the fee of that.
  const intent = { side, type: 'stopLimit', validity: 'gtd', priceLimit, quantity: quantity(size) } as const;
  // Nobody has paid the depository yet for a day to come, and it may trigger on any of a year.
  return previewOf({ intent, terms, rules, levels: [], depositoryPaid: amount(0n), feeTier });
}

/** A purchase needs the money of its dearer leg; a sale brings at least its cheaper one. */
function limitOf({ side, legs, price: first, otherPrice }: GttFields, terms: Terms): Price | undefined {
  const read = (text: string) => parseDecimal(text, terms.priceScale);
  const one = read(first);
  const other = legs === 'two' ? read(otherPrice) : one;
  if (one === undefined || other === undefined || one === 0n || other === 0n) return undefined;
  const dearer = greater<bigint>(one, other);
  return price(side === 'buy' ? dearer : one + other - dearer);
}
