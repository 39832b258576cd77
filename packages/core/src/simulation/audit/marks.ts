import type { MarkPrice } from '#model/mark-price.ts';
import type { Step } from '#simulation/audit/posted.ts';
import type { Tables } from '#simulation/tables.ts';

/** State of an auditor of marks: the newest of each instrument. */
export interface Marks {
  readonly newest: Map<string, MarkPrice>;
  readonly happened: Record<string, number>;
}

export function createMarks(base: Tables): Marks {
  return { newest: new Map(base.markPrices), happened: {} };
}

/**
 * 22: of a command's marks exactly those count that are newer than what was known and not of the future,
 * unless what was known is of the future by the sender's clock.
 */
export function checkMarks({ newest, happened }: Marks, { command, applied, atMs }: Step): string[] {
  const { markPrices } = applied.changes;
  if (command.type !== 'prices.mark')
    return markPrices.map((mark) => `22: ${command.type} marks ${mark.instrumentId}`);
  const isTaken = applied.outcome.ok;
  const nowMs = Math.min(command.clockAtMs ?? atMs, atMs);
  const counts = (mark: MarkPrice): boolean => {
    const known = newest.get(mark.instrumentId);
    if (isTaken && known !== undefined && known.atMs > nowMs) happened['mark of the future replaced'] = 1;
    return isNewer(known, mark) || (known !== undefined && known.atMs > nowMs);
  };
  const due = isTaken ? command.marks.filter(counts) : [];
  if (isTaken && due.length < command.marks.length) happened['mark too old'] = 1;
  if (due.length > 0) happened['marked'] = 1;
  const future = markPrices.filter((mark) => mark.atMs > nowMs);
  for (const mark of markPrices) newest.set(mark.instrumentId, mark);
  if (future[0]) return [`22: ${future[0].instrumentId} is marked by a price of the future`];
  const isSame = markPrices.length === due.length && due.every((mark, nth) => isEqual(mark, markPrices[nth]));
  return isSame
    ? []
    : [`22: of ${command.marks.length} marks ${markPrices.length} count, ${due.length} are newer`];
}

function isNewer(known: MarkPrice | undefined, mark: MarkPrice): boolean {
  return known === undefined || known.atMs < mark.atMs;
}

function isEqual(one: MarkPrice, other: MarkPrice | undefined): boolean {
  return (
    one.instrumentId === other?.instrumentId &&
    one.priceMark === other.priceMark &&
    one.priceIndex === other.priceIndex &&
    one.atMs === other.atMs
  );
}
