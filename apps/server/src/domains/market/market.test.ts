import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OperationName } from '@tarazu/protocol';
import { COIN, openTrader, type Row, rowsOf, STOCK } from '#domains/orders/test-trader.ts';
import { type Fields, recordOf } from '#test-app.ts';

const trader = await openTrader();
const INDEX = 'NSE_SIM:TARAZU50';

async function read(name: OperationName, fields: Fields = {}): Promise<Row> {
  const reply = await trader.call(name, fields);
  assert.equal(reply.code, 0, `${name}: ${JSON.stringify(reply.body)}`);
  return reply.data;
}
const listOf = async (name: OperationName, fields: Fields = {}) => rowsOf(await read(name, fields), 'list');
const symbolsOf = (rows: readonly Row[]) => rows.map((row) => String(row['symbol']));

test('lists are labelled, sorted, filtered and paged, each listing once', async () => {
  const { list: _list, ...whole } = await read('stockList', { limit: '100' });
  assert.deepEqual(whole['market'], { kind: 'simulated', isTest: true });
  const stocks = await listOf('stockList', { limit: '100' });
  const listed = trader.app.market.listings().filter(({ kind }) => kind === 'stock');
  assert.deepEqual(symbolsOf(stocks), listed.map(({ symbol }) => symbol).sort());

  const paged: Row[] = [];
  let cursor: string | undefined;
  do {
    const page = await read('stockList', { limit: '25', ...(cursor === undefined ? {} : { cursor }) });
    paged.push(...rowsOf(page, 'list'));
    cursor = typeof page['next'] === 'string' ? page['next'] : undefined;
  } while (cursor !== undefined);
  assert.deepEqual(symbolsOf(paged), symbolsOf(stocks));
  assert.equal((await trader.call('stockList', { cursor: 'x' })).reason, 'INVALID_INPUT');

  for (const [sort, figure] of [
    ['price', 'price'],
    ['change', 'changePercent'],
    ['turnover', 'turnover'],
  ] as const) {
    for (const direction of ['up', 'down'] as const) {
      const figures = (await listOf('stockList', { sort, direction, limit: '100' })).map((row) =>
        Number(row[figure]),
      );
      const sorted = [...figures].sort((a, b) => (direction === 'up' ? a - b : b - a));
      assert.deepEqual(figures, sorted, `${sort} ${direction}`);
    }
  }
  const sector = String(stocks[0]?.['sector']);
  assert.ok((await listOf('stockList', { sector })).every((row) => row['sector'] === sector));
  const members = trader.app.market.listing(INDEX)?.members ?? [];
  const asked = ['COIN_SIM:BTC-USDT', 'NSE_SIM:ZZZ', String(stocks.at(-1)?.['instrumentId']), STOCK];
  const ofThese = await listOf('stockList', { among: asked.join(',') });
  assert.deepEqual(new Set(ofThese.map((row) => row['instrumentId'])), new Set(asked.slice(2)));
  const many = Array.from({ length: 101 }, () => STOCK).join(',');
  for (const among of [many, '', 'x', `${STOCK},`])
    assert.equal((await trader.call('stockList', { among })).reason, 'INVALID_INPUT', among);
  const inIndex = await listOf('stockList', { indexId: INDEX, limit: '100' });
  assert.deepEqual(inIndex.map((row) => row['instrumentId']).sort(), [...members].sort());
});

test('movers lead with the largest', async () => {
  for (const [by, figure, sign] of [
    ['turnover', 'turnover', 1],
    ['up', 'changePercent', 1],
    ['down', 'changePercent', -1],
  ] as const) {
    const figures = (await listOf('stockHot', { by, limit: '5' })).map((row) => sign * Number(row[figure]));
    assert.equal(figures.length, 5);
    assert.deepEqual(
      figures,
      [...figures].sort((a, b) => b - a),
      by,
    );
  }
});

test('a search finds stocks, coins and indices by symbol and name, and nothing by nonsense', async () => {
  assert.equal((await listOf('stockSearch', { text: 'aruna' }))[0]?.['instrumentId'], STOCK);
  assert.ok(symbolsOf(await listOf('stockSearch', { text: 'bitcoin' })).includes('BTC-USDT'));
  assert.ok(symbolsOf(await listOf('stockSearch', { text: 'tarazu' })).includes('TARAZU50'));
  assert.deepEqual(await listOf('stockSearch', { text: 'zzzzzz' }), []);
});

