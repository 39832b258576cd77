import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openTrader, placed, quoted, STOCK } from '#domains/orders/test-trader.ts';
import { type TestReply, textOf } from '#test-app.ts';

const trader = await openTrader();
const asha = await trader.enter();
const TOO_OLD_MS = 11_000;
const TRIES = 40;

/** Asks while the last price is too old, as often as the running market is quicker. */
async function whileOld(
  ask: () => Promise<TestReply>,
  isIt: (reply: TestReply) => boolean,
): Promise<TestReply> {
  for (let left = TRIES; ; left -= 1) {
    await quoted(trader);
    trader.advance(TOO_OLD_MS);
    const isOld = trader.app.market.ageMs(STOCK) >= TOO_OLD_MS;
    const reply = await ask();
    if ((isOld && isIt(reply)) || left === 0) return reply;
  }
}

test('on an old price nothing is ordered and no order moved; it may be made smaller, taken back, and asked about again', async () => {
  await quoted(trader);
  const price = trader.app.market.profile(STOCK).band?.priceLow ?? '';
  const ticket = { type: 'limit', validity: 'day', price, quantity: '4' };
  const clientId = asha.clientId();
  const first = placed(await asha.stock('buy', { ...ticket, clientId }));
  const id = textOf(first.order, 'id');
  const isStale = ({ reason }: TestReply) => reason === 'STALE_PRICE';

  const refused = await whileOld(() => asha.stockOnce('buy', ticket), isStale);
  assert.deepEqual([refused.status, refused.reason], [422, 'STALE_PRICE']);
  const change = (what: Record<string, string>) =>
    asha.call('stockModify', { clientId: asha.clientId(), id, ...what });
  assert.equal((await whileOld(() => change({ price }), isStale)).reason, 'STALE_PRICE');

  const again = await whileOld(
    () => asha.stock('buy', { ...ticket, clientId }),
    () => true,
  );
  assert.deepEqual([placed(again).duplicate, placed(again).order], [true, first.order]);
  const smaller = await whileOld(
    () => change({ quantity: '3' }),
    () => true,
  );
  assert.equal(placed(smaller).order['quantity'], '3');
  const gone = await whileOld(
    () => asha.call('stockCancel', { id }),
    () => true,
  );
  assert.equal(gone.code, 0);
});
