import { useQuery } from '@tanstack/react-query';
import { endsOfDay, seedVerdict, type Verdict } from '@tarazu/core/proof';
import type { CallOutput } from '#client/calls.ts';
import { checkAuctionEnd } from '#client/proof/journal-check.ts';
import { useTranslation } from '#locales/i18n.ts';
import { Badge } from '#ui/badge.tsx';
import { EmptyState } from '#ui/feedback/page-state.tsx';
import { List, Row } from '#ui/layout/row.tsx';
import { TimeText } from '#ui/numbers/time-text.tsx';
import { useFormat } from '#ui/numbers/use-format.ts';
import { dayText } from './day-text.ts';

type Day = CallOutput<'proofAuctionEnds'>['list'][number];

const TONES = { agrees: 'good', differs: 'danger', sealed: 'neutral', open: 'neutral' } as const;

/** The days whose auctions end by a secret, each with what this device makes of it. */
export function AuctionEnds({ days }: { days: readonly Day[] }) {
  const { t } = useTranslation('proof');
  if (days.length === 0) return <EmptyState title={t('endsNone')} detail={t('endsNoneText')} />;
  return (
    <List label={t('ends')}>
      {days.map((day) => (
        <DayRow key={day.tradingDay} day={day} />
      ))}
    </List>
  );
}

/** The state of a day in few words. */
function stateText({ state, reason }: Verdict) {
  return state === 'open' ? (`end_${reason ?? 'later'}` as const) : (`end_${state}` as const);
}

function DayRow({ day }: { day: Day }) {
  const { t } = useTranslation('proof');
  const settings = useFormat();
  const found = useQuery({
    queryKey: ['auctionEnd', day.tradingDay, day.seed, day.mix?.root],
    queryFn: () => checkAuctionEnd(day),
    enabled: day.mix !== undefined || day.seed !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const shown = found.data ?? seedVerdict(day);
  const ends = endsOfDay(day).filter(
    ({ endMs }, at, all) => all.findIndex((one) => one.endMs === endMs) === at,
  );
  return (
    <Row
      compact
      title={dayText(day.tradingDay, settings)}
      detail={
        <>
          {ends.length === 0 ? (
            <TimeText atMs={day.atMs} show="exact" />
          ) : (
            ends.map(({ name, endMs }) => (
              <span key={name} className="block">
                <TimeText atMs={endMs} show="exact" />
              </span>
            ))
          )}
          {day.beacon && <span className="block">{t('endBeacon', { round: String(day.beacon.round) })}</span>}
        </>
      }
      value={<Badge tone={TONES[shown.state]}>{t(stateText(shown))}</Badge>}
      valueDetail={<span className="number">{`${day.commitment.slice(0, 12)}…`}</span>}
    />
  );
}
