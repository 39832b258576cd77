/** Listeners of one kind of news. */
export class Listeners<News extends readonly unknown[]> {
  readonly #all = new Set<(...news: News) => void>();

  /** Gives back how to stop listening. */
  add(listener: (...news: News) => void): () => void {
    this.#all.add(listener);
    return () => this.#all.delete(listener);
  }

  tell(...news: News): void {
    for (const listener of this.#all) listener(...news);
  }
}
