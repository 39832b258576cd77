/**
 * The product in a process of its own, for benches that load it:
 * says where it is open, and weighs its heap when it is asked.
 */
import { LIMITS } from '../apps/server/src/gateway/admission/limits.ts';
import { startOurs } from './gen-order-servers.ts';

const [folder = ''] = process.argv.slice(2);
const { port, tokens, price, stop } = await startOurs(folder, LIMITS);
process.on('message', () => {
  globalThis.gc?.();
  globalThis.gc?.();
  const { heapUsed, external, rss } = process.memoryUsage();
  process.send?.({ heapBytes: heapUsed + external, residentBytes: rss });
});
process.once('SIGTERM', () => void stop().then(() => process.exit(0)));
process.send?.({ port, tokens, price });
