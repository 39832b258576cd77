import type { CandleInterval } from '@tarazu/protocol';
import {
  ChartCandlestick,
  ChartLine,
  ChevronsRight,
  type LucideIcon,
  Maximize,
  PencilLine,
  Share2,
  Table2,
} from 'lucide-react';
import { useTranslation } from '#locales/i18n.ts';
import { Chips } from '#ui/fields/choice.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { INTERVALS } from './intervals.ts';

/** The layers that buttons of the bar open. */
export type ChartLayer = 'none' | 'look' | 'indicators' | 'draw' | 'table' | 'full';

export interface ChartBarProps {
  interval: CandleInterval;
  onInterval: (interval: CandleInterval) => void;
  onOpen: (layer: ChartLayer) => void;
  onLatest: () => void;
  onShare: () => void;
  /** Intervals and tools in one row, where there is width and no height to give away. */
  isRow: boolean;
  isFull: boolean;
}

const TOOLS = [
  { layer: 'look', icon: ChartCandlestick, label: 'chartLook' },
  { layer: 'indicators', icon: ChartLine, label: 'indicators' },
  { layer: 'draw', icon: PencilLine, label: 'draw' },
  { layer: 'table', icon: Table2, label: 'viewAsTable' },
] as const satisfies readonly { layer: ChartLayer; icon: LucideIcon; label: string }[];

/** The intervals, and the tools of the chart. */
export function ChartBar({ interval, isRow, isFull, onOpen, ...props }: ChartBarProps) {
  const { t } = useTranslation('market');
  return (
    <div className={isRow ? 'flex flex-wrap items-center' : ''}>
      <div className={isRow ? 'min-w-40 grow basis-0' : ''}>
        <Chips
          label={t('interval')}
          even={!isRow}
          className="px-2"
          items={INTERVALS.map((value) => ({
            value,
            label: t(`interval_${value}`),
            name: t(`intervalName_${value}`),
          }))}
          value={interval}
          onValueChange={props.onInterval}
        />
      </div>
      <div className="flex items-center justify-between px-1.5">
        {TOOLS.map(({ layer, icon, label }) => (
          <IconButton key={layer} icon={icon} label={t(label)} tone="muted" onClick={() => onOpen(layer)} />
        ))}
        <IconButton icon={Share2} label={t('sharePicture')} tone="muted" onClick={props.onShare} />
        {!isFull && (
          <IconButton icon={Maximize} label={t('fullScreen')} tone="muted" onClick={() => onOpen('full')} />
        )}
        <IconButton icon={ChevronsRight} label={t('toLatest')} tone="muted" onClick={props.onLatest} />
      </div>
    </div>
  );
}
