import type { Venue } from '@tarazu/core';
import type { Reference } from '#market/reference/reference.ts';
import type { TapeStore } from '#market/tape/tape-store.ts';
import type { EnginePort } from '#ports.ts';
import { isVenueOfDays } from '#products/list.ts';

/** What the engine was sent of the world, so that only news is sent, also after a restart. */
export class Told {
  readonly #engine: EnginePort;
  readonly #store: TapeStore;
  readonly #onRefused: (error: Error) => void;
  #texts = new Map<string, string>();
  #last: Promise<void> = Promise.resolve();

  /** @param onRefused is given what the engine did not take. */
  constructor(engine: EnginePort, store: TapeStore, onRefused: (error: Error) => void) {
    this.#engine = engine;
    this.#store = store;
    this.#onRefused = onRefused;
  }

  restore(state: ReadonlyMap<string, string>): void {
    this.#texts = new Map(state);
  }

  /** Whether something was sent under this name. */
  knows(key: string): boolean {
    return this.#texts.has(key);
  }

  /** Whether what was sent last under this name has a secret in it. */
  holds(key: string, field: 'key'): boolean {
    return this.#texts.get(key)?.includes(`"${field}":`) === true;
  }

  /**
   * Sends what differs from what was sent last, all in one batch, and remembers it. In turn: nothing is sent
   * twice, such as a day's end. What is refused is not remembered and so is sent again.
   */
  tell(references: readonly Reference[]): Promise<void> {
    const send = () => this.#send(references);
    const sent = this.#last.then(send, send);
    this.#last = sent;
    return sent;
  }

  async #send(references: readonly Reference[]): Promise<void> {
    const news = references
      .map(({ key, command }) => ({ key, command, text: textOf(command) }))
      .filter(({ key, text }) => this.#texts.get(key) !== text);
    if (news.length === 0) return;
    const ends = news.some(({ key, text }) => endsSession(this.#texts.get(key), text));
    // The day ends before what holds for the next one begins.
    const ending = ends ? this.#engine.submit({ type: 'session.end', venue: 'NSE_SIM' }) : undefined;
    const sent = news.map(async (one) => ({ ...one, ...(await this.#engine.submit(one.command)) }));
    const [answers] = await Promise.all([Promise.all(sent), ending]);
    const taken = answers.filter(({ outcome }) => outcome.ok);
    await this.#store.setStates(taken.map(({ key, text }) => ({ key, value: text })));
    for (const { key, text } of taken) this.#texts.set(key, text);
    const refused = answers.flatMap(({ key, outcome }) =>
      outcome.ok ? [] : `${key}: ${outcome.refusal.code}`,
    );
    if (refused.length > 0)
      this.#onRefused(new Error(`The engine refused what holds today: ${refused.join(', ')}`));
  }
}

function textOf(command: Reference['command']): string {
  return JSON.stringify(command, (_, value) => (typeof value === 'bigint' ? value.toString() : value));
}

/** Day orders end when the venue closes, or, on a market that never closes, with the exchange's day. */
function endsSession(before: string | undefined, after: string): boolean {
  if (before === undefined) return false;
  const read = (text: string): { venue: Venue; state: string; tradingDay: string } | undefined =>
    JSON.parse(text).session;
  const was = read(before);
  const is = read(after);
  if (was === undefined || is === undefined || !isVenueOfDays(was.venue)) return false;
  return was.state === 'open' && (is.state === 'closed' || was.tradingDay !== is.tradingDay);
}
