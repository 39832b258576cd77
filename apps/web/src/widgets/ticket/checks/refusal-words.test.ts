import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bnBN, enUS, type RefusalKey } from '@tarazu/protocol';
import bengali from '#locales/bn-BN/trade.ts';
import english from '#locales/en-US/trade.ts';

const CODES = [
  'TYPE_NOT_ALLOWED',
  'EXPIRY',
  'STALE_PRICE',
  'TRIGGER_NEAR',
  'TICK',
  'LOT',
  'QUANTITY_MIN',
  'QUANTITY_MAX',
  'VALUE_MIN',
  'VALUE_MAX',
  'PRICE_BAND',
  'NO_LIQUIDITY',
  'WOULD_TAKE',
  'TRAIL',
  'QUANTITY_SHOWN',
  'TRIGGER_SIDE',
  'TP_SL_SIDE',
  'TRIGGER_LIMIT',
  'INSUFFICIENT_FUNDS',
  'INSUFFICIENT_HOLDINGS',
  'HOLDINGS_UNSETTLED',
  'QUANTITY_FILLED',
  'OWN_EXCLUSION',
  'OWN_HOURS',
  'OWN_LEVERAGE',
  'OWN_LOSS',
  'OWN_ORDERS',
  'OPEN_ORDERS_MAX',
] as const satisfies readonly RefusalKey[];

for (const [language, texts, messages] of [
  ['en-US', english, enUS],
  ['bn-BN', bengali, bnBN],
] as const) {
  test(`the ticket foresees a refusal in the words that the server would give, ${language}`, () => {
    for (const code of CODES) {
      assert.equal(texts[`refusal_${code}_msg`], messages[code].msg);
      assert.equal(texts[`refusal_${code}_fix`], messages[code].fix);
    }
    assert.equal(texts.refusal_QUANTITY_MIN_coin, messages.QUANTITY_MIN.ofCoin?.msg);
    assert.equal(texts.refusal_QUANTITY_MAX_coin, messages.QUANTITY_MAX.ofCoin?.msg);
    assert.equal(texts.quantityZero, messages.QUANTITY_MIN.ofZero?.msg);
    assert.equal(texts.priceZero, messages.TICK.ofZero?.msg);
    assert.equal(texts.refusal_TP_SL_SIDE_fixByLimit, messages.TP_SL_SIDE.fixByLimit);
  });
}
