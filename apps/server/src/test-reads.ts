import { CANDLE_INTERVALS, OPERATIONS, type OperationName } from '@tarazu/protocol';
import { COIN, openTrader, placed, quoted, STOCK } from '#domains/orders/test-trader.ts';
import { type Fields, recordOf, textOf } from '#test-app.ts';
import { next } from '#test-events.ts';

/* Every call that reads, asked for as much as it gives: for whoever measures what they cost. */

export const trader = await openTrader();
export const { market } = trader.app;
await quoted(trader, STOCK);
await quoted(trader, COIN);
const asha = await trader.enter();
const { order, fills } = placed(await asha.stock('buy', { quantity: '1' }));
const asked = await asha.read('chatSend', { clientId: asha.clientId(), text: 'How do I sell?' });

const idsOf = (kind: 'stock' | 'spot' | 'index'): string[] =>
  market
    .listings()
    .filter((listing) => listing.kind === kind)
    .map(({ instrumentId }) => instrumentId);
const stocks = idsOf('stock');
const coins = idsOf('spot');
const indices = idsOf('index');
const nth = (list: readonly string[], index: number): string => list[index % list.length] ?? '';
const today = new Date(trader.nowMs()).toISOString().slice(0, 10);
const month = today.slice(0, 7);
const stock = (index: number): Fields => ({ instrumentId: nth(stocks, index + 3) });
const coin = (index: number): Fields => ({ instrumentId: nth(coins, index + 3) });
const everything: Fields = { limit: '100' };

/** The inputs of the largest sensible call of each operation; those that are not here take nothing. */
const INPUTS: Partial<Record<OperationName, (index: number) => Fields>> = {
  chatMessages: () => ({ id: textOf(recordOf(asked['thread']), 'id'), limit: '100' }),
  chatPicture: () => ({ id: textOf(recordOf(asked['thread']), 'id'), message: '1' }),
  noticeList: () => everything,
  news: () => everything,
  newsInfo: () => ({ id: 'risers-1' }),
  platformNotices: () => everything,
  prop: () => ({ name: 'fees' }),
  fillProof: () => ({ id: textOf(fills[0] ?? {}, 'id') }),
  proofAuctionEnd: () => ({ tradingDay: today }),
  fillEvidence: () => ({ id: textOf(fills[0] ?? {}, 'id') }),
  stockBooks: stock,
  stockFills: () => everything,
  stockHolding: () => ({ instrumentId: STOCK }),
  stockHot: () => everything,
  stockInfo: stock,
  stockCompany: stock,
  stockList: () => everything,
  stockOrderInfo: () => ({ id: textOf(order, 'id') }),
  stockOrders: () => ({ state: 'ended', limit: '100' }),
  stockSearch: () => ({ text: 'a', limit: '100' }),
  stockTrades: (index) => ({ ...stock(index), limit: '100' }),
  coinBooks: coin,
  coinFills: () => everything,
  coinInfos: coin,
  coinOrderQuery: () => ({ id: textOf(order, 'id') }),
  coinOrders: () => ({ state: 'ended', limit: '100' }),
  coinTicker: coin,
  coinTrades: (index) => ({ ...coin(index), limit: '100' }),
  fundsMovements: () => everything,
  gttList: () => everything,
  watchlistItems: () => ({ listId: 'first' }),
  basketPreview: () => ({
    legs: JSON.stringify([{ instrumentId: STOCK, side: 'buy', type: 'market', quantity: '1' }]),
  }),
  proofConsistency: () => ({ from: '1' }),
  proofHeads: () => everything,
  proofInclusion: () => ({ sequence: '1' }),
  proofOrderMark: () => ({ id: textOf(order, 'id') }),
  proofMarketDays: () => everything,
  rulebookDiff: () => ({ from: '2026-01-01', to: today }),
  rulebookVersion: () => ({ version: 'identity-2026-11-27-three-levels' }),
  rulebookVersions: () => ({ rule: 'identity', limit: '100' }),
  stockNoteFile: () => ({ day: today, format: 'csv' }),
  stockNoteInfo: () => ({ day: today }),
  stockNoteList: () => everything,
  userStatement: () => ({ month }),
  userPortfolioDays: () => ({ month }),
  userPortfolioHistory: () => ({ range: 'all' }),
  userStatementFile: () => ({ month, format: 'csv' }),
};

/** All candles that one call gives, each time of another instrument, that nobody has asked for yet. */
function candleInputs(name: 'stockCandles' | 'coinCandles'): ((index: number) => Fields)[] {
  const of = name === 'coinCandles' ? [coins] : [stocks, indices];
  return of.flatMap((ids) =>
    CANDLE_INTERVALS.map((interval, position) => (index: number) => ({
      instrumentId: nth(ids, index + 3 * position),
      interval,
      limit: '1000',
    })),
  );
}

function inputsOf(name: OperationName): ((index: number) => Fields)[] {
  if (name === 'stockCandles' || name === 'coinCandles') return candleInputs(name);
  return [INPUTS[name] ?? (() => ({}))];
}

export interface Read {
  readonly name: OperationName;
  readonly inputs: readonly ((index: number) => Fields)[];
}

export const READS: readonly Read[] = Object.values(OPERATIONS)
  .filter(({ effect, name }) => effect === 'read' && name !== 'sandboxOutbox')
  .map(({ name }) => ({ name, inputs: inputsOf(name) }));

/** Minutes that the tape of one instrument may keep: two weeks of them. */
const MINUTES_KEPT = 14 * 1440;
const taped = new Set<string>();

/** Gives the tape of an instrument all the minutes that it may have, as after weeks of trading. */
export async function fillTape({ instrumentId: id }: Fields): Promise<void> {
  if (id === undefined || taped.has(id)) return;
  taped.add(id);
  await trader.database.pool.query(
    `insert into candle (instrument_id, interval, open_time_ms, open, high, low, close, volume, turnover, minute_count)
       select $1, '1m', ($2::int8 / 60000 - minute) * 60000, 100000 + minute % 7, 100010 + minute % 7, 99990, 100000, 5, 500000, 1
         from generate_series(1, $3::int4) as minute on conflict do nothing`,
    [id, trader.nowMs(), MINUTES_KEPT],
  );
}

/** An answer; a server that has more to do than it can is asked again. */
export async function ask(name: OperationName, fields: Fields) {
  for (;;) {
    const reply = await trader.call(name, fields, { token: asha.token });
    if (reply.reason !== 'OVERLOADED') return reply;
    await next(
      (tell) => market.onTickers(tell),
      () => true,
    );
  }
}
