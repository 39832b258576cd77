import type { Command } from '#model/command.ts';
import type { AccountsStep } from '#model/commands/account-commands.ts';
import type { CorporateBegin } from '#model/commands/corporate-commands.ts';
import type { Step } from '#simulation/audit/posted.ts';
import type { AccountId } from '#values/index.ts';

/** An action that has begun: what each had then, and who has been reached. */
interface Begun {
  readonly command: CorporateBegin;
  readonly due: ReadonlyMap<AccountId, bigint>;
  readonly reached: Set<AccountId>;
}

/** State of an auditor of sweeps over accounts. */
export interface SweptAccounts {
  readonly begun: Map<number, Begun>;
  readonly happened: Record<string, number>;
}

export function createSweptAccounts(): SweptAccounts {
  return { begun: new Map(), happened: {} };
}

/** The action that a command does to accounts; undefined for any other command. */
export function actionOf(
  { begun }: SweptAccounts,
  command: Command,
): Pick<CorporateBegin, 'terms'> | undefined {
  if (command.type === 'corporate.act') return command;
  if (command.type !== 'accounts.step' || command.isLast) return undefined;
  return begun.get(command.sequence)?.command;
}

/**
 * 20: a corporate action gives each holder once what they had when it began, whenever
 * they are reached, and until the last is reached nobody trades its share. `held` is
 * what each account has of each share before the command.
 */
export function checkSweptAccounts(
  swept: SweptAccounts,
  held: ReadonlyMap<string, bigint>,
  step: Step,
): string[] {
  const { begun } = swept;
  const { command, applied, sequence } = step;
  const violations = [...begun.values()].flatMap((one) => tradedMeanwhile(one, step));
  note(swept, step);
  if (command.type === 'corporate.begin' && applied.outcome.ok && !applied.duplicate)
    begun.set(sequence, { command, due: holders(held, command), reached: new Set() });
  if (command.type !== 'accounts.step') return violations;
  const action = begun.get(command.sequence);
  if (!action) return violations;
  for (const id of reachedIn(command, step)) violations.push(...checkReached(action, id, step));
  if (!applied.changes.accountSweeps.some(({ endedAtMs }) => endedAtMs !== undefined)) return violations;
  begun.delete(command.sequence);
  for (const id of action.due.keys())
    if (!action.reached.has(id)) violations.push(`20: a corporate action has left out ${id}`);
  return violations;
}

/** Accounts that a step has come to: beyond its bound it leaves those it names to another one. */
function reachedIn({ accounts, sequence, isAhead }: AccountsStep, { applied }: Step): readonly AccountId[] {
  const row = applied.changes.accountSweeps.find((one) => one.sequence === sequence);
  return isAhead || !row ? accounts : accounts.filter((id) => id <= row.reachedTo);
}

function tradedMeanwhile({ command }: Begun, { command: asked, applied }: Step): string[] {
  // The step that ends it lets in who has waited.
  if (asked.type === 'accounts.step' && asked.isLast) return [];
  return applied.changes.fills
    .filter(({ instrumentId }) => instrumentId === command.instrumentId)
    .map(({ index }) => `20: fill ${index} comes while its share changes`);
}

function holders(
  held: ReadonlyMap<string, bigint>,
  { instrumentId }: CorporateBegin,
): Map<AccountId, bigint> {
  const due = new Map<AccountId, bigint>();
  for (const [key, quantity] of held) {
    const [id = '', of] = key.split(' ');
    // The auditor's keys are made of account numbers.
    const account: AccountId = JSON.parse(id);
    if (of === instrumentId && quantity > 0n) due.set(account, quantity);
  }
  return due;
}

/**
 * Money, shares or entitlement that the action brings to an
 * account reached the first time; nothing to anyone else.
 */
function checkReached({ command, due, reached }: Begun, id: AccountId, { applied }: Step): string[] {
  const had = reached.has(id) ? 0n : (due.get(id) ?? 0n);
  reached.add(id);
  const { terms, instrumentId, clientId } = command;
  const { positions, entitlements, postings } = applied.changes;
  const expect = (what: string, found: bigint, expected: bigint): string[] =>
    found === expected ? [] : [`20: ${id} has ${found} ${what} of an action where ${expected} is due`];
  if (terms.kind === 'dividend') {
    const paid = postings.filter(
      ({ kind, to, ruleVersion }) =>
        kind === 'dividend' && ruleVersion === clientId && 'accountId' in to && to.accountId === id,
    );
    return expect(
      'money',
      paid.reduce((sum, { amount }) => sum + amount, 0n),
      had * terms.amountPerShare,
    );
  }
  if (terms.kind === 'rights') {
    const given = entitlements.filter(({ accountId, issueId }) => accountId === id && issueId === clientId);
    const sum = given.reduce((all, { quantity }) => all + quantity, 0n);
    return expect('rights', sum, (had * terms.sharesOffered) / terms.sharesHeld);
  }
  const row = positions.find((one) => one.accountId === id && one.instrumentId === instrumentId);
  if (row === undefined && had === 0n) return [];
  const whole = (had * terms.sharesAfter) / terms.sharesBefore;
  return row === undefined && whole === had ? [] : expect('shares', row?.quantity ?? had, whole);
}

function note({ happened }: SweptAccounts, { command, applied }: Step): void {
  const count = (name: string): void => {
    happened[name] = (happened[name] ?? 0) + 1;
  };
  for (const { name, endedAtMs } of applied.changes.accountSweeps)
    if (endedAtMs !== undefined) count(`accounts swept ${name}`);
  if (command.type === 'accounts.step' && command.isAhead) count('reached ahead');
}
