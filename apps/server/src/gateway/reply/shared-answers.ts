import type { Operation } from '@tarazu/protocol';
import type { GatewayCall } from '#gateway/call.ts';
import type { RenderedReply } from '#gateway/reply/reply.ts';
import { type SharedText, sharedTextOf } from '#gateway/reply/shared-text.ts';

const STORED_BYTES_MAX = 32 * 1_048_576;
const KEPT_MAX = 2_000;
/** Of one question: whoever comes then is refused at once rather than late. */
const WAITING_MAX = 500;
const TOLD_A_TURN = 16;
/** A question in more words is nobody else's. */
const QUESTION_LENGTH_MAX = 512;

/** A caller who waits for an answer that somebody else has asked for. */
export interface Sharer {
  isWanted(): boolean;
  answer(rendered: RenderedReply): void;
  /** The answer as bytes that are there already. */
  send(text: SharedText): void;
}

interface Kept {
  readonly text: SharedText;
  readonly untilMs: number;
}

export interface SharedAnswersOptions {
  /** So long one answer serves all who ask the same. */
  readonly freshMs: number;
  /** The clock that measures freshness; for tests another one. */
  readonly monotonicMs?: () => number;
  readonly cachedBytesMax?: number;
}

/**
 * Answers to what anybody may ask, for all who ask it at a time: a hundred visitors who look at one chart in
 * the same quarter of a second are one call on the thread on which orders are matched, and one text. Bounded
 * in number and bytes; refusals serve those who waited for them and nobody later.
 */
export class SharedAnswers {
  readonly #freshMs: number;
  readonly #monotonicMs: () => number;
  readonly #cachedBytesMax: number;
  readonly #asked = new Map<string, Sharer[]>();
  /** In the order in which they were made, so that those that are no longer fresh come first. */
  readonly #cached = new Map<string, Kept>();
  #cachedBytes = 0;
  #sweeping: NodeJS.Timeout | undefined;

  constructor({ freshMs, monotonicMs, cachedBytesMax = STORED_BYTES_MAX }: SharedAnswersOptions) {
    this.#freshMs = freshMs;
    this.#monotonicMs = monotonicMs ?? (() => performance.now());
    this.#cachedBytesMax = cachedBytesMax;
  }

  get cachedBytes(): number {
    return this.#cachedBytes;
  }

  /** The answer to a question, while it is fresh. */
  fresh(question: string): SharedText | undefined {
    const kept = this.#cached.get(question);
    return kept !== undefined && this.#monotonicMs() < kept.untilMs ? kept.text : undefined;
  }

  /**
   * Takes part in a question that waits for its answer. `asks`:
   * it is the first, and must ask; `refused`: too many wait.
   */
  wait(question: string, sharer: Sharer): 'asks' | 'waits' | 'refused' {
    const waiting = this.#asked.get(question);
    if (waiting === undefined) this.#asked.set(question, [sharer]);
    else if (waiting.length >= WAITING_MAX) return 'refused';
    else waiting.push(sharer);
    return waiting === undefined ? 'asks' : 'waits';
  }

  /** Whether anybody still waits; a question that nobody waits for is forgotten. */
  isWanted(question: string): boolean {
    const isWanted = this.#asked.get(question)?.some((one) => one.isWanted()) ?? false;
    if (!isWanted) this.#asked.delete(question);
    return isWanted;
  }

  /** All who wait have the answer, each with the number of its own request. */
  answer(question: string, { rendered, requestId }: { rendered: RenderedReply; requestId: string }): void {
    const waiting = this.#asked.get(question) ?? [];
    this.#asked.delete(question);
    const text = rendered.status === 200 ? sharedTextOf(rendered.body, requestId) : undefined;
    if (text !== undefined) this.#keep(question, text);
    tell(waiting, (one) => (text === undefined ? one.answer(rendered) : one.send(text)));
  }

  stop(): void {
    clearTimeout(this.#sweeping);
    this.#sweeping = undefined;
    for (const question of [...this.#cached.keys()]) this.#forget(question);
  }

  #keep(question: string, text: SharedText): void {
    this.#forget(question);
    this.#cached.set(question, { text, untilMs: this.#monotonicMs() + this.#freshMs });
    this.#cachedBytes += text.head.length;
    this.#sweep();
  }

  /** Forgets what is no longer fresh, and the oldest of what is too much. */
  #sweep(): void {
    const nowMs = this.#monotonicMs();
    for (const [question, { untilMs }] of this.#cached) {
      if (nowMs < untilMs && this.#cachedBytes <= this.#cachedBytesMax && this.#cached.size <= KEPT_MAX)
        break;
      this.#forget(question);
    }
    clearTimeout(this.#sweeping);
    this.#sweeping =
      this.#cached.size === 0 ? undefined : setTimeout(() => this.#sweep(), this.#freshMs).unref();
  }

  #forget(question: string): void {
    this.#cachedBytes -= this.#cached.get(question)?.text.head.length ?? 0;
    this.#cached.delete(question);
  }
}

/** Tells some at a turn, so that an order that comes meanwhile does not wait until all have been told. */
function tell(waiting: readonly Sharer[], one: (sharer: Sharer) => void): void {
  for (const sharer of waiting.slice(0, TOLD_A_TURN)) one(sharer);
  if (waiting.length > TOLD_A_TURN) setImmediate(() => tell(waiting.slice(TOLD_A_TURN), one));
}

/** Whether a caller's answer is shared: everybody's, or that of those without a session. */
export function isSharedWith(sharedBy: Operation['sharedBy'], token: unknown): boolean {
  return sharedBy === 'all' || (sharedBy === 'visitors' && token === undefined);
}

/**
 * Names what a call asks, for one whose answer others may have; undefined for what is answered to it alone.
 */
export function questionOf(
  sharedBy: Operation['sharedBy'],
  { operation, language, token, formText, queryText }: GatewayCall,
): string | undefined {
  if (!isSharedWith(sharedBy, token) || formText.length + queryText.length > QUESTION_LENGTH_MAX)
    return undefined;
  return [operation, language, queryText, formText].join('\n');
}
