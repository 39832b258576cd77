import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { instrumentId } from '@tarazu/core/values';
import { parseCandles } from '#market/recorded/candle-file.ts';
import { importCandles } from '#market/recorded/importer.ts';
import { listPacks, packsFolder } from '#market/recorded/pack.ts';
import { RecordedSource } from '#market/recorded/recorded-source.ts';
import type { Candle, HoursMode } from '#market/source.ts';

const MINUTE_MS = 60_000;
const head = 'time,open,high,low,close,volume';
const folder = mkdtempSync(join(tmpdir(), 'tarazu-recorded-'));
const packs = packsFolder(folder);
after(() => rmSync(folder, { recursive: true }));

interface Row {
  readonly time: number;
  readonly text: string;
}

/**
 * A session of made-up minutes whose prices depend on
 * nothing but their place; every tenth minute has no trade.
 */
function session(startMs: number, base: number): Row[] {
  const rows: Row[] = [];
  for (let minute = 0; minute < 375; minute += 1) {
    if (minute % 10 === 7) continue;
    const open = base + Math.round(40 * Math.sin(minute / 9));
    const close = base + Math.round(40 * Math.sin((minute + 1) / 9)) + (minute % 3) - 1;
    const high = Math.max(open, close) + (minute % 4);
    const low = Math.min(open, close) - (minute % 5);
    const prices = [open, high, low, close].map((units) => (units * 0.05).toFixed(2));
    const time = startMs + minute * MINUTE_MS;
    rows.push({ time, text: `${new Date(time).toISOString()},${prices.join(',')},${100 + minute}` });
  }
  return rows;
}

const recordedStarts = ['2015-03-02', '2015-03-03', '2015-03-04'].map((date) =>
  Date.parse(`${date}T03:45:00Z`),
);
const minuteRows = recordedStarts.flatMap((startMs, index) => session(startMs, 6000 + index * 50));
const dailyRows = [
  '2015-03-02T03:45:00Z,50.00,52.50,49.00,51.00,100000',
  '2015-03-03T03:45:00Z,51.00,51.50,47.35,48.00,90001',
];
const coinRows = ['2022-12-12', '2022-12-13', '2022-12-14'].map(
  (date, index) => `${date}T00:00:00Z,17000,1750${index},16900,17100,12.5`,
);

writeFileSync(
  join(folder, 'ONEMINUTE.csv.gz'),
  gzipSync([head, ...minuteRows.map((row) => row.text)].join('\n')),
);
writeFileSync(join(folder, 'DAILYONLY.csv'), [head, ...dailyRows].join('\n'));
writeFileSync(join(folder, 'somewhere-btcusd.csv'), [head, ...coinRows].join('\n'));
writeFileSync(join(folder, 'notes.csv'), 'a,b\n1,2\n');

const importAll = () => [...importCandles({ from: folder, packsFolder: packs, adjusted: false })];
const firstImport = importAll();

const minuteId = instrumentId('NSE_SIM:ONEMINUTE');
const dailyId = instrumentId('NSE_SIM:DAILYONLY');
const coinId = instrumentId('COIN_SIM:BTC-USDT');
/** Friday 2026-11-20, before the open. */
const startedAtMs = Date.parse('2026-11-20T08:00:00+05:30');
const openMs = Date.parse('2026-11-20T09:15:00+05:30');

const source = (hours: HoursMode = 'calendar', startDate = '2015-03-02'): RecordedSource =>
  new RecordedSource({ packsFolder: packs, startDate, startedAtMs, seed: 1, hours });

const asText = (candle: Candle, decimals: number): string =>
  [candle.open, candle.high, candle.low, candle.close]
    .map((value) => (Number(value) / 10 ** decimals).toFixed(decimals))
    .join(',');

