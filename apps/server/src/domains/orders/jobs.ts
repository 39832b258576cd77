import { forgetLostOrders, type LostParts, notifyLostOrders } from '#domains/orders/lost-protection.ts';
import type { Job } from '#platform/time/scheduler.ts';

const LOOK_EVERY_MS = 1_000;

/** Orders that ended by themselves are told; now and then it is forgotten who was told long ago. */
export function orderJobs(parts: LostParts): readonly Job[] {
  const problem = 'Orders that ended by themselves were not looked at.';
  return [
    { name: 'orders: lost protection', everyMs: LOOK_EVERY_MS, problem, run: () => notifyLostOrders(parts) },
    { name: 'orders: old notes', ...forgetLostOrders(parts), problem },
  ];
}
