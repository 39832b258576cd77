import { hniLabel } from '#rules/families/account-label.ts';
import { correctionRules } from '#rules/families/corrections.ts';
import { currencyRates } from '#rules/families/currency-rates.ts';
import { holidays } from '#rules/families/holidays.ts';
import { identityLimits } from '#rules/families/identity-limits.ts';
import { intraday } from '#rules/families/intraday.ts';
import { sessions, specialSessions } from '#rules/families/sessions.ts';
import { spotChargeRules, tetherRate } from '#rules/families/spot-charges.ts';
import { staffSessionRules } from '#rules/families/staff-sessions.ts';
import { stockChargeRules } from '#rules/families/stock-charges.ts';
import { afterMarketTimes, blockWindows, ownAuctions, settlementTimes } from '#rules/families/times.ts';
import type { RuleFamily } from '#rules/family.ts';

/** Every rule that is data with dates, in the order of docs/rules.md. A new one adds its family here. */
export const RULE_FAMILIES: readonly RuleFamily[] = [
  stockChargeRules,
  spotChargeRules,
  tetherRate,
  ownAuctions,
  sessions,
  specialSessions,
  holidays,
  afterMarketTimes,
  settlementTimes,
  intraday,
  blockWindows,
  identityLimits,
  hniLabel,
  correctionRules,
  staffSessionRules,
  currencyRates,
];
