import type { IncomingMessage } from 'node:http';
import type { Notice } from '#gateway/origin/notice.ts';
import { isProxiedHere } from '#gateway/origin/request-guard.ts';

const TEXT =
  'A proxy on this machine hands calls on and TRUST_PROXY is 0: callers are not told apart and limits by address do not apply. Set TRUST_PROXY=1.';

/**
 * Notices a proxy in front of which nobody was told, and says so once in the log and from then on in health.
 */
export class UntrustedProxy {
  readonly #isTrusted: boolean;
  readonly #onNotice: (notice: Notice) => void;
  #isThere = false;

  constructor(options: { readonly trustedProxies: number; readonly onNotice: (notice: Notice) => void }) {
    this.#isTrusted = options.trustedProxies > 0;
    this.#onNotice = options.onNotice;
  }

  look(request: Pick<IncomingMessage, 'headers' | 'socket'>): void {
    if (this.#isTrusted || this.#isThere || !isProxiedHere(request)) return;
    this.#isThere = true;
    this.#onNotice({ level: 'warn', text: TEXT });
  }

  /** A line of health; none while there is nothing to say. */
  get check(): Readonly<Record<string, string>> {
    return this.#isThere ? { proxy: TEXT } : {};
  }
}
