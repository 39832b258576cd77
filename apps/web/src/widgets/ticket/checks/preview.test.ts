import assert from 'node:assert/strict';
import { test } from 'node:test';
import { amount, formatDecimal, price, quantity, rate } from '@tarazu/core/values';
import { ticketNamed } from '#products/tickets.ts';
import { asksAsLarge, checkBuyingPower, checkOrder, intentOf } from './checks.ts';
import {
  type Intent,
  leastPurchase,
  previewOf,
  type Question,
  quantityPossible,
  shareOfPossible,
  worstPrice,
} from './preview.ts';
import { type Level, oppositeLevels, type Terms } from './terms.ts';
import { ARUNA, RULES } from './test-terms.ts';

const ASKS: readonly Level[] = [
  { price: price(50_000n), quantity: quantity(200n) },
  { price: price(50_100n), quantity: quantity(100n) },
];
const BIDS: readonly Level[] = [{ price: price(50_000n), quantity: quantity(500n) }];

function intent(over: Partial<Intent> = {}): Intent {
  return {
    side: 'buy',
    type: 'market',
    validity: 'ioc',
    priceLimit: undefined,
    quantity: quantity(200n),
    ...over,
  };
}

function question(over: Partial<Question> = {}): Question {
  return {
    intent: intent(),
    terms: ARUNA,
    rules: RULES,
    levels: ASKS,
    depositoryPaid: amount(0n),
    feeTier: 0,
    ...over,
  };
}

test('a purchase of one lakh is foretold with the charges of the contract note', () => {
  const preview = previewOf(question());
  assert.equal(preview?.value, 1_00_000_00n);
  assert.equal(preview?.chargesTotal, 118_74n);
  assert.equal(preview?.total, 1_00_118_74n);
  const named = Object.fromEntries((preview?.charges ?? []).map((line) => [line.name, line.amount]));
  assert.equal(named['securitiesTax'], 100_00n);
  assert.equal(named['stampDuty'], 15_00n);
});

test('a sale of one lakh brings its value less charges, the depository only when it is due', () => {
  const sale = intent({ side: 'sell' });
  assert.equal(previewOf(question({ intent: sale, levels: BIDS }))?.total, 1_00_000_00n - 119_08n);
  const second = previewOf(question({ intent: sale, levels: BIDS, depositoryPaid: amount(15_34n) }));
  assert.equal(second?.chargesTotal, 119_08n - 15_34n);
});

test('in an auction a market order sets the edge of the band aside, because nobody stands opposite yet', () => {
  const [terms, levels] = [{ ...ARUNA, auctionPhase: 'preOpen' } as const, []];
  const intent = { type: 'market', validity: 'ioc', priceLimit: undefined, quantity: quantity(1n) } as const;
  assert.equal(worstPrice({ intent: { ...intent, side: 'buy' }, terms, levels }), terms.band?.priceHigh);
  assert.equal(worstPrice({ intent: { ...intent, side: 'sell' }, terms, levels }), terms.band?.priceLow);
});

test('the worst price is the best one and the protection, to the tick toward the customer, within the band', () => {
  assert.equal(worstPrice(question()), 50_500n);
  assert.equal(worstPrice(question({ intent: intent({ side: 'sell' }), levels: BIDS })), 49_500n);
  const odd = [{ price: price(50_015n), quantity: quantity(1n) }];
  assert.equal(worstPrice(question({ levels: odd })), 50_515n);
  const high = [{ price: price(59_900n), quantity: quantity(1n) }];
  assert.equal(worstPrice(question({ levels: high })), 60_000n);
  assert.equal(worstPrice(question({ levels: [] })), undefined);
});

test('a cheap share has the wider protection by the best price of now, and a stop by its trigger', () => {
  const protectionLow = { priceBelow: price(10_000n), bps: 200 };
  const terms: Terms = { ...ARUNA, tickSize: price(1n), band: undefined, protectionLow };
  const worst = (side: 'buy' | 'sell', best: bigint) =>
    worstPrice({ intent: intent({ side }), terms, levels: [{ price: price(best), quantity: quantity(1n) }] });
  assert.deepEqual([worst('buy', 9_999n), worst('sell', 9_999n)], [10_198n, 9_800n]);
  assert.deepEqual([worst('buy', 10_000n), worst('sell', 10_000n)], [10_100n, 9_900n]);
  const stop = intent({ type: 'stopMarket', validity: 'day', priceTrigger: price(9_999n) });
  assert.equal(worstPrice({ intent: stop, terms, levels: [] }), 10_198n);
});

