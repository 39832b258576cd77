/** A steady flow of orders, and how busy the server was meanwhile. */
import { processorSecondsBy } from './processor-time.ts';
import type { Served } from './served.ts';
import type { SteadyLoad } from './steady.ts';

const WARM_SECONDS = 5;

/** The load for so long, and what it took of whom, in percent of a processor. */
export async function measured(load: SteadyLoad, served: Served, seconds: number) {
  await load.run(WARM_SECONDS);
  load.takeLatencies();
  await served.thread();
  const before = processorSecondsBy(served.processId);
  const beganAt = performance.now();
  await load.run(seconds);
  const passed = (performance.now() - beganAt) / 1_000;
  const after = processorSecondsBy(served.processId);
  const percent = (part: keyof typeof after): number =>
    Math.round(((after[part] - before[part]) / passed) * 100);
  const processors = {
    enginePercent: percent('own'),
    httpPercent: percent('others'),
    databasePercent: percent('database'),
  };
  return { ...load.takeLatencies(), ...(await served.thread()), ...processors };
}
