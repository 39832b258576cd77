import type how from '#locales/en-US/rules/how.ts';

type HowKey = keyof typeof how;

/** Pages that say how they work, and what each says. */
export const TOPICS = {
  trade: [
    'tradeHours',
    'tradeAfterHours',
    'tradePrices',
    'tradeCount',
    'tradeCharges',
    'coinHours',
    'coinFees',
  ],
  positions: ['lockDays', 'proceedsUse', 'intradayMargin', 'intradayEnd', 'intradayNoFee'],
  assets: ['lockDays', 'proceedsUse', 'proceedsWithdraw', 'levelLimits', 'labelHni'],
  funds: ['movementsBalance', 'chargesFees', 'chargesDepository', 'chargesTds', 'proceedsWithdraw'],
  stock: ['tradeHours', 'closingAuction', 'stockHalts', 'stockReopening', 'stockRange', 'lockDays'],
  coin: ['coinHours', 'coinFees', 'coinTiers', 'chargesTds', 'coinCollar'],
  invite: ['inviteLink', 'inviteLevel', 'inviteScore'],
} as const satisfies Readonly<Record<string, readonly HowKey[]>>;

export type HowTopic = keyof typeof TOPICS;
