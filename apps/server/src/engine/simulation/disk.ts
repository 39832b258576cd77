import type { Random } from '@tarazu/core/simulation';

/** The promises of a disk, each of which can be taken away from it. */
export interface DiskRules {
  /** A sync puts everything written before it on the platter. */
  readonly syncs: boolean;
}

/** A log file on a disk that loses power: of writes since the last sync any may be there, even in part. */
export class Disk {
  readonly #rules: DiskRules;
  readonly #synced: string[] = [];
  #written: string[] = [];

  constructor(rules: DiskRules) {
    this.#rules = rules;
  }

  append(record: string): void {
    this.#written.push(record);
  }

  /** Takes back what was written last and not synced: the file has to end before it. */
  undo(): void {
    this.#written.pop();
  }

  sync(): void {
    if (!this.#rules.syncs) return;
    this.#synced.push(...this.#written);
    this.#written = [];
  }

  get hasUnsynced(): boolean {
    return this.#written.length > 0;
  }

  /** Records that will be there whatever happens. */
  get syncedCount(): number {
    return this.#synced.length;
  }

  /** Power is lost. */
  crash(random: Random): void {
    for (const record of this.#written) this.#synced.push(whatSurvives(record, random));
    this.#written = [];
  }

  /** All records as they stand in the file, damaged ones included. */
  read(): readonly string[] {
    return [...this.#synced, ...this.#written];
  }

  /** Cuts the file off after so many records, for good. */
  truncate(records: number): void {
    this.#synced.length = Math.min(records, this.#synced.length);
    this.#written = [];
  }
}

function whatSurvives(record: string, random: Random): string {
  const roll = random.below(4);
  if (roll === 0) return record;
  if (roll === 1) return '';
  const from = random.below(record.length);
  // Torn: a beginning, or all but a page in the middle, which reads as what stood there before.
  return roll === 2
    ? record.slice(0, from)
    : `${record.slice(0, from)}${'0'.repeat(Math.min(512, record.length - from))}${record.slice(from + 512)}`;
}
