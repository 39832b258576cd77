import { hexOf, textBytes } from '#hash/bytes.ts';
import { sha256 } from '#hash/sha256.ts';
import type { AuctionEntry } from '#matching/uncross.ts';
import type { Environment, InstrumentId, OrderId, Price } from '#values/index.ts';

/**
 * Record of an auction when it ended, without names: from it anybody can derive the price and who filled. The
 * hash in the command's outcome binds it to the signed log.
 */
export interface AuctionRecord {
  readonly sequence: number;
  /**
   * Command that wrote the record's first lines, where it is written in parts, each with the lines of one
   * command; absent where one command wrote all of them.
   */
  readonly begunSequence?: number;
  readonly instrumentId: InstrumentId;
  readonly environment: Environment;
  readonly referencePrice: Price;
  readonly tickSize: Price;
  /**
   * `side,price,quantity,priority,kind` for each line, by priority, with `;` between; newer ones
   * (`rankedLines`) have ranks, as a priority tells whose an order is, and the order's id.
   */
  readonly lines: string;
}

/** The part of a record that the outcome tells. */
export interface AuctionSeal {
  readonly instrumentId: InstrumentId;
  readonly environment: Environment;
  readonly hash: string;
}

/** An entry of an auction, and whether it is the market maker's. */
export interface RecordedEntry extends AuctionEntry {
  readonly isMarketMaker: boolean;
  /** Of a customer, where ids are written down. */
  readonly orderId?: OrderId | undefined;
}

/** Entries of the same command keep the order in which they were collected. */
export function linesText(entries: readonly RecordedEntry[]): string {
  return inRecordOrder(entries).map(lineText).join(';');
}

/** The order in which entries are written down. */
function inRecordOrder<Entry extends RecordedEntry>(entries: readonly Entry[]): Entry[] {
  return [...entries].sort((one, other) => one.priority - other.priority);
}

export function lineText({
  side,
  price,
  quantity,
  priority,
  isMarket,
  isMarketMaker,
}: RecordedEntry): string {
  const kind = isMarketMaker ? 'house' : isMarket ? 'market' : 'limit';
  return `${side},${price},${quantity},${priority},${kind}`;
}

/** A line as it is kept: with the order's id, which is neither hashed nor told. */
export function storedLineText(entry: RecordedEntry): string {
  return entry.orderId === undefined ? lineText(entry) : `${lineText(entry)},${entry.orderId}`;
}

/**
 * The id of each line's order; undefined for the market
 * maker. Replay before `auctionOrders`: always undefined.
 */
export function orderIdsOf(lines: string): (string | undefined)[] {
  return lines.split(';').map((line) => line.split(',')[5]);
}

/** The lines with a rank, from 1, in the place of each priority. */
export function rankedLines(lines: string): string {
  return lines
    .split(';')
    .map((line, place) => {
      const [side, price, quantity, , kind] = line.split(',');
      return [side, price, quantity, place + 1, kind].join(',');
    })
    .join(';');
}

export function sealOf(record: Omit<AuctionRecord, 'sequence'>): AuctionSeal {
  const { instrumentId, environment } = record;
  return { instrumentId, environment, hash: recordHash(record) };
}

/** The hash of a record: of its text, and nothing that a restart could change. */
export function recordHash(record: {
  readonly instrumentId: string;
  readonly environment: string;
  readonly referencePrice: Price | string;
  readonly tickSize: Price | string;
  readonly lines: string;
}): string {
  return hexOf(sha256(textBytes(`${headText(record)}${record.lines}`)));
}

/** Text before the lines where they are hashed. */
export function headText(record: {
  readonly instrumentId: string;
  readonly environment: string;
  readonly referencePrice: Price | string;
  readonly tickSize: Price | string;
}): string {
  const { instrumentId, environment, referencePrice, tickSize } = record;
  return `${instrumentId}\n${environment}\n${referencePrice}\n${tickSize}\n`;
}
