import { ChevronDown } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from '#locales/i18n.ts';
import { Icon } from '#ui/icon.tsx';
import { changeChart, chartSettingsSlice } from './chart-settings.ts';
import type { LegendEntry } from './engine/legend.ts';
import { type MountedChart, useCompared } from './use-chart.ts';

export interface ChartLegendProps {
  chart: Pick<MountedChart, 'handle' | 'isReady'>;
  instrumentId: string;
  /** All in one line, where there is width and no height to give away. */
  isRow: boolean;
}

const ROW_PX = 18;

/**
 * The candle's prices and the lines' figures, above the candles in a room of their own; folded, the candles
 * have it. The picture says the same in a sentence, and the table in numbers: this is for the eye.
 */
export function ChartLegend({ chart, instrumentId, isRow }: ChartLegendProps) {
  const { isLegendFolded, overlays, kind } = chartSettingsSlice.use();
  const isCompared = useCompared(instrumentId) !== '';
  const entries = useLegend(chart);
  // As many as there will be, so that nothing moves when they come.
  const rows = 1 + overlays.length + (kind === 'heikinAshi' ? 1 : 0) + (isCompared ? 1 : 0);
  const room = isRow ? 'h-6 items-center gap-x-4' : 'min-h-11 flex-col justify-center';
  return (
    <>
      <FoldButton />
      {!isLegendFolded && (
        <div
          aria-hidden="true"
          data-legend
          className={`flex shrink-0 overflow-hidden pr-2 pl-10 text-small ${room}`}
          style={isRow ? {} : { minHeight: rows * ROW_PX }}
        >
          {entries.map(({ id, label, values }) => (
            <p
              key={id}
              className={`number flex gap-x-2 leading-4.5 font-medium text-muted ${isRow ? 'truncate' : 'flex-wrap'}`}
            >
              {label !== '' && <span>{label}</span>}
              {values.map(({ text, color }, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: figures have their place and nothing else.
                <span key={place} style={{ color }}>
                  {text}
                </span>
              ))}
            </p>
          ))}
        </div>
      )}
    </>
  );
}

function useLegend({ handle, isReady }: ChartLegendProps['chart']): readonly LegendEntry[] {
  const [entries, setEntries] = useState<readonly LegendEntry[]>([]);
  useEffect(() => (isReady ? handle.current?.onLegend(setEntries) : undefined), [handle, isReady]);
  return entries;
}

function FoldButton() {
  const { t } = useTranslation('market');
  const { isLegendFolded } = chartSettingsSlice.use();
  return (
    <button
      type="button"
      aria-expanded={!isLegendFolded}
      aria-label={t('legend')}
      onClick={() => changeChart({ isLegendFolded: !isLegendFolded })}
      className="absolute top-0 left-0 z-10 grid size-11 place-items-start pl-2 text-muted"
    >
      <span className="grid size-6 place-items-center rounded-chip bg-sunken">
        <Icon icon={ChevronDown} size={16} className={isLegendFolded ? '-rotate-90' : ''} />
      </span>
    </button>
  );
}
