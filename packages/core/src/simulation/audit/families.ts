import { agentOf } from '#model/agent.ts';
import type { AccountTransfer } from '#model/commands/account-commands.ts';
import type { LedgerAccount, Lot, Position } from '#model/ledger.ts';
import type { FillParty } from '#model/order.ts';
import type { Applied } from '#model/outcome.ts';
import type { Step } from '#simulation/audit/posted.ts';
import type { AccountId } from '#values/index.ts';

/** State of an auditor of families: who is whose, and what each account's rows said last. */
export interface Families {
  readonly parents: Map<AccountId, AccountId>;
  readonly positions: Map<string, Position>;
  readonly lots: Map<string, Lot>;
  readonly happened: Record<string, number>;
}

export function createFamilies(): Families {
  return { parents: new Map(), positions: new Map(), lots: new Map(), happened: {} };
}

/**
 * 18: nothing trades inside a family; what is moved inside one stays in it to the unit, its cost too; and
 * whoever orders in a sub-account is whom it is for.
 */
export function checkFamilies(families: Families, step: Step): string[] {
  const { command, applied } = step;
  if (command.type === 'account.open' && command.subOf && applied.outcome.ok) {
    families.parents.set(command.accountId, command.subOf.parentId);
    count(families, 'sub-account opened');
  }
  const violations = [
    ...insideFills(families, applied),
    ...(command.type === 'account.transfer' ? wrongTransfer(families, command, applied) : []),
    ...strangers(families, applied),
  ];
  for (const row of applied.changes.positions) families.positions.set(positionKey(row), row);
  for (const row of applied.changes.lots) families.lots.set(lotKey(row), row);
  return violations;
}

function insideFills(families: Families, { changes }: Applied): string[] {
  const familyOf = (party: FillParty) =>
    party.isMarketMaker ? undefined : (families.parents.get(party.accountId) ?? party.accountId);
  return changes.fills
    .filter(({ taker, maker }) => !maker.isMarketMaker && familyOf(taker) === familyOf(maker))
    .map(({ sequence, index }) => `18: fill ${sequence}-${index} is inside a family`);
}

/**
 * A transfer brings what left the one to the other, in what
 * was free, and the sums of the family are as they were.
 */
function wrongTransfer(
  families: Families,
  command: AccountTransfer,
  { outcome, changes }: Applied,
): string[] {
  if (!outcome.ok || changes.postings.length === 0) return [];
  count(families, command.direction);
  const violations: string[] = [];
  const moved = changes.postings.filter(({ kind }) => kind === 'transfer');
  const sum = moved.reduce((total, { amount }) => total + amount, 0n);
  if (sum !== command.amount) violations.push(`18: ${command.amount} was to move, and ${sum} did`);
  const ends = moved.flatMap(({ from, to }) => [from, to]);
  if (!ends.every((end) => isOfFamily(families, command, end)))
    violations.push('18: a transfer touched what is not free in its family');
  const { positions, lots } = changes;
  const [was, had] = [families.positions, families.lots];
  const grown = [
    positions.reduce((total, row) => total + row.quantity - (was.get(positionKey(row))?.quantity ?? 0n), 0n),
    positions.reduce((total, row) => total + row.cost - (was.get(positionKey(row))?.cost ?? 0n), 0n),
    lots
      .filter(({ kind }) => kind === 'shares')
      .reduce((total, row) => total + row.amountLeft - (had.get(lotKey(row))?.amountLeft ?? 0n), 0n),
  ];
  return grown.every((one) => one === 0n)
    ? violations
    : [...violations, `18: a transfer made ${grown} of nothing`];
}

function isOfFamily({ parents }: Families, command: AccountTransfer, end: LedgerAccount): boolean {
  if ('house' in end || end.bucket !== 'available' || end.wallet !== command.wallet) return false;
  const isSub = end.accountId === command.subAccountId && parents.get(end.accountId) === command.accountId;
  return isSub || end.accountId === command.accountId;
}

function strangers(families: Families, { changes }: Applied): string[] {
  return changes.orders
    .filter((order) => families.parents.has(order.accountId) && agentOf(order) === 'customer')
    .map(({ id }) => `18: order ${id} in a sub-account is nobody’s for whom it is`);
}

function count({ happened }: Families, what: string): void {
  happened[what] = (happened[what] ?? 0) + 1;
}

function positionKey({ accountId, instrumentId }: Position): string {
  return `${accountId} ${instrumentId}`;
}

function lotKey({ sequence, index }: Lot): string {
  return `${sequence} ${index}`;
}
