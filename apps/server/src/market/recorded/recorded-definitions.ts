import {
  amount,
  assetId,
  COIN_SCALE,
  greatestOf,
  instrumentId,
  leastOf,
  price,
  quantity,
  RUPEE_SCALE,
} from '@tarazu/core/values';
import { coinListings } from '#market/catalogue/coins.ts';
import { stockProtection } from '#market/catalogue/definitions.ts';
import type { PackManifest } from '#market/recorded/pack.ts';
import type { IndexDefinition, InstrumentDefinition } from '#market/source.ts';
import { dayOf, dayText } from '#platform/time/days.ts';
import { delivery } from '#products/delivery/delivery.ts';
import { knownProductIn, productIn, tradesAlways } from '#products/list.ts';

/** Assets that accounts hold: a series quoted in another one can be imported and read, not traded. */
const tradedQuotes = ['INR', 'USDT'];

export function isTraded(manifest: PackManifest): boolean {
  return manifest.kind !== 'index' && tradedQuotes.includes(manifest.quoteAsset);
}

export function recordedId(manifest: PackManifest): string {
  return `${(productIn(manifest) ?? delivery).venues[0]}:${manifest.symbol}`;
}

export function baseScaleOf(manifest: PackManifest): number {
  return tradesAlways(manifest) ? COIN_SCALE : 0;
}

export function quoteScaleOf(manifest: PackManifest): number {
  return manifest.quoteAsset === 'INR' ? RUPEE_SCALE : COIN_SCALE;
}

function describe(packs: readonly PackManifest[]): string {
  const from = leastOf(packs.map((pack) => pack.fromMs));
  const last = greatestOf(packs.map((pack) => pack.lastMs));
  const main = packs[0];
  const quoted =
    main === undefined || main.recordedQuote === main.quoteAsset ? '' : ` in ${main.recordedQuote}`;
  return `Recorded prices${quoted}, ${dayText(dayOf(from, 'UTC'))} to ${dayText(dayOf(last, 'UTC'))}.`;
}

/** Protection by the border between cheap shares and others, in rupees, or as the catalogue has the coin. */
function protectionOf({ kind, quoteAsset, baseAsset, priceScale }: PackManifest) {
  const isCoin = tradesAlways({ kind });
  if (!isCoin && quoteAsset === 'INR') return stockProtection(priceScale);
  const known = coinListings.find(({ asset }) => isCoin && asset === baseAsset);
  return { protectionBps: known?.protectionBps ?? 100 };
}

export function recordedInstrument(packs: readonly PackManifest[], main: PackManifest): InstrumentDefinition {
  const product = knownProductIn(main);
  const baseScale = baseScaleOf(main);
  const inRupees = main.quoteAsset === 'INR';
  const lotSize = quantity(10n ** BigInt(Math.max(0, baseScale - Math.min(5, main.volumeScale))));
  const quoteUnit = 10n ** BigInt(quoteScaleOf(main));
  return {
    id: instrumentId(recordedId(main)),
    kind: product.offer.kind,
    venue: product.venues[0],
    symbol: main.symbol,
    name: main.symbol,
    description: describe(packs),
    hasDerivatives: false,
    baseAsset: assetId(main.baseAsset),
    quoteAsset: assetId(main.quoteAsset),
    quoteIsCoin: !inRupees,
    priceScale: main.priceScale,
    baseScale,
    quoteScale: quoteScaleOf(main),
    tickSize: price(BigInt(main.tickSize)),
    lotSize,
    quantityMin: lotSize,
    quantityMax: quantity(tradesAlways(main) ? lotSize * 100_000_000n : 100_000n),
    valueMin: amount((inRupees ? 100n : 5n) * quoteUnit),
    valueMax: amount((inRupees ? 50_000_000n : 5_000_000n) * quoteUnit),
    ...protectionOf(main),
    lockDays: tradesAlways(main) ? 0 : 1,
  };
}

export function recordedIndex(packs: readonly PackManifest[], main: PackManifest): IndexDefinition {
  return {
    id: instrumentId(recordedId(main)),
    venue: delivery.venues[0],
    symbol: main.symbol,
    name: main.symbol,
    description: describe(packs),
    priceScale: main.priceScale,
    members: [],
  };
}
