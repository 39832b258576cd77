import type { Form, FormDocument, Language } from '@tarazu/protocol';

/**
 * A rule that holds for everybody, as data with dates. Each version is a document of the family's form, which
 * is published before it holds and never edited: a change is another version with a later day.
 */
export interface RuleFamily<Row extends DatedRow = DatedRow> {
  /** One word, such as `stockCharges`; screens have its title by it. */
  readonly name: string;
  /** Section of docs/rules.md that explains it. */
  readonly section: string;
  /** Beginning of the names of its versions. */
  readonly prefix: string;
  readonly form: Form;
  /** Whether the parts of a document fit each other; a sentence where they do not. */
  readonly problem?: (document: FormDocument) => string | undefined;
  /** The row that code decides by, made of a document that has passed. */
  readonly rowOf: (document: FormDocument, dated: DatedRow) => Row;
  /** Versions that came with the program, oldest first. */
  readonly seeds: readonly RuleSeed[];
}

export interface DatedRow {
  readonly version: string;
  readonly effectiveFromMs: number;
}

export interface RuleSeed {
  readonly version: string;
  /** From 00:00 of this day on, in India. */
  readonly effectiveFrom: string;
  readonly source: RuleSource;
  readonly document: FormDocument;
}

/** Where a rule comes from: the law, circular or custom behind it, or who decided it. */
export type RuleSource = Readonly<Record<Language, string>>;

export interface RuleVersion extends DatedRow {
  readonly effectiveFrom: string;
  readonly document: FormDocument;
  readonly source: RuleSource;
  readonly publishedAtMs: number;
  /** Numbers of the two people of staff who published it; none where it came with the program. */
  readonly staff: readonly string[];
}

/** The published rules with dates, for those who go by them. */
export interface RulesPort {
  /** The row of a family that holds at an instant. */
  at<Row extends DatedRow>(family: RuleFamily<Row>, atMs: number): Row;
}

/** Declares a family and keeps the type of its rows, each of which is made once. */
export function family<Row extends DatedRow>(record: RuleFamily<Row>): RuleFamily<Row> {
  const made = new WeakMap<FormDocument, Row>();
  return {
    ...record,
    rowOf: (document, dated) => made.getOrInsertComputed(document, () => record.rowOf(document, dated)),
  };
}
