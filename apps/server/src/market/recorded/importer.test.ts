import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { MINUTE_MS } from '@tarazu/core/values';
import { OPERATIONS } from '@tarazu/protocol';
import { parseCandles } from '#market/recorded/candle-file.ts';
import { importCandles } from '#market/recorded/importer.ts';
import { listPacks, packsFolder, readBars } from '#market/recorded/pack.ts';

const HEAD = 'time,open,high,low,close,volume';
const folder = mkdtempSync(join(tmpdir(), 'tarazu-import-'));
const packs = packsFolder(folder);
after(() => rmSync(folder, { recursive: true }));
const SESSION_MS = Date.parse('2015-03-02T03:45:00Z');

function line(minute: number, price: string, startMs = SESSION_MS): string {
  return `${new Date(startMs + minute * MINUTE_MS).toISOString()},${price},${price},${price},${price},10`;
}

const walk = (minute: number) => (100 + (minute % 7) * 0.05).toFixed(2);
const lines = (from: number, until: number, price = walk) =>
  Array.from({ length: until - from }, (_, index) => line(from + index, price(from + index)));

function importOne(path: string, rows: readonly string[], adjusted = false) {
  const from = join(folder, path);
  mkdirSync(dirname(from), { recursive: true });
  writeFileSync(from, [HEAD, ...rows].join('\n'));
  const [outcome] = importCandles({ from, packsFolder: packs, adjusted });
  assert.ok(outcome);
  return outcome;
}

test('a second file of a series is joined to the first, and where they overlap is said (trial 24)', () => {
  importOne('first/JOINED.csv', lines(0, 60));
  const second = importOne('second/JOINED.csv', [...lines(50, 59), line(59, '100.123'), ...lines(60, 100)]);
  assert.ok(second.kind === 'imported');
  assert.equal(second.manifest.rows, 100);
  assert.match(second.note, /joined to the 60 rows of JOINED\.csv; overlap of 10 rows from 2015-03-02 04:35/);
  assert.match(second.note, /1 of them differ, first 2015-03-02 04:44/);
  const bars = readBars(packs, second.manifest);
  assert.deepEqual([bars.close[0], bars.close[59], bars.close[99]], [100_000, 100_123, 100_050]);
  assert.ok(bars.time.every((time, place) => place === 0 || time > (bars.time[place - 1] ?? 0)));
  for (const path of ['first/JOINED.csv', 'second/JOINED.csv']) {
    const [again] = importCandles({ from: join(folder, path), packsFolder: packs, adjusted: false });
    assert.equal(again?.kind, 'unchanged', 'what is in the pack is not read again');
  }
  assert.equal(
    importOne(
      'third/JOINED.csv',
      lines(0, 20, () => '1.00'),
      true,
    ).kind,
    'skipped',
  );
});

test('a symbol is written as exchanges do and every call takes it; another is refused when it is imported (trial 24)', () => {
  assert.equal(importOne('M&MFIN.csv', lines(0, 60)).kind, 'imported');
  assert.equal(importOne('M+MFIN.csv', lines(0, 60)).kind, 'skipped');
  for (const { symbol } of listPacks(packs)) {
    const { success } = OPERATIONS.stockInfo.input.safeParse({ instrumentId: `NSE_SIM:${symbol}` });
    assert.ok(success, symbol);
  }
});

test('daily candles of a share are refused with the candles that it needs (trial 24)', () => {
  const days = Array.from({ length: 30 }, (_, day) => line(day * 1_440, '100.00', Date.parse('2015-03-02')));
  const outcome = importOne('DAILY.csv', days);
  assert.ok(outcome.kind === 'skipped');
  assert.match(outcome.reason, /candles of 1 to 60 minutes between 03:45 and 10:00 UTC/);
});

test('holes, jumps and frozen stretches are imported with a word about each: how many, and the first line (trial 24)', () => {
  const month = SESSION_MS + 28 * 86_400_000;
  const rows = [
    ...lines(0, 30),
    line(30, '1000.00'),
    ...lines(31, 60),
    ...lines(60, 260, () => '100.00'),
    line(0, '100.00', month),
    line(1, '100.05', month),
  ];
  const outcome = importOne('ODD.csv', rows);
  assert.ok(outcome.kind === 'imported');
  assert.match(outcome.note, /1 hole of more than a week, first at line 262/);
  assert.match(outcome.note, /2 jumps .* first at line 32/);
  assert.match(outcome.note, /1 stretch of 120 bars or more at one price, first at line 62/);
  const calm = parseCandles([HEAD, ...lines(0, 300)].join('\n'), { adjusted: false });
  assert.deepEqual(calm.kind === 'candles' && calm.file.oddities, []);
});
