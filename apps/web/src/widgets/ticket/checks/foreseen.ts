import { type CheckQuestion, checkBuyingPower, checkOrder, type Settling } from './checks.ts';
import type { CheckFailure } from './failure.ts';
import { checkOrderCount, checkOwnLimits, type OwnLimits } from './own-limits.ts';
import type { Preview } from './preview.ts';

/** Facts of the account. */
interface Account {
  readonly buyingPower: {
    readonly isKnown: boolean;
    readonly cash: bigint;
    readonly sellable: bigint;
    readonly settling?: readonly Settling[];
  };
  /** Undefined until they are known. */
  readonly own: OwnLimits | undefined;
}

/** The first reason for which the engine would refuse the order, in the engine's own order of checks. */
export function failureForeseen(
  question: CheckQuestion & { readonly preview: Preview | undefined },
  { buyingPower, own }: Account,
): CheckFailure | undefined {
  const { preview } = question;
  const limited = own && checkOwnLimits(question, own);
  const asked = { ...question, ...(buyingPower.isKnown && { sellable: buyingPower.sellable }) };
  const isByTime = limited?.code === 'OWN_EXCLUSION' || limited?.code === 'OWN_HOURS';
  const failure = (isByTime ? limited : undefined) ?? checkOrder(asked) ?? limited;
  if (failure !== undefined || preview === undefined || !buyingPower.isKnown) return failure;
  return checkBuyingPower({ ...question, preview }, buyingPower) ?? (own && checkOrderCount(question, own));
}
