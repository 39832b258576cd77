/**
 * `npm run market`: imports recorded candle files as packs,
 * verifies days of a simulated market, and ends a market.
 */
import {
  candleFiles,
  type ImportOutcome,
  importCandles,
  intervalName,
} from '../apps/server/src/market/recorded/importer.ts';
import {
  listPacks,
  type PackManifest,
  packsFolder,
  readBars,
  readManifest,
} from '../apps/server/src/market/recorded/pack.ts';
import { endWith, readArguments } from './run/arguments.ts';

const usage = `npm run market -- import <folder or file> [--into DATA_DIR] [--adjusted]
npm run market -- list [--into DATA_DIR]
npm run market -- inspect <pack> [--into DATA_DIR]
npm run market -- verify-day <YYYY-MM-DD> [--url http://localhost:8080] [--market <number>]
npm run market -- end --at <time>
npm run market -- new [--without-notice]

import   reads candle files (.csv, .csv.gz with time,open,high,low,close,volume), checks each row and keeps each
         file as a pack in DATA_DIR/packs. A file that was imported before is left as it is. With --adjusted prices
         are divided by the column adj_factor, so that splits leave no jump. A pair is known by the end of its file's
         name (btcusdt.csv), a share or an index by its hours: candles of 1 to 60 minutes from 03:45 to 10:00 UTC.
list     shows the packs.
inspect  shows one pack: its manifest and its first and last candles.
verify-day  makes a day of the simulated market again from the key that was published after it, whose hash was published
         before it, and compares it with the minutes that the server at --url shows. Of a market that has ended
         (--market 1) no minutes are served: the day's prices are made from its key and shown.
end      tells everybody that the market of DATA_DIR (or DATABASE_URL) ends at a time, such as 2026-12-31T18:00+05:30.
new      ends it when that time has come and the server is stopped: open orders are cancelled by the engine, accounts
         keep what they own, and the next start begins another market. --without-notice where nobody else uses it.

MARKET=recorded replays the packs.`;

const options = {
  into: { type: 'string' },
  adjusted: { type: 'boolean', default: false },
  url: { type: 'string' },
  market: { type: 'string' },
  at: { type: 'string' },
  'without-notice': { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const;
/** Subject of each part of the command; `end` and `new` are said of the whole market. */
const SUBJECTS: Readonly<Record<string, string>> = {
  import: 'a folder or a file',
  inspect: 'the name of a pack',
  'verify-day': 'a day, such as 2026-11-22',
};
const PARTS = ['import', 'list', 'inspect', 'verify-day', 'end', 'new'];

const { values, positionals } = readArguments('market', { allowPositionals: true, options });
const folder = packsFolder(values.into ?? process.env['DATA_DIR'] ?? './data');
const [command, subject] = positionals;

if (values.help || command === undefined) say(usage);
else if (command === 'list') say(table(listPacks(folder)));
else if (command === 'import' && subject !== undefined) runImport(subject);
else if (command === 'inspect' && subject !== undefined) inspect(subject);
else if (command === 'verify-day' && subject !== undefined)
  await told(async () => {
    const { verifyDayOf } = await import('./market-verify-day.ts');
    const agrees = await verifyDayOf(subject, values.url ?? 'http://localhost:8080', values.market);
    if (!agrees) process.exitCode = 1;
  });
else if (command === 'end')
  await told(async () => say(await (await import('./market-end.ts')).announceMarketEnd(values.at)));
else if (command === 'new')
  await told(async () => say(await (await import('./market-end.ts')).endMarketNow(values['without-notice'])));
else
  endWith('market', {
    problem: PARTS.includes(command)
      ? `market ${command} needs ${SUBJECTS[command]}`
      : `market has no "${command}": it has ${PARTS.join(', ')}`,
    options: Object.keys(options),
  });

/** Errors that a person can act on are shown as they are. */
async function told(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    fail(error instanceof Error ? error.message : String(error));
  }
}

function runImport(from: string): void {
  const total = filesBelow(from)?.length;
  if (total === undefined) {
    fail(`${from} is not there, or this user may not read it.`);
    return;
  }
  const outcomes: ImportOutcome[] = [];
  for (const outcome of importCandles({ from, packsFolder: folder, adjusted: values.adjusted })) {
    outcomes.push(outcome);
    if (process.stderr.isTTY) process.stderr.write(`\r${outcomes.length} of ${total} files`);
  }
  if (process.stderr.isTTY) process.stderr.write('\n');
  const kept = outcomes.flatMap((outcome) => (outcome.kind === 'skipped' ? [] : [outcome.manifest]));
  say(table(kept));
  for (const outcome of outcomes) {
    if (outcome.kind === 'skipped') say(`left out ${outcome.path}: ${outcome.reason}`);
    else if (outcome.note !== '') say(`${outcome.manifest.name}: ${outcome.note}`);
  }
  const count = (kind: ImportOutcome['kind']): number =>
    outcomes.filter((outcome) => outcome.kind === kind).length;
  say(
    `${count('imported')} imported, ${count('unchanged')} unchanged, ${count('skipped')} left out, into ${folder}`,
  );
  if (kept.length === 0) process.exitCode = 1;
}

function filesBelow(path: string): string[] | undefined {
  try {
    return candleFiles(path);
  } catch (error) {
    if (error instanceof Error && 'syscall' in error) return undefined;
    throw error;
  }
}

function inspect(name: string): void {
  const manifest = readManifest(folder, name);
  if (manifest === undefined) {
    fail(`There is no pack ${name} in ${folder}.`);
    return;
  }
  say(JSON.stringify(manifest, null, 2));
  const bars = readBars(folder, manifest);
  const price = (units: number | undefined): string =>
    ((units ?? 0) / 10 ** manifest.priceScale).toFixed(manifest.priceScale);
  const rows = [0, 1, 2, manifest.rows - 3, manifest.rows - 2, manifest.rows - 1].filter(
    (row) => row >= 0 && row < manifest.rows,
  );
  for (const row of new Set(rows)) {
    const time = new Date(bars.time[row] ?? 0).toISOString();
    const prices = [bars.open, bars.high, bars.low, bars.close].map((column) => price(column[row]));
    say(`${time}  ${prices.join('  ')}  ${(bars.volume[row] ?? 0) / 10 ** manifest.volumeScale}`);
  }
}

function table(packs: readonly PackManifest[]): string {
  const day = (atMs: number): string => new Date(atMs).toISOString().slice(0, 10);
  const lines = packs.map((pack) => [
    pack.name,
    pack.kind,
    pack.symbol,
    intervalName(pack.intervalMinutes),
    String(pack.rows),
    day(pack.fromMs),
    day(pack.lastMs),
    (pack.tickSize / 10 ** pack.priceScale).toFixed(pack.priceScale),
  ]);
  const all = [['pack', 'kind', 'symbol', 'bars', 'rows', 'from', 'until', 'tick'], ...lines];
  const widths = (all[0] ?? []).map((_, column) => Math.max(...all.map((line) => line[column]?.length ?? 0)));
  return all
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

function fail(text: string): void {
  process.stderr.write(`${text}\n`);
  process.exitCode = 1;
}
