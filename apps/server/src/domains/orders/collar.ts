import { formatDecimal, parseDecimal } from '@tarazu/core/values';
import { COIN_COLLAR } from '@tarazu/protocol';
import type { Listing, MarketPort, RefusalReply } from '#ports.ts';
import { productIn } from '#products/list.ts';

const TIMES = BigInt(COIN_COLLAR.times);

interface Priced {
  readonly price?: string | undefined;
  readonly triggerPrice?: string | undefined;
  readonly gtt?: boolean | undefined;
}

/**
 * Why a coin's price is too far from the last one; the lowest
 * price is rounded up to a whole step, the highest is one.
 */
export function outsideCollar(market: MarketPort, listing: Listing, sent: Priced): RefusalReply | undefined {
  if (productIn(listing)?.hasCollar !== true || sent.gtt) return undefined;
  const { priceScale, instrumentId } = listing;
  const last = parseDecimal(market.ticker(instrumentId).price, priceScale);
  if (last === undefined || last <= 0n) return undefined;
  const [low, high] = [(last + TIMES - 1n) / TIMES, last * TIMES];
  const isFar = (text: string | undefined): boolean => {
    const named = text === undefined ? undefined : parseDecimal(text, priceScale);
    return named !== undefined && named > 0n && (named < low || named > high);
  };
  const field = isFar(sent.price) ? 'price' : isFar(sent.triggerPrice) ? 'triggerPrice' : undefined;
  if (field === undefined) return undefined;
  const text = (price: bigint): string => formatDecimal(price, priceScale);
  return { key: 'PRICE_BAND', field, detail: { priceLow: text(low), priceHigh: text(high) } };
}
