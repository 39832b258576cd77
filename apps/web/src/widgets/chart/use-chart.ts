import type { CandleInterval, InstrumentProfile } from '@tarazu/protocol';
import { useEffect, useMemo, useRef, useState } from 'react';
import { stream } from '#client/live.ts';
import { productAt } from '#products/list.ts';
import { toPixels } from '#ui/numbers/decimal-text.ts';
import { groupingOf } from '#ui/numbers/format.ts';
import { symbolOf } from '#widgets/instrument/ids.ts';
import { chartSource, useCandles } from './candles.ts';
import { chartSettingsSlice } from './chart-settings.ts';
import type { ChartHandle } from './engine/chart-engine.ts';

export type ChartInstrument = Pick<
  InstrumentProfile,
  'instrumentId' | 'kind' | 'symbol' | 'priceScale' | 'quoteAsset'
> &
  Partial<Pick<InstrumentProfile, 'corporateActions' | 'tickSize'>>;

export interface MountedChart {
  readonly element: React.RefObject<HTMLDivElement | null>;
  readonly handle: React.RefObject<ChartHandle | null>;
  readonly isReady: boolean;
  readonly reload: () => void;
}

/** Loads the library, draws into the element and follows what is chosen. */
export function useChart(instrument: ChartInstrument, interval: CandleInterval): MountedChart {
  const { instrumentId, symbol, priceScale, quoteAsset } = instrument;
  const element = useRef<HTMLDivElement>(null);
  const handle = useRef<ChartHandle>(null);
  const [isReady, setReady] = useState(false);
  const [loads, setLoads] = useState(0);
  useEffect(() => {
    let isGone = false;
    const mount = async () => {
      const { mountChart } = await import('./engine/chart-engine.ts');
      if (isGone || element.current === null) return;
      handle.current = mountChart(element.current, () => undefined);
      setReady(true);
    };
    void mount();
    return () => {
      isGone = true;
      handle.current?.destroy();
      handle.current = null;
      setReady(false);
    };
  }, []);
  useLook({ handle, isReady }, instrument.kind);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `loads` asks for the same picture once more.
  useEffect(() => {
    const grouping = groupingOf(quoteAsset);
    if (isReady)
      handle.current?.setSource(chartSource({ instrumentId, symbol, priceScale, grouping, interval }));
  }, [isReady, instrumentId, symbol, priceScale, quoteAsset, interval, loads]);
  useComparison({ handle, isReady }, instrumentId, interval);
  // After a break of the connection the picture is read
  // again: candles that were missed never come by themselves.
  useEffect(() => stream.onRestored(() => setLoads((count) => count + 1)), []);
  return { element, handle, isReady, reload: () => setLoads((count) => count + 1) };
}

type Drawn = Pick<MountedChart, 'handle' | 'isReady'>;

function useLook({ handle, isReady }: Drawn, kindOfInstrument: string): void {
  const { kind, overlays, panes } = chartSettingsSlice.use();
  const isIndex = kindOfInstrument === 'index';
  // Nothing is traded in an index, so it has no volume to show.
  const shown = useMemo(
    () => (isIndex ? panes.filter(({ name }) => name !== 'VOL') : panes),
    [panes, isIndex],
  );
  useEffect(() => {
    if (isReady) handle.current?.setLook({ kind, overlays, panes: shown });
  }, [handle, isReady, kind, overlays, shown]);
}

/** The index or coin that charts of this side are compared with; never an instrument with itself. */
export function useCompared(instrumentId: string): string {
  const chosen = chartSettingsSlice.use()[productAt(instrumentId).compared.setting];
  return chosen === instrumentId ? '' : chosen;
}

function useComparison({ handle, isReady }: Drawn, instrumentId: string, interval: CandleInterval): void {
  const compared = useCompared(instrumentId);
  const candles = useCandles(compared, interval);
  const list = compared === '' ? undefined : candles.data?.list;
  useEffect(() => {
    if (!isReady) return;
    const closes = new Map(list?.map(({ openTimeMs, close }) => [openTimeMs, toPixels(close)]));
    handle.current?.compare(list === undefined ? undefined : { name: symbolOf(compared), closes });
  }, [handle, isReady, compared, list]);
}
