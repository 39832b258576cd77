/**
 * Rules by which newer code decides otherwise than older code did, append only, with what holds since above
 * each: a command names how many held, for its replay.
 *
 * Code for older journals is marked by `holdsRule` with the change's name, or a comment with *Replay before*
 * and that name, or with a format of the journal (`format 2` renamed fields); `npm run tidy` (rule
 * `replay-marks`) knows no other way.
 */
export const RULE_CHANGES = [
  // A fill-or-kill counts no hidden part of an iceberg behind its own order.
  'fillOrKillReach',
  // Client ids that the system derives are out of customers' reach.
  'systemClientIds',
  // Bonus shares are usable when the lot is that they came of.
  'bonusWithItsLot',
  // A depository charge that was paid in part leaves the day unpaid.
  'depositoryPaidInFull',
  // Work over many orders or accounts goes in steps.
  'sweeps',
  // A bracket's end comes with the first fill of its purchase.
  'bracketEndsWithFill',
  // Limits on large orders hold back nothing that closes.
  'closingWithoutLimits',
  // A square-off that is asked for again keeps its place.
  'squareOffKeepsPlace',
  // Commands that the system sends in vain are not journaled.
  'askedInVain',
  // A loss takes the customer's other orders' holds before the house ledger pays.
  'lossBeforeHouseLedger',
  // An auction's price is the last price.
  'auctionPriceKept',
  // A bracket's ends keep their sides; an order for a session keeps its place when it only gets smaller.
  'changedAsPlaced',
  // An auction ends in steps.
  'auctionSteps',
  // Orders of an auction whose price is fixed stay when a loss, a square-off or a reset ends others.
  'fixedOrdersStay',
  // Once a sale has paid the day's depository charge whole, no other owes it.
  'depositoryOnce',
  // An order names its agent.
  'orderAgents',
  // An auction's record is hashed with ranks.
  'auctionRanks',
  // A price that an order names is held to the collar.
  'priceCollar',
  // Proceeds stay a lot until a settlement has delivered them.
  'proceedsUntilDelivered',
  // An auction begins in steps.
  'auctionStartSteps',
  // A frozen account may close what is open.
  'frozenMayClose',
  // The end of a session asks who still has a turn, not who had one.
  'turnsThatStand',
  // An auction behind open sweeps begins when its turn comes.
  'sessionsThatStand',
  // An auction behind open sweeps ends when its turn comes.
  'phasesInTurn',
  // A freeze of the head of a family holds for all of it.
  'frozenFamily',
  // Orders that an auction has collected end in steps with the day or the band.
  'collectedInSteps',
  // Quotes of an auction trade in that one alone.
  'quotesOfOneAuction',
  // An iceberg's next part goes to the queue's end for released takers too.
  'icebergQueueEnd',
  // An auction's record has the ids of its orders.
  'auctionOrders',
  // A day's purchases of a share are one lot, and so are its proceeds.
  'lotsOfADay',
  // A GTT to buy holds nothing before it triggers.
  'gttsBlockNothing',
  // An order with many fills takes in steps.
  'takersInSteps',
  // No print from before its own fill triggers a bracket's end.
  'endsFromTheirFill',
  // An order takes in steps where icebergs take part too.
  'icebergsInSteps',
  // Orders of equal triggers are activated as they arrived.
  'equalTriggersByArrival',
  // Each sweep that follows prints says which ends are new.
  'newEndsInEachSweep',
  // Icebergs that refill in one command keep their turns at every price.
  'icebergsByPrice',
  // A loss made in steps is paid from its own order's hold too.
  'ownHoldCoversLoss',
  // An order that counts as ended ends by that, also when a loss takes its hold.
  'pendingEndBeforeLoss',
  // Released orders trade with nobody outside the band in force.
  'bandBeforeTakers',
  // Cancelling all orders says how many stay open, and why.
  'cancelAllSaysWhatStays',
  // The record of an auction is written in parts, each by one command.
  'auctionRecordParts',
  // An intraday sale in an auction is margined by the band.
  'auctionSalesByBand',
  // An intraday position that is carried is paid, or pays, dividends.
  'dividendsWithinDay',
  // A change that would meet an order of the same customer is refused.
  'changeMeetsOwn',
  // A GTT is charged by the rules in force when it triggers.
  'gttRulesWhenTriggered',
  // Orders of an auction with a fixed price pay for a loss when they end.
  'fixedOrdersOwe',
  // No number of open orders holds back what closes.
  'closingPastOrderCount',
  // An order that is past its end meets nobody.
  'expiredMeetNobody',
  // A step over accounts is bounded by their orders too.
  'accountStepsByOrders',
  // A frozen account may lessen its orders, and change what closes.
  'frozenMayLessen',
  // Charges within the day are taken whole: what lacks for them is a loss.
  'chargesTakenWhole',
  // A square-off that cancels orders and can't place its own says why.
  'squareOffSaysWhy',
  // An order that is past its end is nobody's best price.
  'expiredPriceNothing',
  // A step over accounts is bounded by their lots too.
  'accountStepsByLots',
  // Books are walked by the names of their instruments, not as a restart has loaded them.
  'booksByName',
  // Sales of a share pay the depository charge of a day together, in parts too.
  'depositoryByDay',
  // Orders that come later open nothing for an account that was frozen since.
  'frozenTriggersNothing',
  // A square-off ends orders of its own account in its reach, and of its family at the head of the queue.
  'squareOffClearsReach',
  // Orders that a fixed auction or a taker holds while their owner shuts themselves out end after it.
  'exclusionEndsHeld',
  // A sale of all that is held, and a change that only lessens, may be worth little.
  'wholeRestOfAnyWorth',
  // The stop of a bracket stays until its gain has filled.
  'stopUntilGainFills',
  // Books in which sweeps are open go on in turn, each with an equal part of a step.
  'sweepsByBook',
  // A change of an order meets the account's own limit on its worth.
  'ownValueOfChange',
  // A split or a bonus adjusts what an open rights issue entitles to.
  'entitlementsFollowShare',
  // Orders that waited stand in their queue as they arrived, legs of baskets and ends of brackets too.
  'tiesByArrival',
  // A loss takes what applications for new shares hold, before the house ledger pays.
  'applicationsCoverLoss',
  // A freeze of an account ends its orders that open something.
  'freezeEndsOpening',
  // A change that names no price of its own is held to no tick of later.
  'keptPriceOfAnyTick',
  // An order that waits in a line leaves it with its change or its end by a command.
  'linesAreLeft',
  // Debt of an order for a loss that its own fills have spent goes over to others of its owner.
  'unpaidGoesOver',
  // A market order that an auction has locked stays when a loss or a square-off ends others.
  'lockedOrdersStay',
  // A freeze of the head of a family, or a break that it takes, ends what opens in all of it.
  'freezeEndsFamily',
  // Sub-accounts of one account share a limit on open orders.
  'familyOrderCount',
  // Another lot size since an order was placed holds back no change that takes whole lots or nothing.
  'lessOfAnyLot',
  // A command that opens a sweep does little of it, as does a step over accounts, and an order fills less.
  'openingsShort',
  // A market order that an auction collects, or that waits, counts among the account's open orders.
  'collectedOrdersCount',
  // An order owes each account of the house ledger what that one has paid.
  'owedToEach',
  // Debt that an order can't pay goes over to others as soon as it ends, not at the end of the command.
  'unpaidGoesOverAtOnce',
  // An order that stands for a debt takes no more money into its hold.
  'debtTakesNoLaterMoney',
  // Books in which somebody waits go on before those whose session has ended.
  'awaitedBooksFirst',
  // A command ends fewer orders whose own time is over, and a step no more than it has left.
  'expiriesShort',
  // A demo account that may not begin anew is told what holds its order, and where.
  'resetSaysLock',
  // However many orders have ended in front, none of them prices an order.
  'noEndedPrices',
  // A command that ends many orders releases some: the others have ended too, and a sweep releases them.
  'endingsInSteps',
  // Orders that a command has ended leave an auction that was over before and has yet to be uncrossed.
  'endedLeaveAuction',
  // Legs of a basket together end no more orders whose own time is over than one command may.
  'basketEndsFew',
  // An order that its time or a command has ended ends by that, also when a loss takes its hold.
  'toldEndBeforeLoss',
  // An order that owes takes no later money, whenever it made its loss; one that closes changes without it.
  'ownDebtTakesNoMoney',
  // Books in which nobody waits have their part of a command, also where the others take more than theirs.
  'patientPartKept',
  // An order that has ended measures no reach of a square-off, nor hides an order of its family.
  'squareOffPassesEnded',
  // Behind more ended orders than are passed over, a book is busy for whoever its best price judges.
  'unknownBestIsBusy',
  // A loss counts as the orders that it may end: it releases few, and has the others end and owe it.
  'lossesInSteps',
  // A demo account that begins anew releases few orders: the others have ended and hold nothing.
  'resetInSteps',
  // A corporate action ends an order that its time or a command has ended, and does not change it.
  'adjustsNoEnded',
  // An entitlement says how many shares of its application losses have taken.
  'applicationsSayLoss',
  // A square-off looks at its book once for all that it ends there.
  'squareOffLooksOnce',
  // An order that has ended counts nowhere any more, whether the sweep has released it or not.
  'endedCountNoMore',
  // Cancelling all orders is answered with their numbers, not with the orders.
  'cancelAllByNumber',
  // A square-off releases few orders: the others have ended, and a sweep releases them.
  'squareOffInSteps',
] as const;
export type RuleChange = (typeof RULE_CHANGES)[number];

export const RULES_VERSION: number = RULE_CHANGES.length;

/** Commands of before there was a version are decided by none of the changes. */
export const RULES_VERSION_FIRST = 0;

/** Whether a change holds for a command. */
export function holdsRule(command: { readonly rulesVersion: number }, change: RuleChange): boolean {
  return RULE_CHANGES.indexOf(change) < command.rulesVersion;
}
