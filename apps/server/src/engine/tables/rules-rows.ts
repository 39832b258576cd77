import type { RulesSet } from '@tarazu/core';
import { CHARGE_SETS } from '@tarazu/core/values';

function endSeedName({ tradingDay, mix, seed }: NonNullable<RulesSet['endSeed']>): string {
  if (seed !== undefined) return `${tradingDay} told`;
  return mix === undefined ? tradingDay : `${tradingDay} mixed`;
}

function marketKeyName({ day, key }: NonNullable<RulesSet['marketKey']>): string {
  return key === undefined ? day : `${day} told`;
}

/** The rows of the table `rules` that a command sets. */
export function rulesRows(command: RulesSet): { kind: string; name: string; body: unknown }[] {
  const { session, endSeed, marketKey, stepMax } = command;
  const rows: { kind: string; name: string; body: unknown }[] = [];
  for (const kind of CHARGE_SETS) {
    const body = command[kind];
    if (body) rows.push({ kind, name: body.version, body });
  }
  // The rows of the commitment and the mix stay beside that of the seed: they show when each was published.
  if (endSeed) rows.push({ kind: 'endSeed', name: endSeedName(endSeed), body: endSeed });
  if (stepMax !== undefined) rows.push({ kind: 'stepMax', name: 'stepMax', body: stepMax });
  if (marketKey) rows.push({ kind: 'marketKey', name: marketKeyName(marketKey), body: marketKey });
  if (session) rows.push({ kind: 'session', name: session.venue, body: session });
  return rows;
}
