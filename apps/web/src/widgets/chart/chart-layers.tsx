import { lazy, Suspense, useState } from 'react';
import type { ChartLayersProps } from './layers-props.ts';

/** The sheets of the chart's bar: nobody waits for them before the first is opened. */
const Sheets = lazy(async () => ({ default: (await import('./chart-sheets.tsx')).ChartSheets }));

export function ChartLayers(props: ChartLayersProps) {
  const [wasOpened, setOpened] = useState(false);
  if (props.layer !== 'none' && !wasOpened) setOpened(true);
  if (!wasOpened) return null;
  return (
    <Suspense fallback={null}>
      <Sheets {...props} />
    </Suspense>
  );
}
