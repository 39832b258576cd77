import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  COIN,
  type Customer,
  openDesk,
  quoted,
  type Row,
  rowsOf,
  STOCK,
  sum,
} from '#domains/orders/test-desk.ts';
import { recordOf, textOf } from '#test-app.ts';

const desk = await openDesk();
await quoted(desk, STOCK);
await quoted(desk, COIN);

type Leg = Readonly<Record<string, string>>;

function leg(customer: Customer, fields: Leg = {}): Leg {
  const plain = { instrumentId: STOCK, side: 'buy', type: 'market', quantity: '1' };
  return { clientId: customer.clientId(), ...plain, ...fields };
}

async function place(customer: Customer, legs: readonly Leg[]): Promise<Row> {
  return customer.read('basketPlace', { legs: JSON.stringify(legs) });
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
  return leg(customer, { type: 'limit', price: textOf(recordOf(data['band']), 'priceLow'), quantity });
}

test('a basket of stocks and coins is checked whole, then each leg is an order of its own', async () => {
  const asha = await desk.enter();
  const coin = leg(asha, { instrumentId: COIN, quantity: '0.001' });
  const legs = [leg(asha), coin, await limitLeg(asha, '2')];
  const checked = await preview(asha, legs);
  assert.equal(checked['isAccepted'], true, JSON.stringify(checked));
  assert.deepEqual(await asha.list('stockOrders'), [], 'a preview places nothing');
  const rupees = rowsOf(checked, 'legs').filter((one) => one['heldAsset'] === 'INR');
  const total = rowsOf(checked, 'held').find((one) => one['asset'] === 'INR');
  assert.equal(sum(rupees, 'held'), BigInt(textOf(recordOf(total), 'amount').replace('.', '')));
  const charged = rowsOf(checked, 'charges').find((one) => one['asset'] === 'INR');
  const placed = await place(asha, legs);
  assert.equal(placed['isPlaced'], true);
  const paid = recordOf(recordOf(rowsOf(placed, 'legs')[0]?.['order'])['charges']);
  assert.ok(
    Number(paid['total']) <= Number(recordOf(charged)['amount']),
    'no charge is met that was not foretold',
  );
  assert.deepEqual(
    rowsOf(placed, 'legs').map((one) => recordOf(one['order'])['state']),
    ['completed', 'completed', 'open'],
  );
  const resting = recordOf(rowsOf(placed, 'legs')[2]?.['order']);
  assert.equal(resting['held'], rowsOf(checked, 'legs')[2]?.['held'], 'what was foretold is what is held');
});

test('one leg that is refused at the check keeps all of them from being placed', async () => {
  const asha = await desk.enter();
  const before = await cash(asha);
  const legs = [
    leg(asha),
    leg(asha, { side: 'sell', quantity: '9999' }),
    leg(asha, { instrumentId: 'NSE_SIM:NONE' }),
  ];
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

test('legs share one purse: what the first needs is not there for the second', async () => {
  const asha = await desk.enter();
  const price = Number((await limitLeg(asha, '1'))['price']);
  const most = Math.floor((await cash(asha)) / price);
  const quantity = String(Math.ceil(most * 0.6));
  const legs = [await limitLeg(asha, quantity), await limitLeg(asha, quantity)];
  assert.deepEqual(reasons(await preview(asha, legs)), [undefined, 'INSUFFICIENT_FUNDS']);
  assert.deepEqual(reasons(await preview(asha, legs.slice(0, 1))), [undefined]);
});

test('the same basket again is answered again and never placed twice', async () => {
  const asha = await desk.enter();
  const legs = [leg(asha), await limitLeg(asha, '1')];
  const first = rowsOf(await place(asha, legs), 'legs');
  const again = rowsOf(await place(asha, legs), 'legs');
  const ids = (rows: readonly Row[]) => rows.map((one) => recordOf(one['order'])['id']);
  assert.deepEqual(ids(again), ids(first));
  assert.equal((await asha.list('stockOrders')).length, 2);
});

test('what is no basket is refused by its field', async () => {
  const asha = await desk.enter();
  const same = leg(asha);
  const many = Array.from({ length: 21 }, () => leg(asha));
  for (const legs of ['[]', '[1]', '[{"a"]', JSON.stringify([same, same]), JSON.stringify(many)]) {
    const reply = await asha.call('basketPlace', { legs });
    assert.deepEqual([reply.reason, reply.body['field']], ['INVALID_INPUT', 'legs'], legs.slice(0, 40));
  }
});
