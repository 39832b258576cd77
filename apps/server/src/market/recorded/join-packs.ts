import { type PackBars, type PackManifest, readBars } from '#market/recorded/pack.ts';

/** A series in whole numbers of the scales given. */
export interface ScaledSeries {
  readonly bars: PackBars;
  readonly rows: number;
  readonly priceScale: number;
  readonly volumeScale: number;
}

export interface JoinedSeries extends ScaledSeries {
  /** The note on the join: how far the two cover the same time, and whether they agree there. */
  readonly note: string;
}

const PRICE_COLUMNS = ['open', 'high', 'low', 'close'] as const;

/** A pack and a second file of its series as one. Where both have a bar, the newer import's stands. */
export function joinSeries(folder: string, kept: PackManifest, added: ScaledSeries): JoinedSeries {
  const priceScale = Math.max(kept.priceScale, added.priceScale);
  const volumeScale = Math.max(kept.volumeScale, added.volumeScale);
  const before = rescaled({ ...kept, bars: readBars(folder, kept) }, { priceScale, volumeScale });
  const after = rescaled(added, { priceScale, volumeScale });
  const placeIn = new Map(Array.from(after.time, (time, place) => [time, place]));
  const overlap = Array.from(before.time, (time, place) => ({ time, place })).filter(({ time }) =>
    placeIn.has(time),
  );
  const differing = overlap.filter(({ time, place }) =>
    PRICE_COLUMNS.some((name) => before[name][place] !== after[name][placeIn.get(time) ?? 0]),
  );
  const rows = [
    ...Array.from(before.time, (time, place) => ({ time, place, of: before })).filter(
      ({ time }) => !placeIn.has(time),
    ),
    ...Array.from(after.time, (time, place) => ({ time, place, of: after })),
  ].sort((one, other) => one.time - other.time);
  const column = (name: keyof PackBars) => Float64Array.from(rows, ({ of, place }) => of[name][place] ?? 0);
  const bars = {
    time: column('time'),
    open: column('open'),
    high: column('high'),
    low: column('low'),
    close: column('close'),
    volume: column('volume'),
  };
  const note = [
    `joined to the ${kept.rows} rows of ${kept.sourceName}`,
    overlap.length === 0
      ? 'no overlap'
      : `overlap of ${overlap.length} rows from ${textOf(overlap[0]?.time)} to ${textOf(overlap.at(-1)?.time)}`,
    ...(differing.length === 0
      ? []
      : [`${differing.length} of them differ, first ${textOf(differing[0]?.time)}: this file's stand`]),
  ].join('; ');
  return { bars, rows: rows.length, priceScale, volumeScale, note };
}

function rescaled(
  series: ScaledSeries,
  to: { readonly priceScale: number; readonly volumeScale: number },
): PackBars {
  const prices = 10 ** (to.priceScale - series.priceScale);
  const volumes = 10 ** (to.volumeScale - series.volumeScale);
  const { time, open, high, low, close, volume } = series.bars;
  const times = (values: Float64Array, factor: number) => values.map((value) => value * factor);
  return {
    time,
    open: times(open, prices),
    high: times(high, prices),
    low: times(low, prices),
    close: times(close, prices),
    volume: times(volume, volumes),
  };
}

function textOf(time: number | undefined): string {
  return new Date(time ?? 0).toISOString().slice(0, 16).replace('T', ' ');
}
