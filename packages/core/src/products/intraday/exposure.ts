import { inKeyOrder } from '#ledger/holdings.ts';
import type { ExposureRules } from '#products/exposure.ts';
import { judgeByLoss } from '#products/exposure.ts';
import { amount } from '#values/index.ts';

/** Positions within the day, with their margins, which are holds of their own. */
export const intradayExposure: ExposureRules = {
  rows: 'intraday',
  open: (holdings, scalesOf) =>
    inKeyOrder(holdings.intraday).flatMap(([, { row }]) => {
      if (row.quantity === 0n) return [];
      const { instrumentId, quantity, value } = row;
      const { quoteAsset: assetId } = scalesOf(instrumentId);
      const margin = Array.from(holdings.holds.values(), (hold) => hold.row)
        .filter(({ ownerKind, ownerId }) => ownerKind === 'margin' && ownerId === instrumentId)
        .reduce((sum, hold) => sum + hold.amount, 0n);
      const behind = { wallet: 'stock', assetId, margin: amount(margin) } as const;
      return [{ instrumentId, quantity, valueEntry: value, ...behind }];
    }),
  judge: judgeByLoss,
};
