import { type CorporateParts, lookAtActions } from '#domains/corporate/act.ts';

export { type CorporateParts, lookAtActions } from '#domains/corporate/act.ts';
export { rightsBindings } from '#domains/corporate/rights.ts';

const LOOKS_EVERY_MS = 5_000;

/**
 * Corporate actions: looked at once before anybody trades, then every few seconds, one look at a time; what fails is looked at again.
 * Returns the way to stop.
 */
export async function startCorporate(
  parts: CorporateParts,
  onError: (error: unknown) => void,
): Promise<() => void> {
  let isBusy = true;
  const look = () =>
    lookAtActions(parts)
      .catch(onError)
      .finally(() => {
        isBusy = false;
      });
  const timer = setInterval(() => {
    if (isBusy) return;
    isBusy = true;
    void look();
  }, LOOKS_EVERY_MS);
  await look();
  return () => clearInterval(timer);
}
