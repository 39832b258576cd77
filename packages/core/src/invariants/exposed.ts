import { exposuresOf } from '#accounts/exposure.ts';
import type { CoreState } from '#state.ts';

/** 19: whoever has something open in an instrument, and nobody else, is found there. */
export function wrongExposed({ accountSide: { accounts, exposed, facts } }: CoreState): string[] {
  const left = new Set<string>();
  for (const [instrumentId, some] of exposed) for (const id of some) left.add(`${id} ${instrumentId}`);
  for (const [id, account] of accounts) {
    for (const { open } of exposuresOf(facts, account))
      if (!left.delete(`${id} ${open.instrumentId}`))
        return [`19: ${id} has ${open.instrumentId} open and is not found there`];
  }
  const [other] = left;
  return other === undefined ? [] : [`19: ${other} is found where nothing is open`];
}
