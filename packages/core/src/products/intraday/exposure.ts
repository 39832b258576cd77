import { type Holdings, inKeyOrder } from '#ledger/holdings.ts';
import { holdFor } from '#ledger/holds.ts';
import type { IntradayPosition } from '#model/rows/intraday-rows.ts';
import { type ExposureRules, judgeByLoss, type OpenExposure, type QuoteAssets } from '#products/exposure.ts';
import { marginKey } from '#products/intraday/margin.ts';

/** Positions within the day, with their margins, which are holds of their own. */
export const intradayExposure: ExposureRules = {
  rows: 'intraday',
  open: (holdings, scalesOf) =>
    inKeyOrder(holdings.intraday).flatMap(([, { row }]) => openOf(holdings, row, scalesOf) ?? []),
  openIn(holdings, instrumentId, scalesOf) {
    const row = holdings.intraday.get(instrumentId)?.row;
    return row && openOf(holdings, row, scalesOf);
  },
  judge: judgeByLoss,
};

/** Undefined of a position that was closed. */
function openOf(
  holdings: Holdings,
  { instrumentId, quantity, value }: IntradayPosition,
  scalesOf: QuoteAssets,
): OpenExposure | undefined {
  if (quantity === 0n) return undefined;
  const { quoteAsset: assetId } = scalesOf(instrumentId);
  const margin = holdFor(holdings, marginKey(instrumentId, assetId)).amount();
  return { instrumentId, quantity, valueEntry: value, wallet: 'stock', assetId, margin };
}
