import type { Reference } from '#market/reference/reference.ts';
import type { TapeStore } from '#market/tape/tape-store.ts';
import type { EnginePort } from '#ports.ts';

/** What the engine was told of the world, so that only news is sent, also after a restart. */
export class Told {
  readonly #engine: EnginePort;
  readonly #store: TapeStore;
  #texts = new Map<string, string>();
  #last: Promise<void> = Promise.resolve();

  constructor(engine: EnginePort, store: TapeStore) {
    this.#engine = engine;
    this.#store = store;
  }

  restore(state: ReadonlyMap<string, string>): void {
    this.#texts = new Map(state);
  }

  /** Whether something was told under this name. */
  knows(key: string): boolean {
    return this.#texts.has(key);
  }

  /** Whether what was told last under this name has a secret in it. */
  holds(key: string, field: 'key'): boolean {
    return this.#texts.get(key)?.includes(`"${field}":`) === true;
  }

  /** Sends what differs from what was sent last, all in one batch, and remembers it. In turn: nothing is sent twice, such as a day's end. */
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
    const sent = ends ? [this.#engine.submit({ type: 'session.end', venue: 'NSE_SIM' })] : [];
    for (const { command } of news) sent.push(this.#engine.submit(command));
    await Promise.all(sent);
    await this.#store.setStates(news.map(({ key, text }) => ({ key, value: text })));
    for (const { key, text } of news) this.#texts.set(key, text);
  }
}

function textOf(command: Reference['command']): string {
  return JSON.stringify(command, (_, value) => (typeof value === 'bigint' ? value.toString() : value));
}

/** Day orders end when the venue closes, or, on a market that never closes, with the exchange's day. */
function endsSession(before: string | undefined, after: string): boolean {
  if (before === undefined) return false;
  const read = (text: string): { state: string; tradingDay: string } | undefined => JSON.parse(text).session;
  const was = read(before);
  const is = read(after);
  if (was === undefined || is === undefined || !before.includes('NSE_SIM')) return false;
  return was.state === 'open' && (is.state === 'closed' || was.tradingDay !== is.tradingDay);
}
