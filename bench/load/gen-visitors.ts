/**
 * Visitors in a process of their own, so that what they read does not hold up the customers' clock: asked to
 * stop, it says how they were answered.
 */
import { constants, setPriority } from 'node:os';
import { OPERATIONS } from '@tarazu/protocol';
import { Readers, type Reading } from './readers.ts';

// Visitors read on machines of their own; here they share two processors with the server and give way to it.
setPriority(constants.priority.PRIORITY_LOW);

const INSTRUMENT = 'COIN_SIM:BTC-USDT';
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

const [port = '', count = '', isApart = ''] = process.argv.slice(2);
const readers = new Readers(Number(port), DEAR, { isApart: isApart === 'apart' });
readers.start(Number(count));
process.once('disconnect', () => process.exit(0));
process.on('message', () => {
  void readers.stop().then(() => {
    process.send?.(readers.statuses);
    process.disconnect?.();
  });
});
