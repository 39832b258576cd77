import { assert } from '@tarazu/core/values';
import type { CONSOLE_OPERATIONS, OutputOf, RefusalKey, StaffRole } from '@tarazu/protocol';
import type { SpooledFile } from '#gateway/upload/spool.ts';
import type { Queryable } from '#platform/database/pool.ts';
import type { Reply, StaffSession } from '#ports.ts';

type WireOpened = OutputOf<(typeof CONSOLE_OPERATIONS)['consoleOpen']>;
export type RuleChange = NonNullable<WireOpened['changes']>[number];
export type TextPreview = NonNullable<WireOpened['previews']>[number];

/**
 * The one seam by which a domain puts something before people: it registers a queue, and the console lists,
 * opens and decides without knowing what it is. Who may do it, whether it is their own account, whether a
 * second person is needed, the staff log and repeated calls are checked before the domain is asked.
 */
export interface StaffQueue {
  /** One word, such as `chat`; the console has its title and those of its acts and reasons. */
  readonly name: string;
  /** Roles that work here, beside auditors, who read every queue. */
  readonly roles: readonly StaffRole[];
  readonly acts: readonly QueueAct[];
  count(on: Queryable): Promise<QueueCount>;
  /**
   * Oldest first of what waits, latest first of what is
   * done; one row more than a page tells that more follow.
   */
  list(on: Queryable, page: QueuePage): Promise<readonly QueueRow[]>;
  /** The same as long as nothing changed: who approves an act is held to what was shown. */
  open(on: Queryable, id: string): Promise<QueueItem | undefined>;
  /** The first person who opens a thing that waits, and works here, takes it. */
  readonly isTakenByOpening?: true;
  /** Called in the transaction with the new owner's public number; undefined where nobody has it. */
  owned?(on: Queryable, id: string, staff: string | undefined): Promise<void>;
  /**
   * One picture of a thing as JPEG, after the look stands in the
   * staff log; undefined where it is gone or its key is lost.
   */
  picture?(on: Queryable, id: string, name: string): Promise<Buffer | undefined>;
  readonly masked?: QueueMasked;
  /** Things about a customer that are not decided yet: they see what was done to these only afterwards. */
  undecided?(on: Queryable, loginId: number): Promise<readonly string[]>;
}

/** Facts that are shown masked, and may be seen whole, one at a time, for a reason that the log keeps. */
export interface QueueMasked {
  readonly reasons: readonly string[];
  /** Undefined for what is not there, or not kept. */
  reveal(on: Queryable, id: string, fact: string): Promise<string | undefined>;
}

export interface QueueCount {
  readonly waiting: number;
  readonly oldestAtMs: number | undefined;
}

export interface QueuePage {
  readonly show: 'waiting' | 'done';
  /** These alone: what somebody has taken. */
  readonly ids?: readonly string[] | undefined;
  /** The customer's number, or words of the title. */
  readonly search: string | undefined;
  readonly after: QueueCursor | undefined;
  readonly limit: number;
}

export interface QueueCursor {
  readonly atMs: number;
  readonly id: string;
}

export interface QueueRow {
  readonly id: string;
  /** The customer it is about; undefined where it is about none. */
  readonly loginId: number | undefined;
  readonly userId: string | undefined;
  readonly title: string;
  readonly state: string;
  readonly isWaiting: boolean;
  /** Since when it waits, or when it was decided. */
  readonly atMs: number;
}

/** The customer of a row, in a queue whose rows are all about one. */
export function customerOf({ loginId }: Pick<QueueRow, 'loginId'>): number {
  assert(loginId !== undefined, 'Condition: this queue is about customers');
  return loginId;
}

export interface QueueFact {
  readonly name: string;
  readonly value: string;
  /** `codes`: words of a list, with commas between, that the console has texts for. */
  readonly kind: 'text' | 'instant' | 'phone' | 'order' | 'codes' | 'masked';
}

/** A picture that may be looked at, one at a time. */
export interface QueuePicture {
  readonly name: string;
  /** Pixels as it was sent. */
  readonly width: number;
  readonly height: number;
}

export interface QueueMessage {
  readonly id: string;
  readonly author: 'customer' | 'staff' | 'helper';
  readonly name?: string;
  readonly text: string;
  readonly atMs: number;
  readonly note?: string;
}

export interface QueueItem {
  readonly row: QueueRow;
  readonly facts: readonly QueueFact[];
  readonly messages: readonly QueueMessage[];
  readonly pictures?: readonly QueuePicture[];
  /** Values that a change of a rule changes. */
  readonly changes?: readonly RuleChange[];
  /** A text as its readers will see it, once in each language. */
  readonly previews?: readonly TextPreview[];
  /** Acts that it has in its state; where absent, all that waiting or being done allows. */
  readonly actsNow?: readonly string[];
  /** Hash of what is decided about, in hexadecimal: the log binds each act to it. */
  readonly contentHash?: string;
  /** Public number of the person of staff about whose own act it is: somebody else decides. */
  readonly ownDecisionOf?: string | undefined;
}

export interface QueueAct {
  readonly name: string;
  /** Narrower than those of the queue, where only some of them may. */
  readonly roles?: readonly StaffRole[];
  /** Two: it happens when a second person wants the same of the same, within a day. */
  readonly people: 1 | 2;
  /** Done to nothing but what was seen, also by one person. */
  readonly needsSeen?: true;
  /** Password and code of the authenticator are given with it again, so that an open screen is not enough. */
  readonly needsProof?: true;
  /** Codes to choose from; empty where the act needs none. */
  readonly reasons: readonly string[];
  /** Several reasons may be given at once. */
  readonly takesSeveral?: true;
  /** Words that go to the customer. */
  readonly takesText: boolean;
  /** A picture that goes to the customer beside the words. */
  readonly picture?: ActPictures;
  /** Done by the one whose own act it is alone: taking it back. */
  readonly isForOwner?: true;
  /** May be done also to what does not wait any more. */
  readonly isForDone: boolean;
  /**
   * Does it inside the staff log's transaction, which a refusal
   * takes back; a command has the item's name, to happen once.
   */
  run(decision: QueueDecision): Promise<RefusalKey | undefined>;
  /** After the commit: messages and the stream. */
  done?(decision: Omit<QueueDecision, 'on'>): Promise<void>;
}

/** How an act takes a picture: made ready before the act, removed again where the act was not done. */
export interface ActPictures {
  hash(file: SpooledFile): Promise<string>;
  take(
    file: SpooledFile,
    by: { readonly staffId: number; readonly nowMs: number },
  ): Promise<Reply<ActPicture>>;
  remove(picture: ActPicture): Promise<void>;
}

/** A picture that is written and not yet part of anything. */
export interface ActPicture {
  readonly pictureId: string;
  /** Bytes as it was sent. */
  readonly bytes: number;
  /** Bytes as it is kept. */
  readonly storedBytes: number;
  readonly width: number;
  readonly height: number;
}

export interface QueueDecision {
  readonly on: Queryable;
  readonly row: QueueRow;
  readonly staff: StaffSession;
  /** The reason; several with commas between, in the order of the act. */
  readonly reason: string | undefined;
  readonly reasons: readonly string[];
  readonly text: string | undefined;
  readonly picture: ActPicture | undefined;
  /** Of the thing as it was opened for this decision. */
  readonly contentHash: string | undefined;
  readonly nowMs: number;
}
