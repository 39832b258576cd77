import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CLOSING_ORDERS_MAX, GTTS_MAX, OPEN_ORDERS_MAX } from '@tarazu/core/checks';
import { price, quantity, rate } from '@tarazu/core/values';
import type { CallOutput } from '#client/calls.ts';
import { intradayTicket } from '#products/intraday/ticket.ts';
import { checkOrderCount, checkOwnLimits, ownLimitsOf } from './own-limits.ts';

type Told = CallOutput<'limits'>;

const INR = { kind: 'stock', quoteAsset: 'INR', quoteScale: 2 } as const;
const noon = Date.parse('2026-11-23T12:00:00+05:30');
const intent = { side: 'buy', quantity: quantity(10n) } as const;

function failureOf(
  list: readonly Told['list'][number][],
  { lossOpen = [], ...more }: Partial<Parameters<typeof checkOwnLimits>[0]> & Partial<Told> = {},
) {
  const openOrders = { count: 0, gttCount: 0 };
  const own = ownLimitsOf({ list: [...list], lossOpen, assets: ['INR'], openOrders }, INR, noon);
  const failure = checkOwnLimits({ intent, terms: INR, now: noon, ...more }, own);
  return failure && [failure.code, failure.detail];
}

const limit = (more: Partial<Told['list'][number]> & Pick<Told['list'][number], 'name'>) => ({
  offsetMinutes: 330,
  ...more,
});

test('the ticket says before the tap what a limit of one’s own would refuse', () => {
  const loss = limit({ name: 'dayLoss', asset: 'INR', value: '500.00', used: '-499.99' });
  assert.equal(failureOf([loss]), undefined);
  const lossOpen = [{ asset: 'INR', amount: '0.01' }];
  assert.deepEqual(failureOf([loss], { lossOpen }), ['OWN_LOSS', { limit: '500.00', asset: 'INR' }]);
  const profit = [{ asset: 'INR', amount: '-100.00' }];
  assert.equal(failureOf([{ ...loss, used: '-550.00' }], { lossOpen: profit }), undefined);
  assert.equal(failureOf([{ ...loss, asset: 'USDT', used: '-900' }]), undefined, 'of another asset');
  const orders = limit({ name: 'dayOrders', value: '3', used: '3' });
  assert.deepEqual(failureOf([orders]), ['OWN_ORDERS', { limit: '3' }]);
  const sale = { intent: { side: 'sell', quantity: quantity(10n) } } as const;
  assert.equal(failureOf([orders], sale), undefined, 'a sale opens nothing');
});

test('margin, closing and time count as in the engine', () => {
  const leverage = limit({ name: 'leverage', value: '2' });
  const terms = { ...INR, intradayMarginRate: rate(20_000_000n) };
  const opening = { terms, product: intradayTicket, open: 0n };
  assert.deepEqual(failureOf([leverage], opening), ['OWN_LEVERAGE', { limit: '2', leverage: '5' }]);
  assert.equal(failureOf([leverage]), undefined);
  const closing = { ...opening, open: -10n };
  assert.equal(failureOf([leverage], closing), undefined);
  const hours = limit({ name: 'nightLock', value: '11:30-14:00' });
  const opensAtMs = String(Date.parse('2026-11-23T14:00:00+05:30'));
  assert.deepEqual(failureOf([hours]), ['OWN_HOURS', { opensAtMs }]);
  const untilMs = String(noon + 1);
  assert.deepEqual(failureOf([hours, limit({ name: 'exclusion', value: untilMs })]), [
    'OWN_EXCLUSION',
    { untilMs },
  ]);
  const loosened = limit({ name: 'dayOrders', value: '1', used: '1', nextFromMs: noon, nextValue: '2' });
  assert.equal(failureOf([loosened]), undefined, 'by time alone');
});

test('one more order that rests is refused beyond the number of all, or the account’s own', () => {
  const resting = {
    ...intent,
    type: 'limit',
    validity: 'day',
    priceLimit: price(50_000n),
  } as const;
  const failureBy = (
    openOrders: Told['openOrders'],
    more: Partial<Parameters<typeof checkOrderCount>[0]> = {},
  ) => checkOrderCount({ intent: resting, terms: INR, ...more }, { openOrders })?.detail['limit'];
  assert.equal(failureBy({ count: OPEN_ORDERS_MAX - 1, gttCount: 0 }), undefined);
  assert.equal(failureBy({ count: OPEN_ORDERS_MAX, gttCount: 0 }), String(OPEN_ORDERS_MAX));
  const withGtts = { count: OPEN_ORDERS_MAX + GTTS_MAX - 1, gttCount: GTTS_MAX };
  assert.equal(failureBy(withGtts), undefined, 'GTTs that wait have a number of their own');
  assert.equal(failureBy({ count: 5, gttCount: 0, max: 5 }), '5');
  const market = { intent: { ...resting, type: 'market' } } as const;
  assert.equal(
    failureBy({ count: OPEN_ORDERS_MAX, gttCount: 0 }, market),
    undefined,
    'at market it rests nowhere',
  );
  const sale = { intent: { ...resting, side: 'sell' } } as const;
  const closing = OPEN_ORDERS_MAX + CLOSING_ORDERS_MAX;
  assert.equal(
    failureBy({ count: closing - 1, gttCount: 0, max: 5 }, sale),
    undefined,
    'what closes has more room',
  );
  assert.equal(failureBy({ count: closing, gttCount: 0 }, sale), String(closing));
});
