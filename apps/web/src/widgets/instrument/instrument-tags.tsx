import { productAt } from '#products/list.ts';
import { useIsBuilt } from '#shell/navigation.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { instrumentPath } from '#widgets/instrument/lists/instrument-row.tsx';
import { PathLink } from '#widgets/session/path-link.tsx';

export interface InstrumentTagsProps {
  instrumentIds: readonly string[];
  /** Words only, where the whole row is already a link. */
  isPlain?: boolean | undefined;
}

/** The instruments that an article is about. */
export function InstrumentTags({ instrumentIds, isPlain = false }: InstrumentTagsProps) {
  const isBuilt = useIsBuilt();
  return instrumentIds.map((id) => {
    const symbol = id.split(':').at(-1) ?? id;
    const href = instrumentPath(kindOf(id), id);
    if (isPlain || !isBuilt(href)) return <Badge key={id}>{symbol}</Badge>;
    return (
      <Button key={id} size="small" tone="secondary" render={<PathLink href={href} />}>
        {symbol}
      </Button>
    );
  });
}

function kindOf(instrumentId: string) {
  return productAt(instrumentId).kind;
}