describe('importing candle files', () => {
  it('makes a pack of each candle file and says why it leaves others out', () => {
    const kinds = firstImport.map((outcome) => outcome.kind);
    assert.deepEqual(kinds.sort(), ['imported', 'imported', 'imported', 'skipped']);
    assert.deepEqual(
      listPacks(packs).map((pack) => [
        pack.name,
        pack.kind,
        pack.symbol,
        pack.intervalMinutes,
        pack.tickSize,
      ]),
      [
        ['DAILYONLY-1d', 'stock', 'DAILYONLY', 1440, 5],
        ['ONEMINUTE-1m', 'stock', 'ONEMINUTE', 1, 5],
        ['somewhere-btcusd-1d', 'spot', 'BTC-USDT', 1440, 100],
      ],
    );
  });

  it('leaves a file alone that it has imported', () => {
    assert.deepEqual(
      importAll()
        .map((outcome) => outcome.kind)
        .sort(),
      ['skipped', 'unchanged', 'unchanged', 'unchanged'],
    );
  });

  const bad = [
    ['time does not grow', '2015-03-02T03:45:00Z,1,1,1,1,0'],
    ['high or low is inside the bar', '2015-03-02T03:47:00Z,2,1,1,2,0'],
    ['a price is not positive', '2015-03-02T03:47:00Z,0,1,0,1,0'],
    ['volume is not a number from 0', '2015-03-02T03:47:00Z,1,1,1,1,-3'],
    ['time is not a date', 'yesterday,1,1,1,1,0'],
  ] as const;
  for (const [reason, line] of bad) {
    it(`refuses a file of which ${reason}`, () => {
      const good = ['2015-03-02T03:45:00Z,1,1,1,1,0', '2015-03-02T03:46:00Z,1,1,1,1,0'];
      const result = parseCandles([head, ...good, line].join('\n'), { adjusted: false });
      assert.deepEqual(result, { kind: 'skipped', reason: `1 bad rows; line 4: ${reason}` });
    });
  }

  it('divides by adj_factor when asked', () => {
    const text = [
      `${head},adj_factor`,
      '2015-03-02T03:45:00Z,10,12,8,11,5,2',
      '2015-03-03T03:45:00Z,5,6,4,5,5,1',
    ].join('\n');
    const result = parseCandles(text, { adjusted: true });
    assert.ok(result.kind === 'candles');
    assert.deepEqual([...result.file.bars.open], [500, 500]);
    assert.deepEqual([...result.file.bars.volume], [10, 5]);
  });
});

