import type { InstrumentRow as InstrumentRowData } from '@tarazu/protocol';
import { memo } from 'react';
import { useIsBuilt } from '#shell/navigation.ts';
import { InstrumentDisc } from '#widgets/instrument/disc/instrument-disc.tsx';
import { instrumentHref } from '#widgets/instrument/ids.ts';
import { LiveChange, LivePrice, LiveSpark } from '#widgets/instrument/price/live-price.tsx';
import { WatchStar } from '#widgets/instrument/watch-star.tsx';
import { PathLink } from '#widgets/session/path-link.tsx';

export { LiveChange, LivePrice } from '#widgets/instrument/price/live-price.tsx';

/** The page that shows an instrument whole. */
export function instrumentPath(kind: InstrumentRowData['kind'], instrumentId: string): string {
  return instrumentHref({ kind, instrumentId });
}

export interface InstrumentRowProps {
  row: InstrumentRowData;
  /** In place of the page of the instrument: a picker chooses. */
  onChoose?: ((row: InstrumentRowData) => void) | undefined;
  /** A star at the end that puts it on the watchlist; needs the texts of `market`. */
  star?: boolean | undefined;
}

/** An item of a list: disc, symbol and name, the way of its price, the price itself and its change. */
export function InstrumentRow(props: InstrumentRowProps) {
  return (
    <li>
      <InstrumentRowBody {...props} />
    </li>
  );
}

const BODY = 'flex min-h-16 min-w-0 grow items-center gap-3 py-2 pl-4 text-left -outline-offset-2';
const PRESSABLE = 'pressable [--pressed:var(--bg)]';

/** The same for lists that make their items themselves. Only price and change are ever drawn again. */
export const InstrumentRowBody = memo(function InstrumentRowBody({
  row,
  onChoose,
  star = false,
}: InstrumentRowProps) {
  const isBuilt = useIsBuilt();
  const href = instrumentHref(row);
  const hasStar = star && onChoose === undefined;
  const className = `${BODY} ${hasStar ? '' : 'pr-4'}`;
  const content = <RowContent row={row} />;
  if (onChoose !== undefined) {
    return (
      <button type="button" className={`${className} ${PRESSABLE} w-full`} onClick={() => onChoose(row)}>
        {content}
      </button>
    );
  }
  return (
    <div className="flex items-center">
      {isBuilt(href) ? (
        <PathLink href={href} className={`${className} ${PRESSABLE}`}>
          {content}
        </PathLink>
      ) : (
        <div className={className}>{content}</div>
      )}
      {hasStar && <WatchStar instrumentId={row.instrumentId} symbol={row.symbol} />}
    </div>
  );
});

/** The form of a company says nothing in a list, and costs the room that its name needs. */
function nameInList(name: string): string {
  return name.replace(/ Limited$/, '');
}

function RowContent({ row }: { row: InstrumentRowData }) {
  return (
    <>
      <InstrumentDisc instrumentId={row.instrumentId} />
      <span className="min-w-0 grow basis-0">
        <span className="block truncate text-body font-semibold">{row.symbol}</span>
        <span className="block truncate text-small text-muted">{nameInList(row.name)}</span>
      </span>
      <span className="shrink-0 max-[359px]:hidden @max-[355px]:hidden">
        <LiveSpark row={row} width={48} />
      </span>
      <span className="min-w-22 shrink-0 text-right">
        <span className="block text-body font-semibold">
          <LivePrice row={row} />
        </span>
        <span className="block text-small">
          <LiveChange row={row} />
        </span>
      </span>
    </>
  );
}
