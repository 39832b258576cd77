import { accountSweepsOf, type Command, exposedInstruments, exposureIn, forecastOrders } from '@tarazu/core';
import { scheduledSweep } from '#engine/writer/sweeps/scheduled-sweeps.ts';
import { submitSwept } from '#engine/writer/sweeps/swept.ts';
import type { Listeners } from '#platform/listeners.ts';
import type { Answer, EngineEvent, EnginePort } from '#ports.ts';
import type { EngineOptions } from './options.ts';
import type { SystemRefusals } from './system-refusals.ts';
import type { CommandQueue, Room, Waiting } from './writer/command-queue.ts';
import { loadAnswers } from './writer/load.ts';
import type { DurableBooks } from './writer/publish.ts';
import { EngineUnavailable } from './writer/unavailable.ts';
import type { OpenEpoch, WriterEpochs } from './writer-epochs.ts';

export interface CommandPortParts {
  readonly options: Pick<EngineOptions, 'clock'>;
  readonly epochs: WriterEpochs;
  readonly queue: CommandQueue;
  readonly books: DurableBooks;
  readonly events: Listeners<[events: readonly EngineEvent[]]>;
  readonly refusals: Pick<SystemRefusals, 'note'>;
}

/** Nobody waits for the market maker's commands: those that an epoch leaves unanswered are quoted again. */
const nobody = (): void => undefined;

/** The way of the rooms of the server into the writer's queue, and of what became durable back to them. */
export class CommandPort implements EnginePort {
  readonly #parts: CommandPortParts;

  constructor(parts: CommandPortParts) {
    this.#parts = parts;
  }

  submit: EnginePort['submit'] = (command: Command) =>
    this.#put<Answer>((resolve, reject) => ({ command, resolve, reject, arrivedAt: performance.now() }));

  check: EnginePort['check'] = (orders) =>
    this.#put((resolve, reject) => ({
      command: orders,
      resolve: () => undefined,
      reject,
      arrivedAt: performance.now(),
      look: (state, atMs) => resolve(forecastOrders(state, orders, atMs)),
    }));

  #put<Result>(
    waitingOf: (resolve: (result: Result) => void, reject: Waiting['reject']) => Waiting,
  ): Promise<Result> {
    const { epochs, queue } = this.#parts;
    const open = epochs.open();
    if (!open) return Promise.reject(new EngineUnavailable('UNAVAILABLE'));
    return new Promise((resolve, reject) => {
      if (queue.add(waitingOf(resolve, reject))) open.writer.wake();
      else reject(new EngineUnavailable('OVERLOADED'));
    });
  }

  marketMaker: EnginePort['marketMaker'] = (commands, onRefused) => {
    const { epochs, queue, refusals } = this.#parts;
    const open = epochs.open();
    if (!open) return;
    const arrivedAt = performance.now();
    for (const command of commands) {
      const resolve = ({ outcome }: Answer): void => {
        if (!outcome.ok) onRefused?.(command, outcome.refusal.code);
      };
      if (queue.add({ command, resolve, reject: nobody, arrivedAt })) continue;
      refusals.note(command, { code: 'OVERLOADED' });
      onRefused?.(command, 'OVERLOADED');
    }
    open.writer.wake();
  };

  sweep: EnginePort['sweep'] = async (begin) => {
    const { options } = this.#parts;
    const { submit, onEvents, onState } = this;
    const open = () => {
      const now = this.#open();
      return now ? accountSweepsOf(now.writerEpoch.memory.state) : [];
    };
    if (typeof begin === 'object') return submitSwept({ submit, onEvents, onState, open }, begin);
    const writerEpoch = this.#open()?.writerEpoch;
    if (!writerEpoch) throw new EngineUnavailable('UNAVAILABLE');
    const command = await scheduledSweep(writerEpoch.database.reading, begin, options.clock.nowMs());
    return command && submitSwept({ submit, onEvents, onState, open }, command);
  };

  answerOf: EnginePort['answerOf'] = async (accountId, clientId) => {
    const open = this.#parts.epochs.open();
    if (!open) throw new EngineUnavailable('UNAVAILABLE');
    const [found] = await loadAnswers(open.writerEpoch.database.reading, [{ accountId, clientId }]);
    return found && { ...found.first.answer, duplicate: true };
  };

  book: EnginePort['book'] = (instrumentId, environment, levels) =>
    this.#parts.books.view({ instrumentId, environment }, levels);

  queue: EnginePort['queue'] = (order) => this.#open()?.writer.placeOf(order);

  instrumentOf: EnginePort['instrumentOf'] = (order) => this.#open()?.writer.instrumentOf(order);

  exposed: EnginePort['exposed'] = () => {
    const open = this.#open();
    return open ? exposedInstruments(open.writerEpoch.memory.state) : [];
  };

  exposure: EnginePort['exposure'] = (of) => {
    const open = this.#open();
    return open && exposureIn(open.writerEpoch.memory.state, of);
  };

  onEvents: EnginePort['onEvents'] = (listener) => this.#parts.events.add(listener);

  onState: EnginePort['onState'] = (listener) => this.#parts.epochs.onState(listener);

  /** Commands that wait for a batch at this moment, by whose room they take. */
  waiting(): Readonly<Record<Room, number>> {
    return this.#parts.queue.waiting;
  }

  #open(): OpenEpoch | undefined {
    return this.#parts.epochs.open();
  }
}
