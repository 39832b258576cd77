/**
 * Rules by which newer code decides otherwise than older code did, in the order of coming: append only. A
 * journaled command names how many of these held when it was applied, so that a replay of an old journal
 * gives what was given then.
 */
export const RULE_CHANGES = [
  'fillOrKillReach',
  'houseClientIds',
  'bonusWithItsLot',
  'depositoryPaidInFull',
  'sweeps',
  'bracketEndsWithFill',
  'closingWithoutLimits',
  'squareOffKeepsPlace',
  'askedInVain',
  'lossBeforeHouse',
  'auctionPriceKept',
  'changedAsPlaced',
  'auctionSteps',
  'fixedOrdersStay',
  'depositoryOnce',
  'orderAgents',
  'auctionRanks',
  'priceCollar',
  'proceedsUntilDelivered',
  'auctionStartSteps',
  'frozenMayClose',
  'turnsThatStand',
  'sessionsThatStand',
  'phasesInTurn',
  'frozenFamily',
  'collectedInSteps',
  'quotesOfOneAuction',
  'icebergQueueEnd',
  'auctionOrders',
  'lotsOfADay',
  'gttsBlockNothing',
  'takersInSteps',
  'endsFromTheirFill',
  'icebergsInSteps',
  'equalTriggersByArrival',
  'newEndsInEachSweep',
  'icebergsByPrice',
  'ownHoldCoversLoss',
  'pendingEndBeforeLoss',
  'bandBeforeTakers',
  'cancelAllSaysWhatStays',
  'auctionRecordParts',
  'auctionSalesByBand',
  'dividendsWithinDay',
  'changeMeetsOwn',
  'gttRulesWhenTriggered',
  'fixedOrdersOwe',
] as const;
export type RuleChange = (typeof RULE_CHANGES)[number];

export const RULES_VERSION = RULE_CHANGES.length;

/** Commands of before there was a version are decided by none of the changes. */
export const RULES_VERSION_FIRST = 0;

/** Whether a change holds for a command. */
export function holdsRule(command: { readonly rulesVersion: number }, change: RuleChange): boolean {
  return RULE_CHANGES.indexOf(change) < command.rulesVersion;
}
