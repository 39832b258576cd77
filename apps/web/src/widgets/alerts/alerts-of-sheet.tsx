import { useCall } from '#client/query.ts';
import { useTranslation } from '#locales/i18n.ts';
import { TextLink } from '#ui/text-link.tsx';
import { PathLink } from '#widgets/session/path-link.tsx';
import { AlertList } from './alert-list.tsx';
import { AlertSheet } from './alert-sheet.tsx';

export interface AlertsOfSheetProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  instrumentId: string;
  symbol: string;
}

/** A new alert of one instrument in one step, and below it those that it has. */
export function AlertsOfSheet(props: AlertsOfSheetProps) {
  return <AlertSheet {...props} below={<OwnAlerts {...props} />} />;
}

function OwnAlerts({ open, instrumentId, symbol }: AlertsOfSheetProps) {
  const { t } = useTranslation('alerts');
  const alerts = useCall('alertList', { instrumentId }, { enabled: open });
  const list = alerts.data?.list ?? [];
  if (list.length === 0) return null;
  return (
    <section className="mt-5 border-t border-line pt-3">
      <div className="flex items-center justify-between">
        <h3 className="text-heading">{t('yourAlerts')}</h3>
        <TextLink standing render={<PathLink href="/pages/notice/alerts" />}>
          {t('allAlerts')}
        </TextLink>
      </div>
      <div className="-mx-4">
        <AlertList alerts={list} label={t('alertOf', { symbol })} />
      </div>
    </section>
  );
}
