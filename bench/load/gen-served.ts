/**
 * The product in a process of its own, for benches that load it:
 * says where it is open, and weighs its heap or looks at its thread when it is asked.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { PRODUCT_LIMITS, startOurs } from '../gen-order-servers.ts';

const [folder = ''] = process.argv.slice(2);
const { port, tokens, price, stop } = await startOurs(folder, PRODUCT_LIMITS);
const holds = monitorEventLoopDelay({ resolution: 1 });
holds.enable();
let since = { cpu: process.threadCpuUsage(), atMs: performance.now() };

/** The engine's thread since the last look: its longest turn by the wall, and its processor time. */
function thread(): { readonly longestTurnMs: number; readonly busyPercent: number } {
  const { user, system } = process.threadCpuUsage(since.cpu);
  const busyPercent = Math.round((user + system) / (performance.now() - since.atMs) / 10);
  const longestTurnMs = Math.round(holds.max / 1e6);
  holds.reset();
  since = { cpu: process.threadCpuUsage(), atMs: performance.now() };
  return { longestTurnMs, busyPercent };
}

process.on('message', (question) => {
  if (question === 'thread') {
    process.send?.(thread());
    return;
  }
  globalThis.gc?.();
  globalThis.gc?.();
  const { heapUsed, external, rss } = process.memoryUsage();
  process.send?.({ heapBytes: heapUsed + external, residentBytes: rss });
});
const end = (): void => void stop().then(() => process.exit(0));
process.once('SIGTERM', end);
// A bench that was killed leaves no server behind.
process.once('disconnect', end);
process.send?.({ port, tokens, price });
