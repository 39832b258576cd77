import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkFill, sha256 } from '@tarazu/core/proof';
import { OPERATIONS } from '@tarazu/protocol';
import {
  COIN,
  type Customer,
  openTrader,
  placed,
  quoted,
  type Row,
  rowsOf,
  STOCK,
  sum,
  units,
} from '#domains/orders/test-trader.ts';
import { recordOf, textOf } from '#test-app.ts';

const trader = await openTrader();
await quoted(trader, STOCK);
await quoted(trader, COIN);

type Leg = Readonly<Record<string, string>>;

function leg(fields: Leg = {}): Leg {
  return { instrumentId: STOCK, side: 'buy', type: 'market', quantity: '1', ...fields };
}

async function place(customer: Customer, legs: readonly Leg[], clientId = customer.clientId()): Promise<Row> {
  return customer.read('basketPlace', { clientId, legs: JSON.stringify(legs) });
}

async function preview(customer: Customer, legs: readonly Leg[]): Promise<Row> {
  return customer.read('basketPreview', { legs: JSON.stringify(legs) });
}

function reasons(data: Row): unknown[] {
  return rowsOf(data, 'legs').map((one) => recordOf(one['refusal'])['reason']);
}

async function cash(customer: Customer): Promise<number> {
  return Number(textOf(recordOf((await customer.read('userAssets'))['stockCash']), 'available'));
}

async function limitLeg(customer: Customer, quantity: string): Promise<Leg> {
  const { data } = await customer.call('stockInfo', { instrumentId: STOCK });
  return leg({ type: 'limit', price: textOf(recordOf(data['band']), 'priceLow'), quantity });
}

test('a basket of stocks and coins is checked whole, then each leg is an order of its own', async () => {
  const asha = await trader.enter();
  const coin = leg({ instrumentId: COIN, quantity: '0.001' });
  const legs = [leg(), coin, await limitLeg(asha, '2')];
  const checked = await preview(asha, legs);
  assert.equal(checked['isAccepted'], true, JSON.stringify(checked));
  assert.deepEqual(await asha.list('stockOrders'), [], 'a preview places nothing');
  const rupees = rowsOf(checked, 'legs').filter((one) => one['heldAsset'] === 'INR');
  const total = rowsOf(checked, 'held').find((one) => one['asset'] === 'INR');
  assert.equal(sum(rupees, 'held'), BigInt(textOf(recordOf(total), 'amount').replace('.', '')));
  const charged = rowsOf(checked, 'charges').find((one) => one['asset'] === 'INR');
  const answer = await place(asha, legs);
  assert.equal(answer['isPlaced'], true);
  const paid = recordOf(recordOf(rowsOf(answer, 'legs')[0]?.['order'])['charges']);
  assert.ok(
    Number(paid['total']) <= Number(recordOf(charged)['amount']),
    'no charge is met that was not foretold',
  );
  assert.deepEqual(
    rowsOf(answer, 'legs').map((one) => recordOf(one['order'])['state']),
    ['completed', 'completed', 'open'],
  );
  const resting = recordOf(rowsOf(answer, 'legs')[2]?.['order']);
  assert.equal(resting['held'], rowsOf(checked, 'legs')[2]?.['held'], 'what was foretold is what is held');
});

test('one leg that is refused at the check keeps all of them from being placed', async () => {
  const asha = await trader.enter();
  const before = await cash(asha);
  const legs = [leg(), leg({ side: 'sell', quantity: '9999' }), leg({ instrumentId: 'NSE_SIM:NONE' })];
  assert.deepEqual(reasons(await preview(asha, legs)), [
    undefined,
    'INSUFFICIENT_HOLDINGS',
    'INSTRUMENT_UNKNOWN',
  ]);
  const refused = await place(asha, legs);
  assert.equal(refused['isPlaced'], false);
  assert.deepEqual(reasons(refused), [undefined, 'INSUFFICIENT_HOLDINGS', 'INSTRUMENT_UNKNOWN']);
  assert.deepEqual(await asha.list('stockOrders'), []);
  assert.equal(await cash(asha), before);
});

test('legs share one assetBalance: what the first needs is not there for the second', async () => {
  const asha = await trader.enter();
  const price = Number((await limitLeg(asha, '1'))['price']);
  const most = Math.floor((await cash(asha)) / price);
  const quantity = String(Math.ceil(most * 0.6));
  const legs = [await limitLeg(asha, quantity), await limitLeg(asha, quantity)];
  assert.deepEqual(reasons(await preview(asha, legs)), [undefined, 'INSUFFICIENT_FUNDS']);
  assert.deepEqual(reasons(await preview(asha, legs.slice(0, 1))), [undefined]);
});

