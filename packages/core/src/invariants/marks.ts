import type { CoreState } from '#state.ts';
import { canonical } from '#state-hash.ts';

/** 22: the account side judges by the marks that the instrument side knows. */
export function wrongMarks({ accountSide, instrumentSide }: CoreState): string[] {
  const heard = accountSide.facts.marks;
  const told = instrumentSide.facts.marks;
  const differing = [...told.values()].find(
    (mark) => canonical(heard.get(mark.instrumentId)) !== canonical(mark),
  );
  if (differing) return [`22: the account side has not heard the mark of ${differing.instrumentId}`];
  return heard.size === told.size ? [] : ['22: the account side knows a mark of nobody'];
}
