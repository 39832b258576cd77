import type { Cell } from '#ledger/cells.ts';
import type { Posting, PostingCause, Wallet } from '#model/ledger.ts';
import type { Changes } from '#model/outcome.ts';
import { type AccountRowName, isTracked, ROW_NAMES, type RowName, type RowOf } from '#model/rows/kinds.ts';
import { compiled } from '#model/rows/row-kind.ts';
import type { Sweep } from '#model/sweep.ts';
import { RULES_VERSION } from '#rules-version.ts';
import { type AccountId, type Amount, type InstantMs, instantMs } from '#values/index.ts';

/** A row that is replaced, never edited, so that a row handed out stays what it was. */
export interface Tracked<Row> {
  row: Row;
  stamp: number;
}

/** A part of a loss that its owner's available money did not cover. */
export interface UncoveredLoss {
  readonly accountId: AccountId;
  readonly amount: Amount;
  /** Wallet whose money covers it. */
  readonly wallet: Wallet;
  /** Ledger account to which it is owed. */
  readonly to: Cell;
  readonly cause: PostingCause;
  /** Paid by the house ledger in that command: an order that owed it has ended without as much. */
  readonly paidBySequence?: number;
}

/** Kinds whose rows an account keeps, each recorded once however often a command replaces it. */
type TrackedName = AccountRowName | 'accounts';

/** The rows that a command changes, by kind. */
type RecordedRows = {
  readonly [Name in Exclude<RowName, 'sweeps'>]: Name extends TrackedName
    ? Tracked<RowOf<Name>>[]
    : RowOf<Name>[];
};

/** Collects what one command changes, while it changes it: nothing is compared or copied afterwards. */
export interface Recorder extends RecordedRows {
  /** Differs from command to command, refused ones included. */
  readonly stamp: number;
  readonly sequence: number;
  readonly atMs: InstantMs;
  /** Which of `RULE_CHANGES` hold for the command. */
  readonly rulesVersion: number;
  readonly postings: Posting[];
  readonly cells: Cell[];
  /** Losses of customers beyond what was available to them, in the order in which they came. */
  readonly losses: UncoveredLoss[];
  /** By their keys, because a command may move one on many times. */
  readonly sweeps: Map<string, Sweep>;
  /** The next lot's place within the command, and the next sweep's. */
  lotIndex: number;
  sweepsOpened: number;
  /** Ends of brackets that the command has ordered so far. */
  bracketEnds: number;
}

/** The command whose changes are collected; without a version the rules of now hold. */
interface RecordedCommand {
  readonly stamp: number;
  readonly sequence: number;
  readonly atMs: InstantMs;
  readonly rulesVersion?: number | undefined;
}

/** The kinds that a command collects in lists. */
const LISTED = ROW_NAMES.filter((name) => name !== 'sweeps');

export const createRecorder = compiled<(command: RecordedCommand) => Recorder>(
  `({ stamp, sequence, atMs, rulesVersion = current }) => ({
    stamp, sequence, atMs, rulesVersion, postings: [], cells: [], sweeps: new Map(), lotIndex: 0, sweepsOpened: 0, bracketEnds: 0, losses: [],
    ${LISTED.map((name) => `${name}: []`).join(', ')}
  })`,
  { current: RULES_VERSION },
);

/** Of the kinds of rows a command changes two or three: the lists of the others are one and the same. */
const NONE: readonly never[] = Object.freeze([]);

/** The rows as the command left them. */
export const changesOf = compiled<(recorder: Recorder) => Changes>(
  `(recorder) => ({ postings: recorder.postings, balances: recorder.cells.map(balanceOf), sweeps: sweepsOf(recorder), ${LISTED.map(
    (name) => `${name}: ${isTracked(name) ? `rowsOf(recorder.${name})` : `recorder.${name}`}`,
  ).join(', ')} })`,
  { balanceOf, rowsOf, sweepsOf },
);

function balanceOf({ environment, account, assetId, amount }: Cell) {
  return { environment, account, assetId, amount };
}

/** One that was over within its command leaves no row. */
function sweepsOf({ sweeps, sequence }: Recorder): readonly Sweep[] {
  if (sweeps.size === 0) return NONE;
  return [...sweeps.values()].filter((one) => one.endedAtMs === undefined || one.sequence < sequence);
}

function rowsOf<Row>(tracked: readonly Tracked<Row>[]): readonly Row[] {
  return tracked.length === 0 ? NONE : tracked.map(({ row }) => row);
}

/** Changes of a command that is refused. */
export const NO_CHANGES = changesOf(createRecorder({ stamp: 0, sequence: 0, atMs: instantMs(0) }));

/** A row that no command has touched yet. */
export function track<Row>(row: Row): Tracked<Row> {
  return { row, stamp: 0 };
}

/** Replaces a row and lists it once among the command's changes. */
export function replaceRow<Row>(
  change: { recorder: Recorder; list: Tracked<Row>[] },
  tracked: Tracked<Row>,
  row: Row,
): void {
  tracked.row = row;
  if (tracked.stamp === change.recorder.stamp) return;
  tracked.stamp = change.recorder.stamp;
  change.list.push(tracked);
}
