import { pairsOf, uncrossingOf } from '#matching/uncross.ts';
import { sealOf } from '#model/auction-record.ts';
import type { AuctionRecord } from '#model/outcome.ts';
import { linesOf } from '#proof/auction-check.ts';
import type { Step } from '#simulation/posted.ts';

/** 16: the fills of an auction follow from what it wrote down, and the outcome seals that. */
export function checkAuctions({ applied }: Step): string[] {
  const { outcome, changes } = applied;
  const seals = outcome.ok && outcome.type === 'done' ? (outcome.auctions ?? []) : [];
  return changes.auctions.flatMap((record) => {
    const name = `${record.instrumentId} ${record.environment}`;
    const fills = changes.fills.filter(
      ({ instrumentId, environment }) => `${instrumentId} ${environment}` === name,
    );
    const expected = derivedFills(record);
    const found = fills.slice(0, expected.length).map(({ price, quantity }) => `${price}×${quantity}`);
    const isSealed = seals.some(({ hash }) => hash === sealOf(record).hash);
    return [
      ...(found.join() === expected.join()
        ? []
        : [`16: ${name} fills ${found.join()}, its record gives ${expected.join()}`]),
      ...(isSealed ? [] : [`16: the record of ${name} is not sealed`]),
    ];
  });
}

function derivedFills(record: AuctionRecord): string[] {
  const lines = linesOf(record.lines);
  const found = uncrossingOf(lines, record);
  const pairs = found ? pairsOf(lines, found) : [];
  return pairs
    .filter(({ buy, sell }) => !(buy.isMarketMaker && sell.isMarketMaker))
    .map(({ quantity }) => `${found?.price}×${quantity}`);
}