test('a stock, an index and a coin whole', async () => {
  const stock = await read('stockInfo', { instrumentId: STOCK });
  assert.deepEqual(
    [stock['kind'], stock['lockDays'], stock['status'], stock['members']],
    ['stock', 1, 'listed', undefined],
  );
  assert.ok(
    Number(stock['yearLow']) <= Number(stock['low']) && Number(stock['high']) <= Number(stock['yearHigh']),
  );
  const index = await read('stockInfo', { instrumentId: INDEX });
  assert.deepEqual(
    rowsOf(index, 'members').map((row) => row['instrumentId']),
    trader.app.market.listing(INDEX)?.members,
  );
  const coin = recordOf((await read('coinInfos', { instrumentId: COIN }))['info']);
  assert.deepEqual([coin['kind'], coin['lockDays'], coin['band']], ['spot', 0, undefined]);
  const inRupees = await listOf('coinInfos', { quote: 'INR' });
  assert.ok(inRupees.length > 0 && inRupees.every((row) => row['quoteAsset'] === 'INR'));
  assert.ok((await listOf('indicesList')).every((row) => row['kind'] === 'index'));
  assert.deepEqual(await listOf('countryList'), [
    { country: 'IN', name: 'India', currency: 'INR', areaCode: '91' },
  ]);
  assert.equal((await listOf('coinTickers')).length, (await listOf('coinInfos')).length);
});

test('lists of shares are those of a country, of home where none is named', async () => {
  for (const call of ['stockList', 'stockHot', 'indicesList'] as const) {
    const ids = async (input: { country?: 'IN' }) =>
      (await listOf(call, input)).map((row) => row['instrumentId']);
    assert.deepEqual(await ids({ country: 'IN' }), await ids({}), call);
    for (const country of ['BD', 'BR']) {
      const refused = await trader.call(call, { country });
      assert.deepEqual([refused.reason, refused.body['field']], ['COUNTRY_UNLISTED', 'country'], call);
    }
    assert.equal((await trader.call(call, { country: 'XX' })).reason, 'INVALID_INPUT', call);
  }
});

test('a visitor who asks for many charts of the past at once has a few made, and others theirs', async () => {
  const chart = (address: string, weeksAgo: number) => {
    const beforeMs = String(trader.nowMs() - weeksAgo * 604_800_000);
    return trader.call(
      'stockCandles',
      { instrumentId: STOCK, interval: '1w', limit: '500', beforeMs },
      { address },
    );
  };
  const replies = await Promise.all([
    ...Array.from({ length: 20 }, (_, at) => chart('203.0.113.7', at + 1)),
    chart('198.51.100.8', 50),
  ]);
  const refused = replies.slice(0, 20).filter(({ reason }) => reason === 'RATE_LIMITED');
  // How many are made depends on how fast: `chart-limit.test.ts` counts them.
  assert.ok(refused.length > 0 && refused.length <= 12, `${refused.length} refused`);
  assert.ok(refused.every(({ body }) => Number(body['retryAfterMs']) > 0));
  // A server with more to do than it can refuses anybody's reads for a moment.
  assert.notEqual(replies[20]?.reason, 'RATE_LIMITED');
});

test('candles, trades and books of each kind, and none of what has none', async () => {
  for (const [names, id] of [
    [['stockCandles', 'stockTrades', 'stockBooks'], STOCK],
    [['coinCandles', 'coinTrades', 'coinBooks'], COIN],
  ] as const) {
    const candles = await listOf(names[0], { instrumentId: id, interval: '1d', limit: '5' });
    assert.equal(candles.length, 5);
    for (const bar of candles) {
      assert.ok(Number(bar['low']) <= Math.min(Number(bar['open']), Number(bar['close'])));
      assert.ok(Number(bar['high']) >= Math.max(Number(bar['open']), Number(bar['close'])));
    }
    const { beginsAtMs } = await read(names[1], { instrumentId: id });
    assert.ok(Number(beginsAtMs) <= trader.nowMs() && Number(beginsAtMs) > trader.nowMs() - 600_000);
    const book = await read(names[2], { instrumentId: id });
    const prices = (side: string) =>
      Array.isArray(book[side]) ? book[side].map((level) => Number(level[0])) : [];
    const [bids, asks] = [prices('bids'), prices('asks')];
    assert.deepEqual(
      bids,
      [...bids].sort((a, b) => b - a),
    );
    assert.deepEqual(
      asks,
      [...asks].sort((a, b) => a - b),
    );
    assert.ok(Number(bids[0]) < Number(asks[0]));
  }
  assert.ok((await listOf('stockCandles', { instrumentId: INDEX, interval: '1h' })).length > 0);
  const wrong: readonly (readonly [OperationName, Fields])[] = [
    ['stockInfo', { instrumentId: COIN }],
    ['coinInfos', { instrumentId: STOCK }],
    ['coinTicker', { instrumentId: INDEX }],
    ['stockCandles', { instrumentId: COIN, interval: '1m' }],
    ['coinCandles', { instrumentId: STOCK, interval: '1m' }],
    ['stockTrades', { instrumentId: INDEX }],
    ['coinTrades', { instrumentId: 'COIN_SIM:NO-SUCH' }],
    ['stockBooks', { instrumentId: INDEX }],
    ['coinBooks', { instrumentId: STOCK }],
  ];
  for (const [name, fields] of wrong) {
    assert.equal(
      (await trader.call(name, fields)).reason,
      'INSTRUMENT_UNKNOWN',
      `${name} ${JSON.stringify(fields)}`,
    );
  }
});
