/** One answer for all who ask for the same while it is being made. */
export class AskedTogether<Answer> {
  readonly #making = new Map<string, Promise<Answer>>();

  /** Whether somebody who asks now joins those who wait. */
  isAsked(question: string): boolean {
    return this.#making.has(question);
  }

  of(question: string, make: () => Promise<Answer>): Promise<Answer> {
    const known = this.#making.get(question);
    if (known !== undefined) return known;
    const made = make().finally(() => this.#making.delete(question));
    this.#making.set(question, made);
    return made;
  }
}
