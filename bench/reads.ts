/**
 * Effect on orders of visitors who read as much and as dear as they can: a steady flow of orders, first alone
 * and then with readers who ask for the longest charts, the longest lists and the deepest books as fast as
 * they are answered. Goal: orders' p99 at most twice its usual.
 */
import { parseArgs } from 'node:util';
import { OPERATIONS } from '@tarazu/protocol';
import { Readers, type Reading } from './load/readers.ts';
import { withServer } from './load/served.ts';
import { SteadyLoad } from './load/steady.ts';

const { values: flags } = parseArgs({
  options: {
    seconds: { type: 'string', default: '30' },
    orders: { type: 'string', default: '200' },
    readers: { type: 'string', default: '100' },
  },
});
const INSTRUMENT = 'COIN_SIM:BTC-USDT';
const WARM_SECONDS = 5;
const GOAL = 2;
const SHARE = 'NSE_SIM:ARUNA';
const INDEX = 'NSE_SIM:TARAZU50';
const { coinCandles, stockCandles, stockList, coinBooks, coinTickers } = OPERATIONS;
const DEAR: readonly Reading[] = [
  { operation: coinCandles, fields: { instrumentId: INSTRUMENT, interval: '4h', limit: '1000' } },
  { operation: stockCandles, fields: { instrumentId: SHARE, interval: '4h', limit: '1000' } },
  { operation: stockCandles, fields: { instrumentId: INDEX, interval: '1M', limit: '1000' } },
  { operation: stockList, fields: { limit: '100' } },
  { operation: coinBooks, fields: { instrumentId: INSTRUMENT } },
  { operation: coinTickers, fields: {} },
];

await withServer(async (served) => {
  const load = new SteadyLoad({ ...served, instrumentId: INSTRUMENT, perSecond: Number(flags.orders) });
  await load.run(WARM_SECONDS);
  load.takeLatencies();
  await served.thread();
  await load.run(Number(flags.seconds));
  const alone = { ...load.takeLatencies(), ...(await served.thread()) };
  const readers = new Readers(served.port, DEAR);
  readers.start(Number(flags.readers));
  await load.run(WARM_SECONDS);
  load.takeLatencies();
  await served.thread();
  await load.run(Number(flags.seconds));
  const beside = { ...load.takeLatencies(), ...(await served.thread()) };
  await readers.stop();
  load.close();
  const ratio = Number((beside.p99Ms / alone.p99Ms).toFixed(2));
  const result = { bench: 'reads', ordersPerSecond: Number(flags.orders), alone, beside, ratio, goal: GOAL };
  process.stdout.write(`${JSON.stringify({ ...result, refused: load.refused, read: readers.statuses })}\n`);
});
