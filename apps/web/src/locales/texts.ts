/** The sentences of one namespace in one language. */
export type Sentences = Readonly<Record<string, string>>;

/** What is put into the holes of a sentence: `Buy {quantity} {name}`. */
export type Holes = Readonly<Record<string, string | number>>;

export interface TextsParts {
  /** Brings a namespace of a language. */
  readonly load: (language: string, namespace: string) => Promise<Sentences>;
  /** A number as a language writes it; anything else as it is. */
  readonly write: (text: string) => string;
}

/**
 * The texts of the app: a namespace for each group of pages, brought with them in the language of the person. Both languages are complete (a
 * test holds them so), so no language falls back on another.
 */
export class Texts {
  readonly #parts: TextsParts;
  readonly #known = new Map<string, Sentences>();
  readonly #wanted = new Set<string>();
  readonly #listeners = new Set<() => void>();
  #language = '';
  /** The language that was asked for last: one that comes late does not take its place. */
  #wish = '';

  constructor(parts: TextsParts) {
    this.#parts = parts;
  }

  language = (): string => this.#language;

  onLanguage = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** What came with the app itself. */
  know(language: string, namespace: string, sentences: Sentences): void {
    this.#wanted.add(namespace);
    this.#known.set(`${language}/${namespace}`, sentences);
  }

  /** Brings namespaces before a page is drawn, so that no key is ever seen. */
  async load(namespaces: readonly string[]): Promise<void> {
    for (const namespace of namespaces) this.#wanted.add(namespace);
    await this.#bring(this.#language, namespaces);
  }

  /** Brings all that was ever wanted in the other language, then switches. */
  async change(language: string): Promise<void> {
    this.#wish = language;
    await this.#bring(language, [...this.#wanted]);
    if (language === this.#language || language !== this.#wish) return;
    this.#language = language;
    for (const listener of this.#listeners) listener();
  }

  /** A sentence with its holes filled. */
  say(namespace: string, key: string, holes: Holes = {}): string {
    const sentence = this.#known.get(`${this.#language}/${namespace}`)?.[key] ?? key;
    return sentence.replace(/\{(\w+)\}/g, (hole, name: string) => {
      const value = holes[name];
      return value === undefined ? hole : this.#parts.write(String(value));
    });
  }

  async #bring(language: string, namespaces: readonly string[]): Promise<void> {
    const missing = namespaces.filter((namespace) => !this.#known.has(`${language}/${namespace}`));
    await Promise.all(
      missing.map(async (namespace) =>
        this.know(language, namespace, await this.#parts.load(language, namespace)),
      ),
    );
  }
}
