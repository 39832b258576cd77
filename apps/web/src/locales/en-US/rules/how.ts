export default {
  title: 'How this works',
  close: 'Close',
  rules: 'The rules behind it',
  today: 'Numbers of today, from the rulebook. Times are Indian time.',

  tradeHours:
    'Shares trade from [sessions.otherShares.continuous.from] to [sessions.otherShares.continuous.until]. Shares with derivatives trade until [sessions.derivativeShares.continuous.until].',
  tradeAfterHours:
    'After hours you place orders from [afterMarketTimes.from] to [afterMarketTimes.until]. They enter the next session.',
  tradePrices: 'No order trades on a price older than [orders.priceAgeMax].',
  tradeCount: 'You may have [orders.openOrdersMax] open orders and send [orders.ordersPerSecond] a second.',
  tradeCharges:
    'STT on delivery is [stockCharges.securitiesTaxRate]. GST on fees is [stockCharges.goodsAndServicesTaxRate]. The ticket shows all charges before you send.',
  lockDays: 'Shares bought today are sellable from [settlementTimes.sellableFrom] the next trading day.',
  proceedsUse:
    'You can use [proceeds.usableAtOnce] of a sale at once. The rest follows on the next trading day.',
  proceedsWithdraw:
    'Proceeds are withdrawable from [settlementTimes.withdrawableFrom] on the next trading day.',
  intradayMargin:
    'Intraday needs [intraday.marginRateLiquid] margin on liquid shares, [intraday.marginRateOther] on others.',
  intradayEnd:
    'We square off at [sessions.otherSquareOff], shares with derivatives at [sessions.derivativeSquareOff]. A loss of [intraday.squareOffPercent] of the margin squares off earlier.',
  intradayNoFee: 'Squaring off costs no penalty fee.',
  levelLimits:
    'A verified account may withdraw [identityLimits.levels.verified.bankWithdrawalDayMax] a day to banks. An enhanced one may withdraw [identityLimits.levels.enhanced.bankWithdrawalDayMax].',
  labelHni:
    'Average equity of [hniLabel.averageEquityMin] over [hniLabel.averageDays] makes an HNI account. It gets no better price.',
  movementsBalance: 'Each line here has its balance after it. Charges name the rule that decided them.',
  chargesFees:
    'Stamp duty on delivery purchases is [stockCharges.stampDutyRate]. The exchange fee is [stockCharges.exchangeFeeRate].',
  chargesDepository:
    'Selling delivered shares costs [stockCharges.depositoryCharge] per company and day, however many shares.',
  chargesTds: 'TDS of [spotCharges.withholdingRate] is kept from each sold coin.',
  closingAuction:
    'Shares with derivatives close by auction from [sessions.derivativeShares.closingAuction.from]. Its price is the closing price.',
  stockHalts:
    'When the index moves [indexHalts.halts.10.movePercent], all shares stop trading. Before [indexHalts.halts.10.before] the halt lasts [indexHalts.halts.10.stopMinutes].',
  stockReopening:
    'After a halt, orders collect for [ownAuctions.reopeningCollect] and one price opens trading.',
  stockRange:
    'Ranges of shares with derivatives widen by [operatingRange.widensBy], after [operatingRange.coolingOff].',
  coinHours: 'Coins trade day and night, every day.',
  coinFees:
    'The maker fee is [spotCharges.tiers.0.makerRate]. The taker fee is [spotCharges.tiers.0.takerRate].',
  coinTiers:
    'From a 30-day turnover of [spotCharges.tiers.500000.volumeMinInr] they are [spotCharges.tiers.500000.makerRate] and [spotCharges.tiers.500000.takerRate].',
  coinCollar: 'A coin order trades within [orders.collarTimes] times the last price.',
  inviteLink: 'Friends register with your link or code. You see how far each is.',
  inviteLevel: 'Invitations have one level. Friends of friends do not count.',
  inviteScore: 'Nobody gets better prices or allotments by inviting.',
} as const;
