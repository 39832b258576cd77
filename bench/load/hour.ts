/**
 * Whether the server's memory stays as it is while it
 * serves: a steady flow of orders, weighed again and again.
 */

import { withServer } from './served.ts';
import { SteadyLoad } from './steady.ts';

const INSTRUMENT = 'COIN_SIM:BTC-USDT';
const MEGABYTE = 1e6;
/** Minutes before the first weighing, in which code is compiled and caches are first filled. */
const WARM_MINUTES = 1;

export async function weighServed(of: {
  readonly minutes: number;
  readonly perSecond: number;
}): Promise<void> {
  await withServer(async ({ weigh, ...opened }) => {
    const load = new SteadyLoad({ ...opened, instrumentId: INSTRUMENT, perSecond: of.perSecond });
    const samples: { orders: number; heapMb: number; residentMb: number }[] = [];
    const sample = async (): Promise<void> => {
      const { heapBytes, residentBytes } = await weigh();
      const one = { orders: load.served, heapMb: megabytes(heapBytes), residentMb: megabytes(residentBytes) };
      samples.push(one);
      process.stderr.write(`${JSON.stringify(one)}\n`);
    };
    await load.run(WARM_MINUTES * 60);
    await sample();
    const stretch = Math.max(1, of.minutes / 6);
    for (let minute = 0; minute < of.minutes; minute += stretch) {
      await load.run(stretch * 60);
      await sample();
    }
    load.close();
    process.stdout.write(
      `${JSON.stringify({ bench: 'memory', ...of, ...growthOf(samples), refused: load.refused, samples })}\n`,
    );
  });
}

/** Heap growth after collecting, over all stretches and over the second half of them. */
function growthOf(samples: readonly { readonly orders: number; readonly heapMb: number }[]) {
  const [first, middle, last] = [samples[0], samples[Math.floor(samples.length / 2)], samples.at(-1)];
  if (!first || !middle || !last) throw new Error('Condition: there are stretches');
  const bytesAnOrder = (from: typeof first): number =>
    Math.round(((last.heapMb - from.heapMb) * MEGABYTE) / Math.max(1, last.orders - from.orders));
  return {
    orders: last.orders - first.orders,
    heapGrowthMb: megabytes((last.heapMb - first.heapMb) * MEGABYTE),
    bytesAnOrder: bytesAnOrder(first),
    bytesAnOrderInTheSecondHalf: bytesAnOrder(middle),
  };
}

function megabytes(bytes: number): number {
  return Number((bytes / MEGABYTE).toFixed(1));
}
