import { setImmediate as nextTurn } from 'node:timers/promises';

interface Gathered<Answer> {
  readonly questions: Set<string>;
  readonly answers: Promise<ReadonlyMap<string, Answer>>;
}

/**
 * Questions of one turn of the event loop as one reading:
 * the busier a server is, the fewer readings each costs.
 */
export class ReadTogether<Answer> {
  readonly #read: (questions: readonly string[]) => Promise<ReadonlyMap<string, Answer>>;
  #gathered: Gathered<Answer> | undefined;

  constructor(read: (questions: readonly string[]) => Promise<ReadonlyMap<string, Answer>>) {
    this.#read = read;
  }

  /** Undefined where the reading found nothing. */
  async of(question: string): Promise<Answer | undefined> {
    this.#gathered ??= this.#gather();
    const { questions, answers } = this.#gathered;
    questions.add(question);
    return (await answers).get(question);
  }

  #gather(): Gathered<Answer> {
    const questions = new Set<string>();
    const answers = nextTurn().then(() => {
      this.#gathered = undefined;
      return this.#read([...questions]);
    });
    return { questions, answers };
  }
}