test('the book is walked for what it has, and the rest is shown at the worst price, never cheaper', () => {
  const preview = previewOf(question({ intent: intent({ quantity: quantity(400n) }) }));
  assert.equal(preview?.quantityTaken, 300n);
  assert.equal(preview?.value, 200n * 50_000n + 100n * 50_100n + 100n * 50_500n);
});

test('a resting limit takes nothing, holds value and charges at its limit, and breaks even above its price', () => {
  const resting = intent({
    type: 'limit',
    validity: 'day',
    priceLimit: price(49_000n),
    quantity: quantity(100n),
  });
  const preview = previewOf(question({ intent: resting }));
  assert.equal(preview?.quantityTaken, 0n);
  assert.equal(preview?.worst, preview?.total);
  assert.ok(preview?.priceBreakEven !== undefined && preview.priceBreakEven > 49_000n);
  assert.equal(preview.priceBreakEven % ARUNA.tickSize, 0n);
  const sale = intent({
    side: 'sell',
    type: 'limit',
    validity: 'ioc',
    priceLimit: preview.priceBreakEven,
    quantity: quantity(100n),
  });
  const sold = previewOf(
    question({ intent: sale, levels: [{ price: preview.priceBreakEven, quantity: quantity(100n) }] }),
  );
  assert.ok(sold !== undefined && sold.total >= preview.total, 'selling there gives the cost back');
  const below = price(preview.priceBreakEven - ARUNA.tickSize);
  const loses = previewOf(
    question({
      intent: { ...sale, priceLimit: below },
      levels: [{ price: below, quantity: quantity(100n) }],
    }),
  );
  assert.ok(loses !== undefined && loses.total < preview.total, 'one tick lower does not');
});

test('the largest order that the cash allows is allowed, and one lot more is not', () => {
  const cash = amount(1_00_000_00n);
  const possible = quantityPossible(
    { terms: ARUNA, rules: RULES, feeTier: 0, side: 'buy', priceWorst: price(50_500n) },
    { cash, sellable: quantity(0n) },
  );
  const hold = (size: bigint) =>
    previewOf(
      question({
        intent: intent({
          type: 'limit',
          validity: 'day',
          priceLimit: price(50_500n),
          quantity: quantity(size),
        }),
        levels: [],
      }),
    )?.worst ?? 0n;
  assert.ok(hold(possible) <= cash);
  assert.ok(hold(possible + 1n) > cash);
  assert.equal(shareOfPossible(quantity(197n), 50, ARUNA), 98n);
});

test('the checks are the engine’s own, first reason first', () => {
  const terms: Terms = { ...ARUNA, kind: 'spot' };
  const failing = (over: Partial<Intent>, levels: readonly Level[] = ASKS) =>
    checkOrder({ intent: intent(over), terms, levels, priceLast: price(50_000n) })?.code;
  const limit = { type: 'limit', validity: 'gtc' } as const;
  assert.equal(failing({}), undefined);
  assert.equal(failing({ ...limit, priceLimit: price(50_001n) }), 'TICK');
  assert.equal(failing({ quantity: quantity(100_001n) }), 'QUANTITY_MAX');
  assert.equal(failing({ ...limit, priceLimit: price(60_005n) }), 'PRICE_BAND');
  assert.equal(failing({}, []), 'NO_LIQUIDITY');
  assert.equal(failing({ ...limit, validity: 'postOnly', priceLimit: price(50_000n) }), 'WOULD_TAKE');
  assert.equal(failing({ ...limit, validity: 'postOnly', priceLimit: price(49_995n) }), undefined);
  const stop = { ...limit, type: 'stopLimit', priceLimit: price(51_000n) } as const;
  const many = quantity(100_001n);
  assert.equal(failing({ ...stop, priceTrigger: price(50_501n), quantity: many }), 'TICK');
  assert.equal(failing({ ...stop, priceTrigger: price(60_005n), quantity: many }), 'QUANTITY_MAX');
  const hidden = {
    ...limit,
    validity: 'postOnly',
    priceLimit: price(50_000n),
    quantityShown: quantity(1n),
  } as const;
  assert.equal(failing(hidden), 'QUANTITY_SHOWN', 'before what the book says');
  assert.equal(asksAsLarge({ intent: intent({ quantity: quantity(1_000n) }), terms: ARUNA }), false);
  assert.equal(asksAsLarge({ intent: intent({ quantity: quantity(1_001n) }), terms: ARUNA }), true);
  const unknown = { ...ARUNA, averageDailyVolume: 0n };
  assert.equal(asksAsLarge({ intent: intent({ quantity: quantity(1_001n) }), terms: unknown }), false);
});