test('what only the state can tell refuses the whole basket in its one command, and stays its answer', async () => {
  const asha = await trader.enter();
  const price = Number((await limitLeg(asha, '1'))['price']);
  const half = await limitLeg(asha, String(Math.ceil(((await cash(asha)) / price) * 0.6)));
  const refused = await place(asha, [half, half], 'refused-0001');
  assert.deepEqual([refused['isPlaced'], reasons(refused)], [false, [undefined, 'INSUFFICIENT_FUNDS']]);
  assert.deepEqual(await asha.list('stockOrders'), []);
  assert.ok(recordOf(refused['receipt'])['leafHash'], 'a refusal stands in the journal too');
  const again = await place(asha, [half, half], 'refused-0001');
  assert.deepEqual([again['duplicate'], again['legs']], [true, refused['legs']]);
});

test('the same basket again is answered again and never placed twice; with other content it is refused', async () => {
  const asha = await trader.enter();
  const legs = [leg(), await limitLeg(asha, '1')];
  const first = await place(asha, legs, 'basket-0001');
  const again = await place(asha, legs, 'basket-0001');
  assert.deepEqual([first['duplicate'], again['duplicate']], [false, true]);
  assert.deepEqual(again['legs'], first['legs']);
  assert.equal((await asha.list('stockOrders')).length, 2);
  const other = await asha.call('basketPlace', { clientId: 'basket-0001', legs: JSON.stringify([leg()]) });
  assert.equal(other.reason, 'CLIENT_ID_REUSED');
  const unknown = JSON.stringify([leg({ instrumentId: 'NSE_SIM:NONE' })]);
  const unread = await asha.call('basketPlace', { clientId: 'basket-0001', legs: unknown });
  assert.equal(unread.reason, 'CLIENT_ID_REUSED', 'it is not said that nothing was placed');
});

test('the orders of a basket stand in the list by time, page by page, and each is found with its fills', async () => {
  const asha = await trader.enter();
  const single = async () => textOf(placed(await asha.stock('buy', {})).order, 'id');
  const before = await single();
  const ids = rowsOf(await place(asha, [leg(), leg({ quantity: '2' }), leg()]), 'legs').map((one) =>
    textOf(recordOf(one['order']), 'id'),
  );
  const after = await single();
  const expected = [after, ...ids.toReversed(), before];
  assert.deepEqual(
    (await asha.list('stockOrders')).map((row) => row['id']),
    expected,
  );
  const paged: unknown[] = [];
  let cursor: string | undefined;
  do {
    const page = await asha.read('stockOrders', { limit: '2', ...(cursor && { cursor }) });
    paged.push(...rowsOf(page, 'list').map((row) => row['id']));
    cursor = page['next'] === undefined ? undefined : textOf(page, 'next');
  } while (cursor !== undefined);
  assert.deepEqual(paged, expected);
  for (const id of ids) {
    const one = await asha.read('stockOrderInfo', { id });
    assert.equal(sum(rowsOf(one, 'fills'), 'quantity'), units(recordOf(one['order']), 'quantityFilled'));
  }
});

test('why a leg has its price is told and derived like that of any order', async () => {
  const asha = await trader.enter();
  const legs = [
    leg({ quantity: '300' }),
    leg({ instrumentId: COIN, quantity: '0.02' }),
    leg({ quantity: '200' }),
  ];
  const fills = rowsOf(await place(asha, legs), 'legs').flatMap((one) => rowsOf(one, 'fills'));
  assert.ok(fills.length >= legs.length);
  for (const fill of fills) {
    const told = OPERATIONS.fillEvidence.output.parse(
      await asha.read('fillEvidence', { id: textOf(fill, 'id') }),
    );
    assert.match(told.command, /^order\.basket buy /);
    const checks = checkFill(told.opening, sha256);
    assert.deepEqual(new Set(checks.map(({ state }) => state)), new Set(['agrees']), JSON.stringify(checks));
  }
});

test('a leg that rests is cancelled by itself', async () => {
  const asha = await trader.enter();
  const resting = rowsOf(await place(asha, [await limitLeg(asha, '1'), await limitLeg(asha, '2')]), 'legs');
  const [, second] = resting.map((one) => textOf(recordOf(one['order']), 'id'));
  assert.ok(second);
  const { order } = await asha.read('stockCancel', { id: second });
  assert.equal(recordOf(order)['state'], 'cancelled');
});

test('what is no basket is refused by its field', async () => {
  const asha = await trader.enter();
  const many = Array.from({ length: 11 }, () => leg());
  const twice = JSON.stringify([leg()]).replace('"quantity":"1"', '"quantity":"1","quant\\u0069ty" : "2"');
  for (const legs of ['[]', '[1]', '[{"a"]', JSON.stringify(many), twice]) {
    const reply = await asha.call('basketPlace', { clientId: asha.clientId(), legs });
    assert.deepEqual([reply.reason, reply.body['field']], ['INVALID_INPUT', 'legs'], legs.slice(0, 40));
  }
});
