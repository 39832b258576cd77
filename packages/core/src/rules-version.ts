/**
 * What newer code decides otherwise than older code did, in the order of coming: append only. A journaled command names how many of
 * these held when it was applied, so that a replay of an old journal gives what was given then.
 */
export const RULE_CHANGES = [
  'fillOrKillReach',
  'closingWithoutLimits',
  'squareOffKeepsPlace',
  'askedInVain',
  'lossBeforeHouse',
] as const;
export type RuleChange = (typeof RULE_CHANGES)[number];

export const RULES_VERSION = RULE_CHANGES.length;

/** Commands of before there was a version are decided by none of the changes. */
export const RULES_VERSION_FIRST = 0;

/** Whether a change holds for a command; without a version it is applied for the first time, by all of them. */
export function holdsRule(
  { rulesVersion = RULES_VERSION }: { readonly rulesVersion?: number },
  change: RuleChange,
): boolean {
  return RULE_CHANGES.indexOf(change) < rulesVersion;
}