test('buying power: a purchase needs its whole hold, a sale what it sells', () => {
  const preview = previewOf(question());
  assert.ok(preview);
  const asked = { intent: intent(), terms: ARUNA, levels: ASKS, preview };
  assert.equal(checkBuyingPower(asked, { cash: preview.worst, sellable: 0n }), undefined);
  const short = checkBuyingPower(asked, { cash: preview.worst - 1n, sellable: 0n });
  assert.equal(short?.code, 'INSUFFICIENT_FUNDS');
  assert.equal(short?.detail['needed'], formatDecimal(preview.worst, 2));
  const sale = { ...asked, intent: intent({ side: 'sell' }) };
  assert.equal(checkBuyingPower(sale, { cash: 0n, sellable: 199n })?.code, 'INSUFFICIENT_HOLDINGS');
  // 200 are sold: what is held and not settled is told with the hour from which it may be sold.
  const settling = [
    { units: 60n, fromMs: 1_000 },
    { units: 60n, fromMs: 2_000 },
  ];
  const early = checkBuyingPower(sale, { cash: 0n, sellable: 100n, settling });
  assert.deepEqual(
    [early?.code, early?.detail['available'], early?.detail['usableAtMs']],
    ['HOLDINGS_UNSETTLED', '100', '2000'],
  );
  const more = checkBuyingPower(sale, { cash: 0n, sellable: 79n, settling });
  assert.equal(more?.code, 'INSUFFICIENT_HOLDINGS');
});

test('coins pay the taker fee on what they take and the maker fee on what waits, and tax on each sold leg', () => {
  const terms: Terms = {
    ...ARUNA,
    kind: 'spot',
    quoteAsset: 'USDT',
    baseAsset: 'BTC',
    priceScale: 2,
    baseScale: 8,
    quoteScale: 8,
    band: undefined,
    quantityMax: quantity(10_000_000_000n),
    valueMax: amount(10n ** 16n),
    quoteIsCoin: true,
  };
  const levels = [{ price: price(50_000_00n), quantity: quantity(100_000_000n) }];
  const taken = previewOf(question({ terms, levels, intent: intent({ quantity: quantity(100_000_000n) }) }));
  assert.equal(taken?.value, 50_000n * 10n ** 8n);
  assert.equal(taken?.charges.find((line) => line.name === 'tradingFee')?.amount, 100n * 10n ** 8n);
  const waits = intent({
    type: 'limit',
    validity: 'postOnly',
    priceLimit: price(49_000_00n),
    quantity: quantity(100_000_000n),
  });
  const made = previewOf(question({ terms, levels, intent: waits }));
  assert.equal(made?.charges.find((line) => line.name === 'tradingFee')?.amount, 7_350_000_000n);
  assert.ok((made?.charges.find((line) => line.name === 'withholdingTax')?.amount ?? 0n) > 0n);
  const fee = (preview: ReturnType<typeof previewOf>) =>
    preview?.charges.find((line) => line.name === 'tradingFee')?.amount;
  const better = { terms, levels, feeTier: 1 };
  const takes = intent({ quantity: quantity(100_000_000n) });
  assert.equal(
    fee(previewOf(question({ ...better, intent: takes }))),
    75n * 10n ** 8n,
    'the second level takes less',
  );
  assert.equal(fee(previewOf(question({ ...better, intent: waits }))), 49n * 10n ** 8n);
});

