/**
 * `npm run bench -- volatility`: a minute's volatility and the volume live over those of the charts of the
 * past, each instrument over three times six hours, and how often it trades.
 */
import { compared, definitions } from '../apps/server/src/market/quoting/test-live-minutes.ts';

const rows = definitions.map((definition) => {
  const { id, live, history, tradesAMinute } = compared(definition);
  const [ofDeviation, ofVolume] = [live.deviation / history.deviation, live.volume / history.volume];
  return { id, ofDeviation, ofVolume, tradesAMinute };
});
rows.sort((one, other) => one.ofDeviation - other.ofDeviation);
process.stdout.write('volatility  volume  trades a minute\n');
for (const { id, ofDeviation, ofVolume, tradesAMinute } of rows)
  process.stdout.write(
    `${ofDeviation.toFixed(3)}  ${ofVolume.toFixed(3)}  ${tradesAMinute.toFixed(1).padStart(5)}  ${id}\n`,
  );
const isWithin = (ratio: number): boolean => ratio >= 0.9 && ratio <= 1.1;
const counts = [rows.map(({ ofDeviation }) => ofDeviation), rows.map(({ ofVolume }) => ofVolume)].map(
  (ratios) => ratios.filter(isWithin).length,
);
process.stdout.write(`${counts.join(' and ')} of ${rows.length} within 0.9 and 1.1\n`);
if (counts.some((count) => count < rows.length)) process.exitCode = 1;
