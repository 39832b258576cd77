import { type CorporateParts, lookAtActions } from '#domains/corporate/act.ts';
import { workEvery } from '#platform/time/timed-work.ts';

export { type CorporateParts, lookAtActions } from '#domains/corporate/act.ts';
export { rightsBindings } from '#domains/corporate/rights.ts';

const LOOKS_EVERY_MS = 5_000;

/**
 * Corporate actions: looked at once before anybody trades, then every few seconds. Returns the way to stop.
 */
export async function startCorporate(
  parts: CorporateParts,
  onError: (error: unknown) => void,
): Promise<() => Promise<void>> {
  const looking = workEvery(LOOKS_EVERY_MS, () => lookAtActions(parts), onError);
  await looking.now();
  return looking.stop;
}
