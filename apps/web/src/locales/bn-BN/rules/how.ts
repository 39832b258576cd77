export default {
  title: 'এটি কীভাবে চলে',
  close: 'বন্ধ করুন',
  rules: 'এর পিছনের নিয়ম',
  today: 'রুলবুক থেকে আজকের সংখ্যা। সময় ভারতীয়।',

  tradeHours:
    'শেয়ারে লেনদেন [sessions.otherShares.continuous.from] থেকে [sessions.otherShares.continuous.until] পর্যন্ত। ডেরিভেটিভ থাকা শেয়ারে [sessions.derivativeShares.continuous.until] পর্যন্ত।',
  tradeAfterHours:
    'বাজারের পরে [afterMarketTimes.from] থেকে [afterMarketTimes.until] অর্ডার দিন। সেগুলো পরের সেশনে যায়।',
  tradePrices: '[orders.priceAgeMax]-এর চেয়ে পুরোনো দামে কোনো অর্ডার পূরণ হয় না।',
  tradeCount:
    'একসঙ্গে [orders.openOrdersMax]টি খোলা অর্ডার থাকতে পারে। সেকেন্ডে [orders.ordersPerSecond]টি পাঠানো যায়।',
  tradeCharges:
    'ডেলিভারিতে STT [stockCharges.securitiesTaxRate]। চার্জে GST [stockCharges.goodsAndServicesTaxRate]। পাঠানোর আগে টিকিটে সব চার্জ দেখা যায়।',
  lockDays: 'আজ কেনা শেয়ার পরের ট্রেডিং দিনে [settlementTimes.sellableFrom] থেকে বেচা যায়।',
  proceedsUse: 'বিক্রির [proceeds.usableAtOnce] সঙ্গে সঙ্গে ব্যবহার করা যায়। বাকিটা পরের ট্রেডিং দিনে।',
  proceedsWithdraw: 'বিক্রির টাকা পরের ট্রেডিং দিনে [settlementTimes.withdrawableFrom] থেকে তোলা যায়।',
  intradayMargin:
    'ইন্ট্রাডে-তে লিকুইড শেয়ারে [intraday.marginRateLiquid] মার্জিন লাগে, অন্য শেয়ারে [intraday.marginRateOther]।',
  intradayEnd:
    'স্কোয়ার অফ হয় [sessions.otherSquareOff]-এ, ডেরিভেটিভ থাকা শেয়ারে [sessions.derivativeSquareOff]-এ। মার্জিনের [intraday.squareOffPercent] ক্ষতি হলে তার আগেই।',
  intradayNoFee: 'স্কোয়ার অফ-এ কোনো জরিমানা নেই।',
  levelLimits:
    'যাচাই করা অ্যাকাউন্ট দিনে ব্যাংকে [identityLimits.levels.verified.bankWithdrawalDayMax] তুলতে পারে। উন্নত স্তরে [identityLimits.levels.enhanced.bankWithdrawalDayMax]।',
  labelHni: '[hniLabel.averageDays]-এর গড় ইকুইটি [hniLabel.averageEquityMin] হলে HNI অ্যাকাউন্ট। তাতে দাম ভালো হয় না।',
  movementsBalance: 'প্রতিটি লাইনে তার পরের ব্যালেন্স থাকে। চার্জে তার নিয়মের নাম থাকে।',
  chargesFees:
    'ডেলিভারি কেনায় স্ট্যাম্প ডিউটি [stockCharges.stampDutyRate]। এক্সচেঞ্জ ফি [stockCharges.exchangeFeeRate]।',
  chargesDepository:
    'ডেলিভারি শেয়ার বেচতে প্রতি কোম্পানি ও দিনে [stockCharges.depositoryCharge] লাগে, শেয়ার যতই হোক।',
  chargesTds: 'কয়েন বেচলে [spotCharges.withholdingRate] TDS কাটা হয়।',
  closingAuction:
    'ডেরিভেটিভ থাকা শেয়ার [sessions.derivativeShares.closingAuction.from] থেকে নিলামে বন্ধ হয়। সেই দামই বন্ধের দাম।',
  stockHalts:
    'সূচক [indexHalts.halts.10.movePercent] নড়লে সব শেয়ারে লেনদেন থামে। [indexHalts.halts.10.before]-এর আগে হলে [indexHalts.halts.10.stopMinutes] থামে।',
  stockReopening: 'থামার পরে [ownAuctions.reopeningCollect] অর্ডার জমে। তারপর একটি দামে লেনদেন খোলে।',
  stockRange:
    'ডেরিভেটিভ থাকা শেয়ারের সীমা [operatingRange.widensBy] করে বাড়ে, [operatingRange.coolingOff] অপেক্ষার পরে।',
  coinHours: 'কয়েনে লেনদেন চলে দিনরাত, প্রতিদিন।',
  coinFees: 'মেকার ফি [spotCharges.tiers.0.makerRate]। টেকার ফি [spotCharges.tiers.0.takerRate]।',
  coinTiers:
    '৩০ দিনের টার্নওভার [spotCharges.tiers.500000.volumeMinInr] হলে [spotCharges.tiers.500000.makerRate] ও [spotCharges.tiers.500000.takerRate]।',
  coinCollar: 'কয়েনের অর্ডার পূরণ হয় শেষ দামের [orders.collarTimes] গুণের মধ্যে।',
  inviteLink: 'বন্ধুরা আপনার লিংক বা কোড দিয়ে নিবন্ধন করেন। কে কতদূর, আপনি দেখেন।',
  inviteLevel: 'আমন্ত্রণের স্তর একটিই। বন্ধুর বন্ধু গোনা হয় না।',
  inviteScore: 'আমন্ত্রণ করে কেউ ভালো দাম বা বরাদ্দ পান না।',
};
