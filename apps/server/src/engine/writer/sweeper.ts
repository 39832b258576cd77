import type { Command, Sweep } from '@tarazu/core';
import type { Answer } from '#ports.ts';

export interface SweeperParts {
  readonly submit: (command: Command) => Promise<Answer>;
  /** The sweeps that are open now, as far as commands were applied. */
  readonly open: () => readonly Sweep[];
  /** Called at every step, and once more when nothing is open any more. */
  readonly onProgress: (open: readonly Sweep[]) => void;
  /**
   * A step was not taken: it is asked for again when something
   * else becomes durable, or time has made something due.
   */
  readonly onFailed: (error: unknown) => void;
}

/**
 * Carries open sweeps on: one step after the other, each an ordinary command
 * behind those that came before it, so that everybody else gets on between
 * two. It keeps nothing itself: what is left to do stands in the state.
 */
export class Sweeper {
  readonly #parts: SweeperParts;
  #isRunning = false;

  constructor(parts: SweeperParts) {
    this.#parts = parts;
  }

  /** Something may have been opened. */
  wake(): void {
    if (this.#isRunning || this.#parts.open().length === 0) return;
    this.#isRunning = true;
    void this.#run().finally(() => {
      this.#isRunning = false;
    });
  }

  async #run(): Promise<void> {
    const { submit, open, onProgress, onFailed } = this.#parts;
    try {
      for (let left = open(); left.length > 0; left = open()) {
        onProgress(left);
        await submit({ type: 'sweep.step' });
      }
      onProgress([]);
    } catch (error) {
      onFailed(error);
    }
  }
}
