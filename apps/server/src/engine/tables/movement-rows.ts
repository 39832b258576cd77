import type { LedgerAccount, Posting } from '@tarazu/core';
import type { Environment, InstantMs } from '@tarazu/core/values';
import { ByteText } from '#engine/journal/byte-text.ts';
import type { MovementRow } from './writer-rows.ts';

/**
 * The postings of one command as rows of `movement`: one for
 * each account, or each pair of accounts, that they concern.
 */
export function movementRows(
  postings: readonly Posting[],
  { sequence, atMs }: { readonly sequence: number; readonly atMs: InstantMs },
): MovementRow[] {
  const rows: Part[] = [];
  for (let index = 0; index < postings.length; index += 1) {
    const posting = postings[index];
    if (posting === undefined) continue;
    const from = accountOf(posting.from);
    const to = accountOf(posting.to);
    const accountId = from > 0 ? from : to;
    const otherAccountId = from > 0 && to !== from ? to : 0;
    const row = partOf(rows, accountId, otherAccountId);
    if (row) row.indexes.push(index);
    else rows.push({ accountId, otherAccountId, environment: posting.environment, indexes: [index] });
  }
  return rows.map(({ environment, accountId, otherAccountId, indexes }, part) => ({
    sequence,
    part,
    atMs,
    environment,
    accountId,
    otherAccountId,
    postings: postingLines(postings, indexes),
  }));
}

/** The postings of one account, or of one and another. */
interface Part {
  readonly environment: Environment;
  readonly accountId: number;
  readonly otherAccountId: number;
  /** Which of the command's postings. */
  readonly indexes: number[];
}

/** A loop, because a function for each posting to look with is more to collect than the part itself. */
function partOf(rows: readonly Part[], accountId: number, otherAccountId: number): Part | undefined {
  for (const row of rows)
    if (row.accountId === accountId && row.otherAccountId === otherAccountId) return row;
  return undefined;
}

/** The house ledger is account 0. */
function accountOf(account: LedgerAccount): number {
  return 'house' in account ? 0 : account.accountId;
}

/** One for all, because the lines of a row are written in one go. */
const lines = new ByteText();

function postingLines(postings: readonly Posting[], indexes: readonly number[]): string {
  lines.clear();
  for (const index of indexes) {
    const posting = postings[index];
    if (posting === undefined) continue;
    if (lines.length > 0) lines.text('\n');
    writePosting(posting, index);
  }
  return lines.toString();
}

function writePosting(posting: Posting, index: number): void {
  const { from, to, assetId, amount, kind, chargeName, orderId, fillIndex, ruleVersion } = posting;
  const { balanceFrom, balanceTo } = posting;
  lines.number(index);
  writeLedgerAccount(from);
  writeLedgerAccount(to);
  lines.text('\t').text(assetId).text('\t').bigint(amount).text('\t').text(kind);
  lines
    .text('\t')
    .text(chargeName ?? '')
    .text('\t');
  if (orderId !== undefined) lines.number(orderId);
  lines.text('\t');
  if (fillIndex !== undefined) lines.number(fillIndex);
  lines
    .text('\t')
    .text(ruleVersion ?? '')
    .text('\t');
  if (!('house' in from)) lines.bigint(balanceFrom);
  lines.text('\t');
  if (!('house' in to)) lines.bigint(balanceTo);
}

/** A ledger account as three columns. */
function writeLedgerAccount(account: LedgerAccount): void {
  lines.text('\t').number(accountOf(account)).text('\t');
  if ('house' in account) lines.text('house\t').text(account.house);
  else lines.text(account.wallet).text('\t').text(account.bucket);
}
