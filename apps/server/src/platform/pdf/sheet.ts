/** A document before it is printed: its heading, its table, what stands below. */
export interface PdfSheet {
  readonly title: string;
  readonly about: readonly string[];
  readonly columns: readonly PdfColumn[];
  readonly rows: readonly (readonly string[])[];
  readonly below: readonly (readonly [label: string, value: string])[];
  /** At the foot of each page, before its number. */
  readonly footer: string;
}

export interface PdfColumn {
  readonly name: string;
  /** The part of the width, against those of the others. */
  readonly width: number;
  /** Set at the right of its column, and never cut. */
  readonly isNumber?: boolean | undefined;
}
