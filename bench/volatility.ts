/**
 * `npm run bench -- volatility`: a minute's volatility live over that of the charts of the past, each
 * instrument over six hours.
 */
import { definitions, volatilityOf } from '../apps/server/src/market/quoting/test-live-minutes.ts';

const ratios = definitions.map((definition) => {
  const { id, live, history } = volatilityOf(definition);
  return { id, ratio: live / history };
});
ratios.sort((one, other) => one.ratio - other.ratio);
for (const { id, ratio } of ratios) process.stdout.write(`${ratio.toFixed(3)}  ${id}\n`);
const outside = ratios.filter(({ ratio }) => ratio < 0.9 || ratio > 1.1);
process.stdout.write(`${ratios.length - outside.length} of ${ratios.length} within 0.9 and 1.1\n`);
if (outside.length > 0) process.exitCode = 1;
