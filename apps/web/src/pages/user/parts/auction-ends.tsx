import { useQuery } from '@tanstack/react-query';
import { endsOfDay, seedVerdict } from '@tarazu/core/proof';
import type { CallOutput } from '#client/calls.ts';
import { isCommitmentProved } from '#client/journal-check.ts';
import { useSession } from '#client/session.ts';
import { useTranslation } from '#locales/i18n.ts';
import { Badge } from '#ui/badge.tsx';
import { EmptyState } from '#ui/feedback/page-state.tsx';
import { List, Row } from '#ui/layout/row.tsx';
import { TimeText } from '#ui/numbers/time-text.tsx';
import { useFormat } from '#ui/numbers/use-format.ts';
import { dayText } from './day-text.ts';

type Day = CallOutput<'proofAuctionEnds'>['list'][number];

const TONES = { agrees: 'good', differs: 'danger', sealed: 'neutral' } as const;

/** The days whose auctions end by a secret, each with what this device makes of it. */
export function AuctionEnds({ days }: { days: readonly Day[] }) {
  const { t } = useTranslation('proof');
  const { isSignedIn } = useSession();
  if (days.length === 0) return <EmptyState title={t('endsNone')} detail={t('endsNoneText')} />;
  return (
    <List label={t('ends')}>
      {days.map((day) => (
        <DayRow key={day.tradingDay} day={day} isSignedIn={isSignedIn} />
      ))}
    </List>
  );
}

function DayRow({ day, isSignedIn }: { day: Day; isSignedIn: boolean }) {
  const { t } = useTranslation('proof');
  const settings = useFormat();
  const inJournal = useQuery({
    queryKey: ['commitment', day.tradingDay, isSignedIn],
    queryFn: () => isCommitmentProved(day),
    enabled: isSignedIn && day.seed !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const { state } = seedVerdict(day);
  const shown = inJournal.data === false ? 'differs' : state;
  const ends = endsOfDay(day).filter(
    ({ endMs }, at, all) => all.findIndex((one) => one.endMs === endMs) === at,
  );
  return (
    <Row
      compact
      title={dayText(day.tradingDay, settings)}
      detail={
        ends.length === 0 ? (
          <TimeText atMs={day.atMs} show="exact" />
        ) : (
          ends.map(({ name, endMs }) => (
            <span key={name} className="block">
              <TimeText atMs={endMs} show="exact" />
            </span>
          ))
        )
      }
      value={<Badge tone={TONES[shown]}>{t(`end_${shown}`)}</Badge>}
      valueDetail={<span className="number">{`${day.commitment.slice(0, 12)}…`}</span>}
    />
  );
}
