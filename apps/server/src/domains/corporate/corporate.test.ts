import assert from 'node:assert/strict';
import { test } from 'node:test';
import { actionsAt } from '#domains/corporate/test-actions.ts';
import {
  type Customer,
  openTrader,
  placed,
  quoted,
  replayed,
  rowsOf,
  units,
} from '#domains/orders/test-trader.ts';
import { dayFromText, dayStartMs } from '#platform/time/days.ts';
import { recordOf, textOf } from '#test-app.ts';

/** The split of the catalogue: one CHAKRATYR becomes five on 2026-12-17. */
const ID = 'NSE_SIM:CHAKRATYR';
const recordMs = dayStartMs(dayFromText('2026-12-17'), 'IST');
const trader = await openTrader();
const { app } = trader;
const { look, goTo } = actionsAt(trader);

const stateOf = async (by: Customer, id: string) =>
  recordOf((await by.read('stockOrderInfo', { id }))['order']);

test('a split is announced, stops its share, makes five of one, and lets it go on at a fifth of the price', async () => {
  await quoted(trader, ID);
  const asha = await trader.enter();
  placed(await asha.stock('buy', { instrumentId: ID, quantity: '10' }));
  const info = await asha.read('stockInfo', { instrumentId: ID });
  const [action] = rowsOf(info, 'corporateActions');
  assert.deepEqual(
    [action?.['kind'], action?.['recordDate'], action?.['sharesAfter'], action?.['isDone']],
    ['split', '2026-12-17', '5', false],
  );

  await goTo(recordMs - 120_000);
  await quoted(trader, ID);
  const last = Number(app.market.ticker(ID).price);
  const fives = Math.floor((last * 1.5) / 5) * 5;
  const [trigger, limit] = [fives, fives + 5].map((at) => `${at}.00`);
  const gtt = { clientId: asha.clientId(), instrumentId: ID, side: 'sell', quantity: '4' };
  const gttPlaced = placed(
    await asha.call('gttAdd', { ...gtt, triggerPrice: trigger ?? '', price: limit ?? '' }),
  );
  const before = await asha.holding(ID);
  const price = app.market.ticker(ID).price;
  const band = recordOf((await asha.read('stockInfo', { instrumentId: ID }))['band']);
  const low = textOf(band, 'priceLow');
  const waiting = placed(
    await asha.stock('buy', { instrumentId: ID, type: 'limit', validity: 'day', price: low }),
  );
  trader.advance(recordMs - 20_000 - trader.nowMs());
  await look();
  assert.equal((await asha.stock('buy', { instrumentId: ID })).reason, 'INSTRUMENT_HALTED');
  const halted = recordOf((await asha.read('stockInfo', { instrumentId: ID }))['venueState']);
  assert.deepEqual(halted['halt'], { reason: 'corporateAction' });

  await goTo(recordMs + 6_000);
  await look();
  await look();
  const after = await asha.holding(ID);
  assert.equal(units(after ?? {}, 'quantity'), 5n * units(before ?? {}, 'quantity'));
  assert.equal(after?.['cost'], before?.['cost']);
  const ended = await stateOf(asha, textOf(waiting.order, 'id'));
  assert.equal(ended['state'], 'cancelled');
  const share = Number(app.market.ticker(ID).price) / Number(price);
  assert.ok(share > 0.15 && share < 0.25, `a share costs a fifth: ${share}`);
  const gtts = await asha.list('gttList', { instrumentId: ID });
  const [anew, ...others] = gtts;
  assert.deepEqual(
    [others.length, anew?.['id'], anew?.['state'], anew?.['quantity'], anew?.['triggerWhen']],
    [0, gttPlaced.order['id'], 'new', '20', 'rises'],
  );
  assert.equal(typeof anew?.['repricedAtMs'], 'number', 'the same instruction, told as re-priced');
  assert.ok(Math.abs(Number(anew?.['triggerPrice']) * 5 - Number(trigger)) < 1);
  await quoted(trader, ID);
  placed(await asha.stock('buy', { instrumentId: ID }));
  const [done] = rowsOf(await asha.read('stockInfo', { instrumentId: ID }), 'corporateActions');
  assert.equal(done?.['isDone'], true);
  assert.equal(
    (await asha.noticeTitles()).filter((title) => title.includes('stock split completed')).length,
    1,
  );
  const { list } = await app.market.candles({ instrumentId: ID, interval: '1d', limit: 40 });
  const closes = list.map(({ close }) => Number(close));
  for (const [place, close] of closes.entries()) {
    const last = closes[place - 1] ?? close;
    assert.ok(close / last > 0.7 && close / last < 1.4, 'a split is no cliff in a chart');
  }
});

test('the journal replays to what the tables hold', async () => {
  const { problem, commands } = await replayed(trader);
  assert.equal(problem, undefined);
  assert.ok(commands > 10);
});
