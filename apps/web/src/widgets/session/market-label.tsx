import { FlaskConical, History, Radio } from 'lucide-react';
import type { CallOutput } from '#client/calls.ts';
import { useCall } from '#client/query.ts';
import { useTranslation } from '#locales/i18n.ts';
import { Badge } from '#ui/badge.tsx';
import { formatDate } from '#ui/numbers/format.ts';
import { useFormat } from '#ui/numbers/use-format.ts';

type Market = CallOutput<'props'>['market'];

/** The kind of market behind the prices: on each screen with a quote. */
export function MarketLabel({ market }: { market?: Market | undefined }) {
  const { t } = useTranslation('shell');
  const settings = useFormat();
  const props = useCall('props', {}, { freshMs: Number.POSITIVE_INFINITY, enabled: market === undefined });
  const shown = market ?? props.data?.market;
  if (shown === undefined) return props.isPending ? <Room /> : null;
  if (shown.kind === 'simulated')
    return <Badge icon={FlaskConical}>{t(shown.isTest === true ? 'simulatedTest' : 'simulated')}</Badge>;
  if (shown.kind === 'live') return <Badge icon={Radio}>{t('live', { source: shown.source ?? '' })}</Badge>;
  const date =
    shown.date === undefined ? '' : formatDate(Date.parse(shown.date), { ...settings, timeZone: 'UTC' });
  return <Badge icon={History}>{t('recorded', { date })}</Badge>;
}

/** As much room as the label of most installations: the lines below do not move when it comes. */
function Room() {
  const { t } = useTranslation('shell');
  return (
    <span className="invisible inline-flex">
      <Badge icon={FlaskConical}>{t('simulated')}</Badge>
    </span>
  );
}
