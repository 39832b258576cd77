import { hash } from 'node:crypto';
import type { Outcome } from '@tarazu/core';
import { leafSecretOf } from '@tarazu/core/proof';
import { ByteText } from './byte-text.ts';
import { leafOf } from './hash-chain.ts';
import { outcomeText } from './outcome-text.ts';

/** A command as it is written in the journal. */
export interface JournalRow {
  readonly sequence: number;
  readonly atMs: number;
  readonly accountId: number | undefined;
  readonly clientId: string | undefined;
  readonly contentHash: string | undefined;
  readonly command: string;
  readonly marketMakerDepth: string;
  readonly outcome: Outcome;
}

/** The facts of a row while it is put together: one object for all, because a row is written in one go. */
const source = new ByteText();

/** The lines of `journal_batch.entries`, of one batch. JSON has no tab and no line end. */
export class JournalLines {
  readonly #text = new ByteText();

  /** Writes a row down and gives its leaf, which is `leafOf` the same. */
  add({
    sequence,
    atMs,
    accountId,
    clientId,
    contentHash,
    command,
    marketMakerDepth,
    outcome,
  }: JournalRow): string {
    source.clear();
    source
      .number(sequence)
      .text('\n')
      .number(atMs)
      .text('\n')
      .text(command)
      .text('\n')
      .text(marketMakerDepth);
    const outcomeAt = source.text('\n').length;
    const outcomeWritten = outcomeText(outcome);
    source.text(outcomeWritten);
    const leaf =
      leafSecretOf(command) === undefined
        ? hash('sha256', source.bytes(), 'hex')
        : leafOf({ sequence, atMs, command, marketMakerDepth, outcome: outcomeWritten });

    const text = this.#text;
    if (text.length > 0) text.text('\n');
    text.number(sequence).text('\t').number(atMs).text('\t');
    if (accountId !== undefined) text.number(accountId);
    text
      .text('\t')
      .text(clientId ?? '')
      .text('\t')
      .text(contentHash ?? '')
      .text('\t')
      .text(leaf);
    text.text('\t').text(command).text('\t').text(marketMakerDepth).text('\t').from(source, outcomeAt);
    return leaf;
  }

  /** As UTF-8, to be read before another row is added. */
  bytes(): Uint8Array {
    return this.#text.bytes();
  }
}
