import type { RefusalCode } from '#model/refusal.ts';
import { formatDecimal } from '#values/index.ts';

/** What an order must hold, and what its account has for it. */
export interface CoverQuestion {
  /** It holds money, or else what it sells. */
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

/** What such a refusal says, in the decimals of what is held. */
export function coverText(
  { needed, usable }: Pick<CoverQuestion, 'needed' | 'usable'>,
  scale: number,
): { needed: string; available: string } {
  return { needed: formatDecimal(needed, scale), available: formatDecimal(usable, scale) };
}
