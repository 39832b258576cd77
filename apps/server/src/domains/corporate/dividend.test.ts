import assert from 'node:assert/strict';
import { test } from 'node:test';
import { amount, DAY_MS } from '@tarazu/core/values';
import { actionsAt } from '#domains/corporate/test-actions.ts';
import { openTrader, quoted, type Row, STOCK, units } from '#domains/orders/test-trader.ts';
import { dayOf, dayStartMs, dayText } from '#platform/time/days.ts';
import { recordOf } from '#test-app.ts';
import { testClock } from '#test-clock.ts';

/** A dividend whose record date is tomorrow, on a share that a demo account holds some of. */
const today = dayOf(testClock.nowMs(), 'IST');
const recordMs = dayStartMs(today + 1, 'IST');
const amountPerShare = amount(450n);
const trader = await openTrader({
  corporateActions: [
    {
      id: 'div-test',
      instrumentId: STOCK,
      announcedOn: dayText(today),
      recordDate: dayText(today + 1),
      terms: { kind: 'dividend', amountPerShare },
    },
  ],
});
const { look, goTo } = actionsAt(trader);
const PARTS = ['held', 'sold', 'intraday', 'dividends', 'currency'];

test('a dividend is a part of today’s gain on its record date, in each currency, and none of the day after', async () => {
  await quoted(trader, STOCK);
  const asha = await trader.enter();
  const gain = async (currency?: 'USDT'): Promise<Row> => {
    const data = await asha.read('userAssets', currency === undefined ? {} : { currency });
    const parts = recordOf(data['today']);
    const total = PARTS.reduce((sum, part) => sum + units(parts, part), 0n);
    assert.equal(total, units(data, 'profitToday'), 'the parts add up to the gain');
    return parts;
  };
  const shares = units((await asha.holding(STOCK)) ?? assert.fail('the demo grants some'), 'quantity');
  await look();
  assert.equal(units(await gain(), 'dividends'), 0n, 'it is announced and not paid');

  await goTo(recordMs + 6_000);
  await look();
  const due = shares * amountPerShare;
  assert.equal(units(await gain(), 'dividends'), due);
  assert.equal(units(recordOf((await asha.read('userPortfolio'))['today']), 'dividends'), due);
  assert.ok(units(await gain('USDT'), 'dividends') > 0n);
  await look();
  assert.equal(units(await gain(), 'dividends'), due, 'it is paid once');

  await goTo(recordMs + DAY_MS + 6_000);
  assert.equal(units(await gain(), 'dividends'), 0n);
});
