import { corporateText } from '#account-sweeps/corporate.ts';
import { ACCOUNT_SWEEP_KINDS } from '#account-sweeps/kinds.ts';
import { accountsNeeded } from '#commands/accounts/accounts-needed.ts';
import { adjustNow } from '#commands/corporate/corporate-act.ts';
import { openSweep } from '#commands/open-sweep.ts';
import { changePhases } from '#commands/phases.ts';
import { goOn } from '#commands/sweep.ts';
import { countLosses, DONE, doneWith, finished, markBook, refused, type Work } from '#commands/work.ts';
import { fitWanted } from '#instruments/grid.ts';
import { ENVIRONMENTS } from '#instruments/instrument-side.ts';
import { closeBooks, isBusy, openBooks, sweptBook } from '#instruments/sweeping.ts';
import type { Account } from '#ledger/account.ts';
import { replaceRow } from '#ledger/recorder.ts';
import type { Command } from '#model/command.ts';
import type { AccountsStep, AccountsSweep } from '#model/commands/account-commands.ts';
import type { CorporateBegin } from '#model/commands/corporate-commands.ts';
import { isAdjusting } from '#model/corporate-terms.ts';
import type { Applied } from '#model/outcome.ts';
import type { AccountSweep } from '#model/sweep.ts';
import { isSweptIn } from '#products/list.ts';
import { holdsRule } from '#rules-version.ts';
import type { CoreState } from '#state.ts';
import { hasLine } from '#sweeps/release.ts';
import { type AccountId, accountId, assert, type InstrumentId } from '#values/index.ts';

/** Accounts that one command reaches at the most. */
const STEP_ACCOUNTS_MAX = 64;

/** Does what is due on the accounts named; where they are not all, a row says that others are left. */
export function sweepAccounts(work: Work, { name, accounts, isLast }: AccountsSweep): Applied {
  const { sweeps } = work.state.accountSide;
  const sweep = newSweep(work, { name, place: '{}' });
  const { doneCount, isCut } = reach(work, sweep, { accounts });
  const isUnderWay = [...sweeps.values()].some((one) => one.name === name);
  if ((!isLast || isCut) && !isUnderWay) keep(work, { ...sweep, doneCount });
  return finished(work, doneWith(work));
}

/** A company begins to act: from now on the books of its share are closed until every holder is reached. */
export function beginCorporate(work: Work, command: CorporateBegin): Applied {
  const { accountSide, instrumentSide } = work.state;
  const { instrumentId, terms } = command;
  const instrument = accountSide.facts.instruments.get(instrumentId);
  if (!instrument || !isSweptIn(instrument, 'corporate'))
    return refused(work, { code: 'INSTRUMENT_UNKNOWN' }, false);
  for (const environment of ENVIRONMENTS) {
    const at = sweptBook(instrumentSide, { instrumentId, environment });
    if (isBusy(at) || at.auction) return refused(work, { code: 'BOOK_BUSY' }, false);
  }
  if (isAdjusting(terms))
    for (const environment of ENVIRONMENTS) adjustNow(work, { instrumentId, environment }, terms);
  const place = corporateText(command);
  keep(work, { ...newSweep(work, { name: 'corporate', place }), instrumentId });
  closeBooks(instrumentSide, { instrumentId, sequence: work.recorder.sequence });
  return finished(work);
}

/** The next accounts of a sweep; of one that is over, or that is not the next, nothing happens. */
export function stepAccounts(work: Work, step: AccountsStep): Applied {
  const { sweeps } = work.state.accountSide;
  assert(!step.isLast || step.accounts.length === 0, 'Condition: the step that ends a sweep reaches nobody');
  const sweep = sweeps.get(step.sequence);
  const isNext = step.isAhead || !hasOlder(work.state, step.sequence);
  if (!sweep || sweep.name !== step.name || (isOnce(sweep) && !isNext)) return finished(work, DONE, false);
  const { doneCount: more, last } = reach(work, sweep, step);
  assert(more <= step.accounts.length, 'Invariant: a step reaches the accounts that it names');
  const doneCount = sweep.doneCount + more;
  const isFurther = isOnce(sweep) && !step.isAhead && last !== undefined && last > sweep.reachedTo;
  const now = { ...sweep, doneCount, reachedTo: isFurther ? last : sweep.reachedTo };
  assert(isSorted(step.accounts), 'Condition: a step names each account once, by number');
  assert(now.reachedTo >= sweep.reachedTo, 'Invariant: a sweep over accounts goes forward only');
  if (!step.isLast) {
    keep(work, now);
    return finished(work, doneWith(work));
  }
  work.recorder.accountSweeps.push({ ...now, endedAtMs: work.recorder.atMs });
  sweeps.delete(sweep.sequence);
  if (sweep.instrumentId !== undefined) reopen(work, { ...sweep, instrumentId: sweep.instrumentId });
  return finished(work, doneWith(work));
}

/**
 * Steps that must be applied before a command: its account
 * is reached first by the sweeps that have not come to it.
 */
