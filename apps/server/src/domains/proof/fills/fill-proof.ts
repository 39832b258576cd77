import type { EndProof, FillProof, LogHead, LogProof } from '@tarazu/core/proof';
import type { EndsOf } from '#domains/proof/fills/auction-opening.ts';
import { LogWays } from '#domains/proof/fills/log-ways.ts';
import { type FillPlace, type OpenedRows, Openings } from '#domains/proof/fills/opening.ts';
import { OpeningStore } from '#domains/proof/fills/opening-store.ts';
import type { Asker } from '#domains/proof/fills/readable-row.ts';
import { LogStore } from '#domains/proof/log/log-store.ts';
import type { Queryable } from '#platform/database/pool.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';

/** Makes the whole way of a fill: its opening, the rows that bind it, and the log that binds the rows. */
export class FillProofs {
  readonly #openings: Openings;
  readonly #rows: OpeningStore;
  readonly #store: LogStore;
  readonly #ways: LogWays;

  constructor(options: { readonly database: Queryable; readonly secrets: Secrets; readonly endsOf: EndsOf }) {
    const { database, secrets, endsOf } = options;
    this.#openings = new Openings(database, secrets, endsOf);
    this.#rows = new OpeningStore(database);
    this.#store = new LogStore(database);
    this.#ways = new LogWays(this.#store, secrets);
  }

  /** Undefined for a fill that is not the asker's, and for a head that was never signed here. */
  async proof(
    asker: Asker,
    asked: { readonly fill: FillPlace; readonly from?: bigint | undefined },
  ): Promise<FillProof | 'noFill' | 'noHead'> {
    const from = asked.from === undefined ? undefined : await this.#store.head(asked.from);
    if (asked.from !== undefined && from === undefined) return 'noHead';
    const rows = await this.#openings.withRows(asker, asked.fill);
    if (rows === undefined) return 'noFill';
    const head = await this.#store.last();
    return { ...rows, ...(head && { log: await this.#log(rows, { head, from }) }) };
  }

  /** How the log binds what was published of a day, with the newest head. */
  async ofDay(tradingDay: string): Promise<{ head: LogHead; proof: EndProof } | undefined> {
    const [day, head] = await Promise.all([this.#rows.day(tradingDay), this.#store.last()]);
    const proof = day && head && (await this.#ways.ofDay(day, { head, leafHashOf: this.#leafHashOf }));
    return head && proof && { head, proof };
  }

  async #log(
    { opening, order, rules }: OpenedRows,
    { head, from }: { readonly head: LogHead; readonly from: LogHead | undefined },
  ): Promise<LogProof> {
    const entries = [opening.entry, order, rules].filter(
      ({ sequence }, at, all) =>
        sequence <= head.sequence && all.findIndex((one) => one.sequence === sequence) === at,
    );
    const day = opening.auction?.end && (await this.#rows.day(opening.auction.end.tradingDay));
    const end = day && (await this.#ways.ofDay(day, { head, leafHashOf: this.#leafHashOf }));
    return {
      head,
      rows: await this.#ways.rows(entries, head),
      ...(from &&
        from.sequence <= head.sequence && {
          continues: { from, path: await this.#ways.continues(from.sequence, head) },
        }),
      ...(end && { end }),
    };
  }

  readonly #leafHashOf = async (sequence: number): Promise<string> => {
    const leaf = (await this.#rows.leaves([sequence])).get(sequence);
    if (leaf === undefined) throw new Error(`Invariant: row ${sequence} of the journal is kept`);
    return leaf.toString('hex');
  };
}
