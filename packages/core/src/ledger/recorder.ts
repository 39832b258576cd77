import type { Cell } from '#ledger/cells.ts';
import type { AuctionRecord } from '#model/auction-record.ts';
import type { Instrument, LastPrice } from '#model/instrument.ts';
import type { AccountRow, Entitlement, IntradayPosition, Lot, Position, Posting } from '#model/ledger.ts';
import type { Fill, Order } from '#model/order.ts';
import type { Sweep } from '#model/sweep.ts';
import { RULES_VERSION } from '#rules-version.ts';
import type { InstantMs } from '#values/index.ts';

/** A row that is replaced, never edited, so that a row handed out stays what it was. */
export interface Tracked<Row> {
  row: Row;
  stamp: number;
}

/** Collects what one command changes, while it changes it: nothing is compared or copied afterwards. */
export interface Recorder {
  /** Differs from command to command, refused ones included. */
  readonly stamp: number;
  readonly sequence: number;
  readonly atMs: InstantMs;
  /** Which of `RULE_CHANGES` hold for the command. */
  readonly rulesVersion: number;
  readonly postings: Posting[];
  readonly cells: Cell[];
  readonly orders: Tracked<Order>[];
  readonly lots: Tracked<Lot>[];
  readonly positions: Tracked<Position>[];
  readonly intraday: Tracked<IntradayPosition>[];
  readonly entitlements: Tracked<Entitlement>[];
  readonly accounts: Tracked<AccountRow>[];
  readonly fills: Fill[];
  readonly instruments: Instrument[];
  readonly lastPrices: LastPrice[];
  readonly auctions: AuctionRecord[];
  /** By their keys. */
  readonly sweeps: Map<string, Sweep>;
  /** The next lot's place within the command, and the next sweep's. */
  lotIndex: number;
  sweepsOpened: number;
}

export function createRecorder(command: {
  stamp: number;
  sequence: number;
  atMs: InstantMs;
  rulesVersion?: number | undefined;
}): Recorder {
  return {
    stamp: command.stamp,
    sequence: command.sequence,
    atMs: command.atMs,
    rulesVersion: command.rulesVersion ?? RULES_VERSION,
    postings: [],
    cells: [],
    orders: [],
    lots: [],
    positions: [],
    intraday: [],
    entitlements: [],
    accounts: [],
    fills: [],
    instruments: [],
    lastPrices: [],
    auctions: [],
    sweeps: new Map(),
    lotIndex: 0,
    sweepsOpened: 0,
  };
}

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