export function stepsBefore({ accountSide }: CoreState, command: Command): AccountsStep[] {
  const { sweeps, accounts } = accountSide;
  if (sweeps.size === 0 || 'accounts' in command) return [];
  return accountsNeeded(command).flatMap((id) => {
    const account = accounts.get(id);
    if (!account) return [];
    const left = [...sweeps.values()].filter((sweep) => isOnce(sweep) && !isReached(account, sweep));
    return left.map(({ name, sequence }) => ({
      type: 'accounts.step',
      name,
      sequence,
      accounts: [id],
      isLast: false,
      isAhead: true,
    }));
  });
}

function newSweep({ recorder }: Work, of: Pick<AccountSweep, 'name' | 'place'>): AccountSweep {
  const { sequence, atMs: openedAtMs } = recorder;
  return { ...of, sequence, openedAtMs, reachedTo: accountId(0), doneCount: 0 };
}

function keep({ state, recorder }: Work, sweep: AccountSweep): void {
  const before = state.accountSide.sweeps.get(sweep.sequence);
  assert(before === undefined || before.name === sweep.name, 'Invariant: a sweep stays what it is');
  assert((before?.doneCount ?? 0) <= sweep.doneCount, 'Invariant: a sweep goes forward only');
  state.accountSide.sweeps.set(sweep.sequence, sweep);
  assert(sweep.sequence <= recorder.sequence, 'Invariant: a sweep is no younger than its command');
  recorder.accountSweeps.push(sweep);
}

/**
 * Accounts of a step that something has happened to; the last that was reached, and whether others were not.
 */
interface Reached {
  readonly doneCount: number;
  readonly last: AccountId | undefined;
  readonly isCut: boolean;
}

/** Rows that cost a step as much as an account does: orders, of which one may have hundreds, and lots. */
function rowCount({ recorder }: Work): number {
  const { orders, lots } = recorder;
  return orders.length + (holdsRule(recorder, 'accountStepsByLots') ? lots.length : 0);
}

/**
 * Reaches the named accounts one after the other, as many as one command may by their orders and lots; the
 * others are named again by the next step.
 */
function reach(
  work: Work,
  sweep: AccountSweep,
  { accounts, isAhead = false }: { readonly accounts: readonly AccountId[]; readonly isAhead?: boolean },
): Reached {
  assert(accounts.length <= STEP_ACCOUNTS_MAX, 'Condition: a step reaches a bounded number of accounts');
  const act = ACCOUNT_SWEEP_KINDS[sweep.name].begin(work, sweep);
  const isBounded = holdsRule(work.recorder, 'accountStepsByOrders');
  let doneCount = 0;
  let last: AccountId | undefined;
  for (const id of accounts) {
    if (isBounded && last !== undefined && work.stepsLeft <= 0) return { doneCount, last, isCut: true };
    last = id;
    const account = work.state.accountSide.accounts.get(id);
    if (!account || (isOnce(sweep) && isReached(account, sweep))) continue;
    const before = rowCount(work);
    const lossesBefore = work.recorder.losses.length;
    act(account);
    countLosses(work, lossesBefore);
    if (isBounded) work.stepsLeft -= 1 + rowCount(work) - before;
    if (isAhead) mark(work, account, sweep);
    doneCount += 1;
  }
  // The last one may have more orders than the command has ended.
  const isCut = isBounded && work.stepsLeft <= 0 && holdsRule(work.recorder, 'endingsInSteps');
  return { doneCount, last, isCut };
}

function isSorted(accounts: readonly AccountId[]): boolean {
  return accounts.every((id, nth) => nth === 0 || id > (accounts[nth - 1] ?? id));
}

function mark({ recorder }: Work, { row: tracked }: Account, { sequence }: AccountSweep): void {
  assert((tracked.row.sweptTo ?? 0) <= sequence, 'Invariant: sweeps reach an account as they began');
  replaceRow({ recorder, list: recorder.accounts }, tracked, { ...tracked.row, sweptTo: sequence });
}

function isOnce({ name }: AccountSweep): boolean {
  return ACCOUNT_SWEEP_KINDS[name].isOnce;
}

/** Sweeps reach an account in the order in which they began, so that the newest says it of all before. */
function isReached({ row: { row } }: Account, { sequence, reachedTo }: AccountSweep): boolean {
  return row.accountId <= reachedTo || (row.sweptTo ?? 0) >= sequence;
}

/** Those that reach each account once go on one after the other. */
function hasOlder({ accountSide }: CoreState, sequence: number): boolean {
  return [...accountSide.sweeps.values()].some((one) => isOnce(one) && one.sequence < sequence);
}

/** The books of a share are open again: for what the day has become meanwhile, and for who has waited. */
function reopen(work: Work, of: { readonly instrumentId: InstrumentId; readonly sequence: number }): void {
  const side = work.state.instrumentSide;
  const { instrumentId } = of;
  openBooks(side, of);
  changePhases(work);
  for (const environment of ENVIRONMENTS) {
    const key = { instrumentId, environment };
    const at = sweptBook(side, key);
    markBook(work, key);
    if (isBusy(at)) continue;
    fitWanted(at);
    if (hasLine({ side, at, instrumentId })) openSweep(work, { ...key, name: 'release' });
  }
  goOn(work);
}
