import { MINUTE_MS } from '@tarazu/core/units';
import type { InstrumentRow } from '@tarazu/protocol';
import { useEffect } from 'react';
import { seedTickers } from '#client/prices.ts';
import { useCall } from '#client/query.ts';
import { useTranslation } from '#locales/i18n.ts';
import { SkeletonTile } from '#ui/feedback/skeleton.tsx';
import { instrumentHref } from '#widgets/instrument/ids.ts';
import { LiveChange, LivePrice } from '#widgets/instrument/price/live-price.tsx';
import { CallState } from '#widgets/session/call-state.tsx';
import { PathLink } from '#widgets/session/path-link.tsx';

/** The indices on top of the markets, live. */
export function IndexTiles() {
  const { t } = useTranslation('market');
  const indices = useCall('indicesList', {}, { everyMs: MINUTE_MS });
  return (
    <CallState part query={indices} data={indices.data} skeleton={<TilesSkeleton />}>
      {({ list }) => (
        <ul aria-label={t('indices')} className="no-scrollbar relative flex gap-2 overflow-x-auto px-4">
          {list.map((row) => (
            <li key={row.instrumentId} className="min-w-34 flex-[1_0_auto]">
              <IndexTile row={row} />
            </li>
          ))}
        </ul>
      )}
    </CallState>
  );
}

function TilesSkeleton() {
  return (
    <div className="flex gap-2 overflow-hidden px-4 *:min-w-34 *:flex-1">
      <SkeletonTile height={88} />
      <SkeletonTile height={88} />
      <SkeletonTile height={88} />
    </div>
  );
}

function IndexTile({ row }: { row: InstrumentRow }) {
  useEffect(() => seedTickers([row]), [row]);
  return (
    <PathLink
      href={instrumentHref(row)}
      className="pressable block min-h-22 rounded-tile bg-sunken px-3.5 py-3 [--pressed:var(--sunken)]"
    >
      <span className="block text-small font-medium whitespace-nowrap text-muted">{row.name}</span>
      <span className="mt-1 block text-body font-semibold">
        <LivePrice row={row} />
      </span>
      <span className="mt-0.5 block text-small font-medium">
        <LiveChange row={row} />
      </span>
    </PathLink>
  );
}
