import { productAt } from '#products/list.ts';

export function symbolOf(instrumentId: string): string {
  return instrumentId.slice(instrumentId.indexOf(':') + 1);
}

/** The page that shows an instrument whole. */
export function instrumentHref(instrument: { instrumentId: string; kind?: string | undefined }): string {
  const query = `?instrumentId=${encodeURIComponent(instrument.instrumentId)}`;
  if (instrument.kind === 'index') return `/pages/stock/index${query}`;
  return `${productAt(instrument.instrumentId).pages.chart}${query}`;
}

/** Where what an account has of an instrument stands. */
export function positionsHref(instrumentId: string): string {
  return `/pages/tabbar/position?tab=${productAt(instrumentId).positionsTab}`;
}

/** The ticket page of an instrument's own side. */
export function ticketHref(instrumentId: string, side: 'buy' | 'sell'): string {
  const query = `?instrumentId=${encodeURIComponent(instrumentId)}&side=${side}`;
  return `${productAt(instrumentId).pages.ticket}${query}`;
}
