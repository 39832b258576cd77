import type { AccountId } from '@tarazu/core/values';

/** Longer than this nobody needs to know: a page that asked so long ago asks again. */
const KNOWN_MS = 30_000;

/**
 * For how long nothing of an account has changed. A page asks its first questions while its stream is being
 * opened; an answer that nothing changed since it asked, it need not ask all of them twice.
 */
export class ChangeTracker {
  readonly #nowMs: () => number;
  readonly #changedAtMs = new Map<AccountId, number>();
  readonly #begunAtMs: number;

  /** The clock must never go back: lengths of time are given, not instants. */
  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
    this.#begunAtMs = nowMs();
  }

  changed(account: AccountId): void {
    this.#changedAtMs.set(account, this.#nowMs());
  }

  unchangedForMs(account: AccountId): number {
    const nowMs = this.#nowMs();
    // Before this process listened anything may have happened, and what happened long ago is forgotten.
    const knownFromMs = Math.max(this.#begunAtMs, nowMs - KNOWN_MS);
    return nowMs - Math.max(this.#changedAtMs.get(account) ?? 0, knownFromMs);
  }

  /** Lets go of what nobody will be sent. */
  forget(): void {
    const beforeMs = this.#nowMs() - KNOWN_MS;
    for (const [account, atMs] of this.#changedAtMs) if (atMs < beforeMs) this.#changedAtMs.delete(account);
  }
}
