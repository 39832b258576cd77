import type { CoreState } from '#state.ts';
import { canonical } from '#state-hash.ts';

/** 22: the account side judges by the marks that the instrument side knows. */
export function wrongMarks({ accountSide, instrumentSide }: CoreState): string[] {
  const marksOfAccounts = accountSide.facts.marks;
  const marksOfInstruments = instrumentSide.facts.marks;
  const differing = [...marksOfInstruments.values()].find(
    (mark) => canonical(marksOfAccounts.get(mark.instrumentId)) !== canonical(mark),
  );
  if (differing) return [`22: the account side has not heard the mark of ${differing.instrumentId}`];
  return marksOfAccounts.size === marksOfInstruments.size
    ? []
    : ['22: the account side knows a mark of nobody'];
}
