import { pairsOf, uncrossingOf } from '#matching/uncross.ts';
import { rankedLines, recordHash } from '#model/auction-record.ts';
import type { Fill } from '#model/order.ts';
import type { AuctionRecord } from '#model/outcome.ts';
import { linesOf } from '#proof/auction-check.ts';
import type { Step } from '#simulation/audit/posted.ts';
import { isOpenIn, type Swept } from '#simulation/audit/sweeps.ts';
import { assert } from '#values/index.ts';

/** Auctions that are written down or whose fills are under way, by book. */
export type Auctions = Map<string, RecordedAuction>;

/**
 * Record of an auction as far as it is written, which is whole before the first fill, and the fills so far.
 */
class RecordedAuction {
  readonly found: string[] = [];
  readonly #parts: AuctionRecord[] = [];
  #expected: readonly string[] | undefined;

  add(part: AuctionRecord): void {
    this.#parts.push(part);
    this.#expected = undefined;
  }

  get expected(): readonly string[] {
    this.#expected ??= derivedFills(this.#whole());
    return this.#expected;
  }

  get hash(): string {
    const record = this.#whole();
    return recordHash({ ...record, lines: rankedLines(record.lines) });
  }

  #whole(): AuctionRecord {
    const [first] = this.#parts;
    assert(first !== undefined, 'Condition: an auction that is known has a part');
    return { ...first, lines: this.#parts.map(({ lines }) => lines).join(';') };
  }
}

/**
 * 16: the fills of an auction follow from what it wrote
 * down, in however many steps, and each outcome seals that.
 */
export function checkAuctions(auctions: Auctions, swept: Swept, { applied }: Step): string[] {
  const { outcome, changes } = applied;
  const seals = outcome.ok && outcome.type === 'done' ? (outcome.auctions ?? []) : [];
  const violations: string[] = [];
  for (const part of changes.auctions) {
    const name = `${part.instrumentId} ${part.environment}`;
    const { sequence, begunSequence = sequence } = part;
    if (begunSequence === sequence) auctions.set(name, new RecordedAuction());
    const known = auctions.get(name);
    if (known) known.add(part);
    else violations.push(`16: a part of the record of ${name} comes before its beginning`);
  }
  for (const [name, auction] of auctions) {
    const [instrumentId, environment] = name.split(' ');
    const isOwn = (one: { readonly instrumentId: string; readonly environment: string }): boolean =>
      one.instrumentId === instrumentId && one.environment === environment;
    const own = changes.fills.filter(isOwn);
    const isUnderWay = [...swept.open.values()].some((sweep) => isOwn(sweep) && sweep.name === 'uncrossing');
    if (own.length === 0 && isUnderWay) continue;
    const { expected, found } = auction;
    const fills = own.slice(0, expected.length - found.length);
    for (const { price, quantity } of fills) found.push(`${price}×${quantity}`);
    if (fills.length > 0 && !seals.some((seal) => seal.hash === auction.hash))
      violations.push(`16: the record of ${name} is not sealed`);
    if (isUnderWay) continue;
    auctions.delete(name);
    if (found.join() !== expected.join())
      violations.push(`16: ${name} fills ${found.join()}, its record gives ${expected.join()}`);
  }
  return violations;
}

/**
 * Whether a fill is of an auction that was over before its command: it was written
 * down by then, or stood in line and is written down by the command of its first fills.
 */
export function isAuctionFill(
  { auctions, swept }: { readonly auctions: Auctions; readonly swept: Swept },
  { applied }: Pick<Step, 'applied'>,
  { instrumentId, environment, price }: Fill,
): boolean {
  const isOwn = (one: { readonly instrumentId: string; readonly environment: string }): boolean =>
    one.instrumentId === instrumentId && one.environment === environment;
  const known = auctions.get(`${instrumentId} ${environment}`)?.expected;
  const record = isOpenIn(swept, { instrumentId, environment }, 'uncrossing')
    ? applied.changes.auctions.find(isOwn)
    : undefined;
  const expected = known ?? (record ? derivedFills(record) : []);
  return expected.some((one) => one.startsWith(`${price}×`));
}

function derivedFills(record: AuctionRecord): string[] {
  const lines = linesOf(rankedLines(record.lines));
  const found = uncrossingOf(lines, record);
  const pairs = found ? pairsOf(lines, found) : [];
  return pairs
    .filter(({ buy, sell }) => !(buy.isMarketMaker && sell.isMarketMaker))
    .map(({ quantity }) => `${found?.price}×${quantity}`);
}
