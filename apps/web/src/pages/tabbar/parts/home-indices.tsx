import type { InstrumentRow as InstrumentFacts } from '@tarazu/protocol';
import { useCall } from '#client/query.ts';
import { useTranslation } from '#locales/i18n.ts';
import { useIsBuilt } from '#shell/navigation.ts';
import { SkeletonTile } from '#ui/feedback/skeleton.tsx';
import { instrumentPath, LiveChange, LivePrice } from '#widgets/instrument/lists/instrument-row.tsx';
import { CallState } from '#widgets/session/call-state.tsx';
import { PathLink } from '#widgets/session/path-link.tsx';

export function HomeIndices() {
  const { t } = useTranslation('home');
  const indices = useCall('indicesList', {});
  return (
    <section aria-label={t('indices')} className="mt-2">
      <CallState
        part
        query={indices}
        data={indices.data}
        skeleton={
          <div className="px-4">
            <SkeletonTile height={88} />
          </div>
        }
      >
        {({ list }) => (
          <ul className="no-scrollbar relative flex gap-3 overflow-x-auto px-4">
            {list.map((row) => (
              <li key={row.instrumentId} className="min-w-36 flex-[1_0_auto]">
                <IndexTile row={row} />
              </li>
            ))}
          </ul>
        )}
      </CallState>
    </section>
  );
}

function IndexTile({ row }: { row: InstrumentFacts }) {
  const isBuilt = useIsBuilt();
  const href = instrumentPath(row.kind, row.instrumentId);
  const className = 'block h-full rounded-tile bg-sunken p-4';
  const content = (
    <>
      <span className="block text-small font-medium whitespace-nowrap text-muted">{row.name}</span>
      <span className="mt-1 block text-body font-semibold">
        <LivePrice row={row} />
      </span>
      <span className="block text-small font-medium">
        <LiveChange row={row} />
      </span>
    </>
  );
  if (!isBuilt(href)) return <div className={className}>{content}</div>;
  return (
    <PathLink href={href} className={`${className} pressable`}>
      {content}
    </PathLink>
  );
}
