import { isHeadWhole, type LogHead, sha256 } from '@tarazu/core/proof';
import type { JournalCheck } from '#client/proof/journal-check.ts';
import { useTranslation } from '#locales/i18n.ts';
import { Badge } from '#ui/badge.tsx';
import { EmptyState } from '#ui/feedback/page-state.tsx';
import { List, Row } from '#ui/layout/row.tsx';
import { FactList, Tile } from '#ui/layout/tile.tsx';
import { Quantity } from '#ui/numbers/number-text.tsx';
import { TimeText } from '#ui/numbers/time-text.tsx';

const TONES = { valid: 'good', invalid: 'danger', unsupported: 'warn' } as const;

/** The newest head, with all that somebody needs to compare it by hand. */
export function HeadFacts({ check }: { check: JournalCheck }) {
  const { t } = useTranslation('proof');
  const { head, signature } = check;
  if (head === undefined) return null;
  return (
    <Tile>
      <FactList
        facts={[
          { label: t('number'), value: <Quantity value={String(head.number)} grouping="none" /> },
          { label: t('covers'), value: <Quantity value={String(head.sequence)} grouping="none" /> },
          { label: t('made'), value: <TimeText atMs={head.atMs} show="exact" /> },
          {
            label: t('signature'),
            value: <Badge tone={TONES[signature]}>{t(`signature_${signature}`)}</Badge>,
          },
        ]}
      />
      <HashText label={t('root')} hash={head.root} />
      <HashText label={t('key')} hash={head.publicKey} />
    </Tile>
  );
}

function HashText({ label, hash }: { label: string; hash: string }) {
  return (
    <div className="mt-2">
      <p className="text-small text-muted">{label}</p>
      <p className="number text-small break-all whitespace-normal select-all">{hash}</p>
    </div>
  );
}

/** Newest first; each must name the hash of the one below it. */
export function HeadList({ heads }: { heads: readonly LogHead[] }) {
  const { t } = useTranslation('proof');
  if (heads.length === 0) return <EmptyState title={t('none')} detail={t('noneText')} />;
  const holds = heads.every((head, at) => {
    const before = heads[at + 1];
    return isHeadWhole(sha256, head) && (before === undefined || before.hash === head.previousHash);
  });
  return (
    <>
      <p className={`px-4 pb-2 text-small ${holds ? 'text-muted' : 'font-semibold text-danger'}`}>
        {holds ? t('chainHolds') : t('chainBroken')}
      </p>
      <List label={t('heads')}>
        {heads.map((head) => (
          <Row
            key={head.number}
            compact
            title={<Quantity value={String(head.number)} grouping="none" />}
            detail={<TimeText atMs={head.atMs} show="exact" />}
            value={<span className="number">{`${head.hash.slice(0, 12)}…`}</span>}
            valueDetail={t('coversUpTo', { sequence: String(head.sequence) })}
          />
        ))}
      </List>
    </>
  );
}