describe('a replay', () => {
  it('says which recorded day it shows', () => {
    assert.equal(source().label(openMs + MINUTE_MS), 'Recorded 2015-03-02');
    assert.equal(source().label(openMs + 3 * 86_400_000), 'Recorded 2015-03-03');
    assert.equal(source('calendar', '2015-03-04').label(openMs), 'Recorded 2015-03-04');
    assert.equal(source().label(openMs, coinId), 'Recorded 2022-12-12');
  });

  it('lists only what was recorded around the day replayed', () => {
    const listed = (atMs: number): string[] =>
      source()
        .instruments(atMs)
        .map((one) => one.symbol);
    assert.deepEqual(listed(openMs), ['DAILYONLY', 'ONEMINUTE', 'BTC-USDT']);
    const third = Date.parse('2026-11-25T10:00:00+05:30');
    assert.ok(!listed(third).includes('DAILYONLY'), 'its recording ended the day before');
    assert.equal(source().sessionState(dailyId, third).isOpen, false);
    assert.equal(source().fairValue(dailyId, third).price, 48);
  });

  it('protects market orders as the rules say: shares by their price, coins as in the catalogue', () => {
    const protectionOf = (id: string) => {
      const { protectionBps, protectionLow } =
        source()
          .instruments(openMs)
          .find((one) => one.id === id) ?? {};
      return [protectionBps, protectionLow];
    };
    assert.deepEqual(protectionOf(minuteId), [100, { priceBelow: 10_000n, bps: 200 }]);
    assert.deepEqual(protectionOf(coinId), [50, undefined]);
  });

  it("shows the file's candles for each finished minute, at their recorded times", () => {
    const replay = source();
    const nowMs = openMs + 3 * 86_400_000 + 200 * MINUTE_MS;
    const candles = replay.candles({ instrumentId: minuteId, interval: '1m', limit: 2000, nowMs });
    const presentMs = replay.chartTimeMs(minuteId, nowMs);
    assert.equal(new Date(presentMs).toISOString(), '2015-03-03T07:05:00.000Z');
    const expected = minuteRows.filter((row) => row.time < presentMs);
    assert.deepEqual(
      candles.map(
        (candle) => `${new Date(candle.openTimeMs).toISOString()},${asText(candle, 2)},${candle.volume}`,
      ),
      expected.map((row) => row.text),
    );
  });

  it('touches the four prices of each minute in its fair values and never leaves them', () => {
    const replay = source();
    for (const row of minuteRows.slice(0, 60)) {
      const minuteMs = openMs + (row.time - (recordedStarts[0] ?? 0));
      const values = Array.from(
        { length: 240 },
        (_, point) => replay.fairValue(minuteId, minuteMs + point * 250).price,
      );
      const touched = [values[0] ?? 0, Math.max(...values), Math.min(...values), values.at(-1) ?? 0];
      assert.equal(
        touched.map((value) => value.toFixed(2)).join(','),
        row.text.split(',').slice(1, 5).join(','),
      );
    }
  });

  it('grows the minute that is going on and never shows what comes', () => {
    const replay = source();
    const [file] = minuteRows.slice(30, 31);
    assert.ok(file);
    const minuteMs = openMs + (file.time - (recordedStarts[0] ?? 0));
    let volumeBefore = -1n;
    for (const elapsedMs of [250, 15_000, 30_000, 59_750]) {
      const nowMs = minuteMs + elapsedMs;
      const [last] = replay.candles({
        instrumentId: minuteId,
        interval: '1m',
        limit: 1,
        nowMs,
        beforeMs: nowMs,
      });
      assert.equal(last?.openTimeMs, file.time);
      const live = Math.round(replay.fairValue(minuteId, nowMs - 1).price * 100);
      assert.equal(Number(last?.close), live);
      assert.ok((last?.volume ?? 0n) > volumeBefore || elapsedMs < 1000);
      volumeBefore = last?.volume ?? 0n;
    }
  });

  it('fills the minutes of a day of which only one candle is known', () => {
    const replay = source();
    const nowMs = openMs + 4 * 86_400_000;
    const daily = replay.candles({ instrumentId: dailyId, interval: '1d', limit: 10, nowMs });
    assert.deepEqual(
      daily.map((candle) => `${asText(candle, 2)},${candle.volume}`),
      dailyRows.map((row) => row.split(',').slice(1).join(',')),
    );
    const minutes = replay.candles({ instrumentId: dailyId, interval: '1m', limit: 750, nowMs });
    assert.equal(minutes.length, 750);
    const first = minutes.slice(0, 375);
    const extremes = [
      first[0]?.open,
      first.map((candle) => candle.high).sort((a, b) => Number(b - a))[0],
      first.map((candle) => candle.low).sort((a, b) => Number(a - b))[0],
      first.at(-1)?.close,
    ];
    assert.deepEqual(extremes, [5000n, 5250n, 4900n, 5100n]);
    assert.equal(
      first.reduce((sum, candle) => sum + candle.volume, 0n),
      100_000n,
    );
  });

  it('stands still between sessions and starts over after the last one', () => {
    const replay = source();
    const nightMs = Date.parse('2026-11-20T22:00:00+05:30');
    assert.equal(replay.sessionState(minuteId, nightMs).isOpen, false);
    assert.equal(
      replay.fairValue(minuteId, nightMs).price,
      replay.fairValue(minuteId, nightMs + MINUTE_MS).price,
    );
    // Friday, Monday, Wednesday (Tuesday is a holiday) are the three sessions; Thursday is the first again.
    assert.equal(replay.label(Date.parse('2026-11-25T10:00:00+05:30')), 'Recorded 2015-03-04');
    assert.equal(replay.label(Date.parse('2026-11-26T10:00:00+05:30')), 'Recorded 2015-03-02');
  });

  it('follows session on session while the market is open always', () => {
    const replay = source('always');
    assert.equal(replay.label(startedAtMs + 374 * MINUTE_MS), 'Recorded 2015-03-02');
    assert.equal(replay.label(startedAtMs + 375 * MINUTE_MS), 'Recorded 2015-03-03');
    assert.equal(replay.sessionState(minuteId, startedAtMs).isOpen, true);
  });

  it('takes the close of the recorded day before as previous close', () => {
    const lastOfFirst = minuteRows.filter((row) => row.time < (recordedStarts[1] ?? 0)).at(-1);
    const close = lastOfFirst?.text.split(',')[4] ?? '';
    assert.equal(
      source().previousClose(minuteId, openMs + 3 * 86_400_000),
      BigInt(Math.round(Number(close) * 100)),
    );
  });
});
