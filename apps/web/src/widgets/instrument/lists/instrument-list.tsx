import type { InstrumentRow as InstrumentRowData } from '@tarazu/protocol';
import { useEffect } from 'react';
import { WindowVirtualizer } from 'virtua';
import { seedTickers } from '#client/prices.ts';
import { InstrumentRow, InstrumentRowBody } from './instrument-row.tsx';

/** From here on only the rows in sight are drawn; fewer cost nothing. */
const VIRTUAL_FROM = 20;
const ROW_HEIGHT = 64;

export interface InstrumentListProps {
  list: readonly InstrumentRowData[];
  label: string;
}

export function InstrumentList({ list, label }: InstrumentListProps) {
  useEffect(() => seedTickers(list), [list]);
  if (list.length < VIRTUAL_FROM) {
    return (
      <ul aria-label={label}>
        {list.map((instrument) => (
          <InstrumentRow key={instrument.instrumentId} row={instrument} star />
        ))}
      </ul>
    );
  }
  return (
    <section aria-label={label}>
      <WindowVirtualizer as="ul" item="li" itemSize={ROW_HEIGHT} bufferSize={ROW_HEIGHT * 6}>
        {list.map((instrument) => (
          <InstrumentRowBody key={instrument.instrumentId} row={instrument} star />
        ))}
      </WindowVirtualizer>
    </section>
  );
}
