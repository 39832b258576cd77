import type { Venue } from '@tarazu/core';
import * as z from 'zod/mini';
import type { Reference } from '#market/reference/reference.ts';
import type { TapeStore } from '#market/tape/tape-store.ts';
import type { EnginePort } from '#ports.ts';
import { isVenueOfDays, VENUES } from '#products/list.ts';

/** The fields that are read again of a command that was sent: the rest is only compared. */
const sentSchema = z.object({
  session: z.optional(z.object({ venue: z.enum(VENUES), state: z.string(), tradingDay: z.string() })),
  marketKey: z.optional(z.object({ key: z.optional(z.string()) })),
});

type Session = NonNullable<z.infer<typeof sentSchema>['session']>;

/** Facts of the world that the engine was sent, so that only news is sent, also after a restart. */
export class SyncedFacts {
  readonly #engine: Pick<EnginePort, 'submit'>;
  readonly #store: Pick<TapeStore, 'setStates'>;
  readonly #onRefused: (error: Error) => void;
  /** Each command as text, by the name of its fact. */
  #sent = new Map<string, string>();
  #last: Promise<void> = Promise.resolve();

  /** @param onRefused is given what the engine did not take. */
  constructor(
    engine: Pick<EnginePort, 'submit'>,
    store: Pick<TapeStore, 'setStates'>,
    onRefused: (error: Error) => void,
  ) {
    this.#engine = engine;
    this.#store = store;
    this.#onRefused = onRefused;
  }

  restore(state: ReadonlyMap<string, string>): void {
    this.#sent = new Map(state);
  }

  /** Whether something was sent under this name. */
  has(key: string): boolean {
    return this.#sent.has(key);
  }

  /** Whether the day's key itself was sent under this name, and not its hash alone. */
  hasDayKey(key: string): boolean {
    const text = this.#sent.get(key);
    return text !== undefined && readSent(text).marketKey?.key !== undefined;
  }

  /** Sends what differs from what was sent last, in one batch and in turn; refused parts are sent again. */
  send(references: readonly Reference[]): Promise<void> {
    const send = () => this.#send(references);
    const sent = this.#last.then(send, send);
    this.#last = sent;
    return sent;
  }

  async #send(references: readonly Reference[]): Promise<void> {
    const news = references
      .map(({ key, command }) => ({ key, command, text: textOf(command) }))
      .filter(({ key, text }) => this.#sent.get(key) !== text);
    if (news.length === 0) return;
    // The day ends before what holds for the next one begins.
    const ends = news.flatMap(({ key, text }) => venueThatEnds(this.#sent.get(key), text) ?? []);
    const ending = ends.map((venue) => this.#endSession(venue));
    const sending = news.map(async (one) => ({ ...one, ...(await this.#engine.submit(one.command)) }));
    const [answers, endRefused] = await Promise.all([Promise.all(sending), Promise.all(ending)]);
    const taken = answers.filter(({ outcome }) => outcome.ok);
    await this.#store.setStates(taken.map(({ key, text }) => ({ key, value: text })));
    for (const { key, text } of taken) this.#sent.set(key, text);
    const refused = answers.flatMap(({ key, outcome }) =>
      outcome.ok ? [] : [`${key}: ${outcome.refusal.code}`],
    );
    const all = [...endRefused.flat(), ...refused];
    if (all.length > 0) this.#onRefused(new Error(`The engine refused what holds today: ${all.join(', ')}`));
  }

  /** The engine's due work asks again after a refusal, as long as orders of the day are left. */
  async #endSession(venue: Venue): Promise<string[]> {
    const { outcome } = await this.#engine.submit({ type: 'session.end', venue });
    return outcome.ok ? [] : [`session.end: ${outcome.refusal.code}`];
  }
}

function textOf(command: Reference['command']): string {
  return JSON.stringify(command, (_, value) => (typeof value === 'bigint' ? value.toString() : value));
}

function readSent(text: string): z.infer<typeof sentSchema> {
  return sentSchema.parse(JSON.parse(text));
}

/** Venue whose day orders end by this change, at its close or with the exchange's day; undefined for none. */
function venueThatEnds(before: string | undefined, after: string): Venue | undefined {
  if (before === undefined) return undefined;
  const was = sessionOfDays(before);
  const is = sessionOfDays(after);
  if (was === undefined || is === undefined || was.state !== 'open') return undefined;
  return is.state === 'closed' || was.tradingDay !== is.tradingDay ? is.venue : undefined;
}

/** The session of a venue that has hours, where a command sent one. */
function sessionOfDays(text: string): Session | undefined {
  const { session } = readSent(text);
  return session && isVenueOfDays(session.venue) ? session : undefined;
}
