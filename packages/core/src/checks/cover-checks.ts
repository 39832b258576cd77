import type { RefusalCode } from '#model/refusal.ts';
import { formatDecimal } from '#values/index.ts';

/** Amounts that decide about cover: the hold that an order needs, and the balance for it. */
export interface CoverQuestion {
  /** True for a hold of money, false for a hold of the asset that is sold. */
  readonly holdsMoney: boolean;
  readonly needed: bigint;
  readonly usable: bigint;
  /** Of what it sells: bought, and not to be sold yet. */
  readonly unsettled: bigint;
}

/** Refusals of an account that lacks what an order must hold. */
export type CoverCode = Extract<
  RefusalCode,
  'INSUFFICIENT_FUNDS' | 'INSUFFICIENT_HOLDINGS' | 'HOLDINGS_UNSETTLED'
>;

/** Why an account can not carry an order; undefined where it can. */
export function missedCover({ holdsMoney, needed, usable, unsettled }: CoverQuestion): CoverCode | undefined {
  if (usable >= needed) return undefined;
  if (holdsMoney) return 'INSUFFICIENT_FUNDS';
  return usable + unsettled < needed ? 'INSUFFICIENT_HOLDINGS' : 'HOLDINGS_UNSETTLED';
}

/** Amounts in the refusal's text, in the decimals of the asset that is held. */
export function coverText(
  { needed, usable }: Pick<CoverQuestion, 'needed' | 'usable'>,
  scale: number,
): { needed: string; available: string } {
  return { needed: formatDecimal(needed, scale), available: formatDecimal(usable, scale) };
}
