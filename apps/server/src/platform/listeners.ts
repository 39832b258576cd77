/** Listeners of one kind of news, called in the order in which they came. */
export class Listeners<News extends readonly unknown[]> {
  readonly #all = new Set<(...news: News) => void>();

  /** Gives back how to stop listening; one that is added twice hears twice. */
  add(listener: (...news: News) => void): () => void {
    const own = (...news: News): void => listener(...news);
    this.#all.add(own);
    return () => this.#all.delete(own);
  }

  publish(...news: News): void {
    for (const listener of this.#all) listener(...news);
  }
}
