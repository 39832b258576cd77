import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accountId, instrumentId, price, quantity, systemClientId } from '@tarazu/core/values';
import type { CorporateParts } from '#domains/corporate/act.ts';
import { actionsAt } from '#domains/corporate/test-actions.ts';
import { openTrader, placed, quoted, replayed, units } from '#domains/orders/test-trader.ts';
import { dayOf, dayStartMs, dayText } from '#platform/time/days.ts';
import { testClock } from '#test-clock.ts';

/** Three shares of two, in days counted from today, so that nobody's session ends on the way. */
const ID = 'NSE_SIM:SUTRATEK';
const ACTION = 'split-sutra-test';
const today = dayOf(testClock.nowMs(), 'IST');
const [announcedOn, recordDate] = [dayText(today + 1), dayText(today + 4)];
const recordMs = dayStartMs(today + 4, 'IST');
const terms = { kind: 'split', sharesBefore: quantity(2n), sharesAfter: quantity(3n) } as const;

const trader = await openTrader({
  corporateActions: [{ id: ACTION, instrumentId: ID, announcedOn, recordDate, terms }],
});
const { look, goTo } = actionsAt(trader);
const { engine, market, scheduler } = trader.app;
// Else the server's own look, every few seconds, does the split before the one that is to fail.
await scheduler.remove('corporate: actions');

/** The engine as it is, but an action that is sent to it is lost on the way. */
const losing: CorporateParts['engine'] = {
  answerOf: engine.answerOf,
  submit: (command) => engine.submit(command),
  sweep: async (begin) =>
    typeof begin === 'string' ? engine.sweep(begin) : Promise.reject(new Error('The line is cut.')),
};

/** How an action was done before there were sweeps: to one account by a command of its own. */
function actAlone(by: number, fractionPrice: bigint) {
  return engine.submit({
    type: 'corporate.act',
    accountId: accountId(by),
    clientId: systemClientId(`corporate-${ACTION}`),
    contentHash: ACTION,
    instrumentId: instrumentId(ID),
    terms: { ...terms, fractionPrice: price(fractionPrice) },
  });
}

async function accountOf(clientId: string): Promise<number> {
  const { rows } = await trader.database.pool.query<{ account_id: bigint }>(
    'select account_id from client_id where client_id = $1',
    [clientId],
  );
  return Number(rows[0]?.account_id);
}

test('a split that could not begin is done at the price of its first try, for those whom it had not reached, whatever customers call their orders (faults 8 and 13)', async () => {
  await quoted(trader, ID);
  const [asha, bela] = [await trader.enter(), await trader.enter()];
  const mine = `corporate-${ACTION}`;
  placed(await asha.stock('buy', { instrumentId: ID, quantity: '1', clientId: mine }));
  placed(await bela.stock('buy', { instrumentId: ID, quantity: '1', clientId: 'bela-buys-1' }));
  const held = async () => [asha, bela].map(async (by) => units((await by.holding(ID)) ?? {}, 'quantity'));
  const before = await Promise.all(await held());

  await goTo(recordMs + 6_000);
  await assert.rejects(look(losing), AggregateError);
  const paise = BigInt(market.ticker(ID).previousClose.replace('.', ''));
  const alone = await actAlone(await accountOf(mine), paise);
  assert.equal(alone.outcome.ok, true);
  const [ofAsha, ofBela] = await Promise.all(await held());
  assert.equal(ofAsha, ((before[0] ?? 0n) * 3n) / 2n, 'a name of a customer keeps nobody from the split');
  assert.equal(ofBela, before[1], 'who was not reached is still behind');
  assert.equal((await asha.stock('buy', { instrumentId: ID })).reason, 'INSTRUMENT_HALTED');

  const first = market.ticker(ID).previousClose;
  await goTo(recordMs + 86_400_000 + 6_000);
  assert.notEqual(market.ticker(ID).previousClose, first, 'another day, another close');
  await look();
  assert.deepEqual(await Promise.all(await held()), [ofAsha, ((before[1] ?? 0n) * 3n) / 2n]);
  const { rows } = await trader.database.pool.query<{ price: string }>(
    `select command::json -> 'terms' ->> 'fractionPrice' as price from journal
      where command like '%"corporate.act"%' and outcome like '%"ok":true%'`,
  );
  assert.deepEqual([...new Set(rows.map(({ price }) => price))], [first.replace('.', '')]);
  await quoted(trader, ID);
  placed(await asha.stock('buy', { instrumentId: ID }));
});

test('the journal of it replays to what the tables hold', async () => {
  assert.equal((await replayed(trader)).problem, undefined);
});
