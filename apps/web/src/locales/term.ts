import type english from './en-US/glossary.ts';

type NameOf<Key> = Key extends `term_${infer Name}` ? Name : never;

/** A term that the catalogue `glossary` explains. */
export type Term = NameOf<keyof typeof english>;
