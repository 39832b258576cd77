import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PRICE_COLLAR } from '@tarazu/core/values';
import { COIN, openTrader, placed, quoted } from '#domains/orders/test-trader.ts';
import { recordOf, textOf } from '#test-app.ts';

const trader = await openTrader();
const asha = await trader.enter();
await quoted(trader, COIN);

test('a coin’s limit far from the last price is refused with what to change, placed, changed, as a GTT, an end or a leg (trial 35)', async () => {
  const last = Number(textOf(await asha.read('coinTicker', { instrumentId: COIN }), 'price'));
  const limit = (price: string) =>
    asha.coin('sell', { type: 'limit', validity: 'gtc', price, quantity: '0.001' });
  for (const price of ['999999999', String(Math.round(last * 6)), String(Math.round(last / 6))]) {
    const refused = await limit(price);
    assert.deepEqual([refused.reason, refused.body['field']], ['PRICE_BAND', 'price'], price);
    const detail = recordOf(refused.body['detail']);
    const [low, high] = [Number(detail['priceLow']), Number(detail['priceHigh'])];
    assert.ok(Math.abs(low * PRICE_COLLAR.times - last) < last / 10, `${low}`);
    assert.ok(Math.abs(high / PRICE_COLLAR.times - last) < last / 10, `${high}`);
  }
  const near = { type: 'limit', validity: 'gtc', price: String(Math.round(last / 4)), quantity: '0.001' };
  const { order } = placed(await asha.coin('buy', near));
  const change = { clientId: asha.clientId(), id: textOf(order, 'id'), price: '999999999' };
  assert.equal((await asha.call('coinModify', change)).reason, 'PRICE_BAND');
  const trigger = {
    type: 'stopMarket',
    validity: 'gtc',
    triggerPrice: String(Math.round(last / 6)),
    quantity: '0.001',
  };
  assert.equal((await asha.coin('sell', trigger)).body['field'], 'triggerPrice');
  const far = String(Math.round(last * 6));
  const gtt = { clientId: asha.clientId(), instrumentId: COIN, side: 'sell', quantity: '0.001' };
  const refusedGtt = await asha.call('gttAdd', { ...gtt, triggerPrice: far, price: far });
  assert.deepEqual([refusedGtt.reason, refusedGtt.body['field']], ['PRICE_BAND', 'price']);
  const bracket = { ...near, takeProfitPrice: far, stopLossPrice: String(Math.round(last / 4.5)) };
  const refusedBracket = await asha.coin('buy', bracket);
  assert.deepEqual([refusedBracket.reason, refusedBracket.body['field']], ['PRICE_BAND', 'takeProfitPrice']);
  const legs = JSON.stringify([
    { instrumentId: COIN, side: 'sell', type: 'limit', price: '999999999', quantity: '0.001' },
  ]);
  const basket = await asha.read('basketPreview', { legs });
  assert.equal(basket['isAccepted'], false);
  assert.ok(JSON.stringify(basket).includes('PRICE_BAND'));
  assert.deepEqual((await asha.read('props'))['priceCollar'], PRICE_COLLAR);
});
