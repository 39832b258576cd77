import type { Candle, CandleInterval } from '@tarazu/protocol';
import type { ReactNode } from 'react';
import type { ChartLayer } from './chart-bar.tsx';
import type { ChartInstrument, MountedChart } from './use-chart.ts';

export interface ChartLayersProps {
  layer: ChartLayer;
  onClose: () => void;
  instrument: ChartInstrument;
  interval: CandleInterval;
  candles: readonly Candle[];
  /** Names the table and the picture. */
  title: string;
  chart: MountedChart;
  /** The same chart for the whole screen; nothing where it has the screen already. */
  full: ReactNode;
}
