import { refreshShown } from '#client/query.ts';
import { useTranslation } from '#locales/i18n.ts';
import { BackBar } from '#shell/app-bars.tsx';
import { PullToRefresh } from '#ui/feedback/pull-to-refresh.tsx';
import { Page } from '#ui/layout/app-frame.tsx';
import { MovementList } from '#widgets/funds/movement-list.tsx';
import { HowButton } from '#widgets/how/how-button.tsx';
import { HideBalanceButton } from '#widgets/session/hidden-balance.tsx';

/** Movements of money and shares of the stock account. */
export default function StockFundsDetailPage() {
  const { t } = useTranslation('assets');
  const trailing = (
    <>
      <HideBalanceButton />
      <HowButton topic="funds" />
    </>
  );
  return (
    <Page flush header={<BackBar title={t('stockMovements')} trailing={trailing} />}>
      <PullToRefresh label={t('refreshing')} onRefresh={refreshShown}>
        <MovementList wallet="stock" />
      </PullToRefresh>
    </Page>
  );
}
