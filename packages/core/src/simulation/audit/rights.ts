import { accountsNeeded } from '#commands/accounts/accounts-needed.ts';
import type { Entitlement } from '#model/ledger.ts';
import { closesRights } from '#simulation/audit/account-commands.ts';
import type { Step } from '#simulation/audit/posted.ts';
import type { Tables } from '#simulation/tables.ts';

/** State of an auditor of rights issues: who holds how much, and what is still open. */
export interface Rights {
  readonly held: Map<string, bigint>;
  readonly open: Map<string, Entitlement>;
  readonly happened: Record<string, number>;
}

export function createRights(base: Tables): Rights {
  const rights: Rights = { held: new Map(), open: new Map(), happened: {} };
  for (const position of base.positions.values()) rights.held.set(keyOf(position), position.quantity);
  return rights;
}

/**
 * 4: entitlements come of what was held, are applied for as
 * asked, and end once, paid and allotted as applied for.
 */
export function checkRights(rights: Rights, step: Step): string[] {
  const { changes } = step.applied;
  const violations = [...checkGiven(rights, step), ...checkPaid(rights, step)];
  for (const row of changes.entitlements) {
    const key = `${row.accountId} ${row.issueId}`;
    if (row.endedAtMs === undefined) rights.open.set(key, row);
    else if (!rights.open.delete(key)) violations.push(`4: ${key} ended and was not open`);
  }
  for (const position of changes.positions) rights.held.set(keyOf(position), position.quantity);
  return [...violations, ...checkOverdue(rights, step)];
}

/** Whole shares by what was held before, and what is left over dropped. */
function checkGiven({ held, happened }: Rights, { command, applied }: Step): string[] {
  if (command.type !== 'corporate.act' || command.terms.kind !== 'rights' || !applied.outcome.ok) return [];
  const { sharesHeld, sharesOffered } = command.terms;
  const due = ((held.get(keyOf(command)) ?? 0n) * sharesOffered) / sharesHeld;
  const given = applied.changes.entitlements.reduce((sum, row) => sum + row.quantity, 0n);
  if (given > 0n) happened['entitled'] = (happened['entitled'] ?? 0) + 1;
  return given === due ? [] : [`4: ${command.accountId} was entitled to ${given} where ${due} is due`];
}

/** An application that ends pays the issue price for each share allotted, and brings exactly those. */
function checkPaid({ happened, open }: Rights, { command, applied }: Step): string[] {
  if (command.type === 'rights.apply' && applied.outcome.ok && !applied.duplicate)
    happened['applied'] = (happened['applied'] ?? 0) + 1;
  if (!closesRights(command)) return [];
  const { postings, entitlements } = applied.changes;
  const moved = (prefix: string) =>
    postings
      .filter(({ assetId, kind }) => kind === 'rights' && assetId.startsWith(prefix))
      .reduce((sum, { amount }) => sum + amount, 0n);
  const applications = entitlements.map((row) => open.get(`${row.accountId} ${row.issueId}`) ?? row);
  const shares = applications.reduce((sum, row) => sum + row.quantityApplied, 0n);
  const cost = applications.reduce((sum, row) => sum + row.quantityApplied * row.priceIssue, 0n);
  const entitled = applications.reduce((sum, row) => sum + row.quantity, 0n);
  if (shares > 0n) happened['allotted'] = (happened['allotted'] ?? 0) + 1;
  if (shares < entitled) happened['lapsed'] = (happened['lapsed'] ?? 0) + 1;
  const expected = [
    ['EQ:', shares],
    ['INR', cost],
    ['RE:', entitled],
  ] as const;
  return expected
    .filter(([prefix, due]) => moved(prefix) !== due)
    .map(([prefix, due]) => `4: an allotment moved ${moved(prefix)} ${prefix} where ${due} is due`);
}

/**
 * Faults of a closing that leaves open what is over; a step
 * that is cut leaves the last of its accounts, never the first.
 */
function checkOverdue({ open }: Rights, { command, applied, atMs }: Step): string[] {
  if (!closesRights(command)) return [];
  const asked = accountsNeeded(command);
  const ended = applied.changes.entitlements.map(({ accountId }) => asked.indexOf(accountId));
  const lastReached = Math.max(0, ...ended);
  const mayBeCut = 'accounts' in command;
  const isReached = (place: number): boolean => place >= 0 && (!mayBeCut || place <= lastReached);
  return [...open.values()]
    .filter(({ accountId, closesAtMs }) => isReached(asked.indexOf(accountId)) && closesAtMs <= atMs)
    .map(({ issueId, accountId }) => `4: ${issueId} of ${accountId} outlived its issue`);
}

function keyOf(of: { readonly accountId: number; readonly instrumentId: string }): string {
  return `${of.accountId} ${of.instrumentId}`;
}
