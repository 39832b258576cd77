import { BellPlus } from 'lucide-react';
import { useCall } from '#client/query.ts';
import { useTranslation } from '#locales/i18n.ts';
import { BackBar } from '#shell/app-bars.tsx';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/feedback/page-state.tsx';
import { PullToRefresh } from '#ui/feedback/pull-to-refresh.tsx';
import { SkeletonRows } from '#ui/feedback/skeleton.tsx';
import { Overview, Page, Section } from '#ui/layout/app-frame.tsx';
import { formatNumber } from '#ui/numbers/format.ts';
import { useFormat } from '#ui/numbers/use-format.ts';
import { AlertList } from '#widgets/alerts/alert-list.tsx';
import { CallState } from '#widgets/session/call-state.tsx';
import { PathLink } from '#widgets/session/path-link.tsx';

/** Own price alerts of everything: what waits, and the record of what came true. */
export default function AlertsPage() {
  const { t } = useTranslation('alerts');
  const settings = useFormat();
  const write = (count: number) => formatNumber(String(count), { settings, decimalsMin: 0 });
  const alerts = useCall('alertList', {});
  const toMarkets = (
    <Button size="medium" tone="secondary" render={<PathLink href="/pages/tabbar/markets" />}>
      {t('toMarkets')}
    </Button>
  );
  return (
    <Page flush room="overview" header={<BackBar title={t('alerts')} />}>
      <PullToRefresh label={t('loading')} onRefresh={() => alerts.refetch()}>
        <CallState query={alerts} data={alerts.data} skeleton={<SkeletonRows count={4} />}>
          {({ list, waitingMax }) => {
            const waiting = list.filter((one) => one.triggeredAtMs === undefined);
            const triggered = list.filter((one) => one.triggeredAtMs !== undefined);
            if (list.length === 0)
              return (
                <EmptyState icon={BellPlus} title={t('none')} detail={t('noneText')} action={toMarkets} />
              );
            return (
              <Overview
                first={
                  <Section
                    flush
                    title={t('waiting')}
                    action={
                      <span className="text-small text-muted">
                        {t('countOf', { number: write(waiting.length), max: write(waitingMax) })}
                      </span>
                    }
                  >
                    {waiting.length === 0 ? (
                      <p className="px-4 text-body text-muted">{t('noneWaiting')}</p>
                    ) : (
                      <AlertList alerts={waiting} label={t('waiting')} />
                    )}
                  </Section>
                }
                second={
                  triggered.length > 0 && (
                    <Section flush title={t('triggered')}>
                      <AlertList alerts={triggered} label={t('triggered')} />
                    </Section>
                  )
                }
              />
            );
          }}
        </CallState>
      </PullToRefresh>
    </Page>
  );
}