test('within the day a fifth stands behind the value, either side may begin, and closing asks for no margin', () => {
  const terms: Terms = { ...ARUNA, intradayMarginRate: rate(20_000_000n) };
  const product = ticketNamed('MIS', { terms, rules: RULES });
  assert.equal(product?.offer.name, 'intraday');
  assert.equal(ticketNamed('CNC', { terms, rules: RULES })?.offer.name, 'delivery');
  assert.equal(ticketNamed('MIS', { terms: ARUNA, rules: RULES }), undefined, 'without a margin rate');
  const { intraday: _, ...stockCharges } = RULES.stockCharges;
  assert.equal(ticketNamed('MIS', { terms, rules: { ...RULES, stockCharges } }), undefined, 'without rates');

  const bought = previewOf(question({ terms, product, open: 0n }));
  assert.deepEqual([bought?.value, bought?.chargesTotal], [1_00_000_00n, 30_34n]);
  // The hold is reckoned at the worst price, 505.00: what is left over comes back with the fill.
  assert.equal(bought?.margin, 20_200_00n);
  const sale = intent({ side: 'sell' });
  const sold = previewOf(question({ terms, intent: sale, levels: BIDS, product, open: 0n }));
  assert.deepEqual([sold?.chargesTotal, sold?.margin], [52_34n, 20_000_00n]);
  const closing = previewOf(question({ terms, intent: sale, levels: BIDS, product, open: 200n }));
  assert.deepEqual([closing?.margin, closing?.total, closing?.worst], [0n, 52_34n, 52_34n]);

  const checked = (open: bigint, cash: bigint) => {
    const preview = previewOf(question({ terms, intent: sale, levels: BIDS, product, open }));
    assert.ok(preview);
    return checkBuyingPower(
      { intent: sale, terms, levels: BIDS, preview, product, open },
      { cash, sellable: 0n },
    )?.code;
  };
  assert.equal(checked(0n, 1_00_000_00n), undefined, 'sold first without a share');
  assert.equal(checked(0n, 20_000_00n), 'INSUFFICIENT_FUNDS');
  assert.equal(checked(200n, 0n), undefined);
  assert.equal(checked(199n, 1_00_000_00n), 'INSUFFICIENT_HOLDINGS');

  const possible = (open: bigint) =>
    quantityPossible(
      {
        terms,
        rules: RULES,
        feeTier: 0,
        side: 'buy',
        priceWorst: price(50_500n),
        product,
        open,
      },
      { cash: amount(1_00_000_00n), sellable: quantity(0n) },
    );
  assert.ok(possible(0n) > 980n && possible(0n) < 990n, 'five times the money');
  assert.equal(possible(-30n), 30n, 'as much as is open');
});

test('fields become an intent only when they are numbers of the instrument', () => {
  const fields = { side: 'buy', type: 'limit', validity: 'day', price: '500.00', quantity: '10' } as const;
  assert.equal(intentOf(fields, ARUNA)?.priceLimit, 50_000n);
  assert.equal(intentOf({ ...fields, quantity: '0' }, ARUNA), undefined);
  assert.equal(intentOf({ ...fields, quantity: '1.5' }, ARUNA), undefined);
  assert.equal(intentOf({ ...fields, price: '' }, ARUNA), undefined);
  assert.equal(
    oppositeLevels({ bids: [['499.95', '3', 1]], asks: [['500.05', '2', 1]] }, 'sell', ARUNA)[0]?.price,
    49_995n,
  );
});

test('the least sum for a purchase by amount buys what the rules ask for, and a unit less does not', () => {
  const asked = { terms: { ...ARUNA, valueMin: amount(60_000n) }, rules: RULES, feeTier: 0 };
  const priceWorst = price(50_000n);
  const least = leastPurchase({ ...asked, priceWorst });
  assert.ok(least !== undefined);
  assert.equal(least.quantity, 2n, 'one share is worth less than the least order');
  const possible = (cash: bigint) =>
    quantityPossible({ ...asked, side: 'buy', priceWorst }, { cash: amount(cash), sellable: quantity(0n) });
  assert.equal(possible(least.cost), 2n);
  assert.equal(possible(least.cost - 1n), 1n);
  assert.equal(leastPurchase({ ...asked, priceWorst: undefined }), undefined);
});
