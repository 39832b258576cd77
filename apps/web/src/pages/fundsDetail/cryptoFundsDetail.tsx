import { useState } from 'react';
import { refreshShown } from '#client/query.ts';
import { useTranslation } from '#locales/i18n.ts';
import { BackBar } from '#shell/app-bars.tsx';
import { PullToRefresh } from '#ui/feedback/pull-to-refresh.tsx';
import { Page } from '#ui/layout/app-frame.tsx';
import { TabPanel, Tabs } from '#ui/layout/tabs.tsx';
import { MovementList } from '#widgets/funds/movement-list.tsx';
import { HowButton } from '#widgets/how/how-button.tsx';
import { HideBalanceButton } from '#widgets/session/hidden-balance.tsx';

const TABS_ID = 'crypto-movements';

/** Movements of the currency account and of the contract account. */
export default function CryptoFundsDetailPage() {
  const { t } = useTranslation('assets');
  const [wallet, setWallet] = useState<'spot' | 'perpetual'>('spot');
  const trailing = (
    <>
      <HideBalanceButton />
      <HowButton topic="funds" />
    </>
  );
  return (
    <Page flush header={<BackBar title={t('coinMovements')} trailing={trailing} />}>
      <Tabs
        even
        id={TABS_ID}
        label={t('account')}
        value={wallet}
        onValueChange={setWallet}
        items={[
          { value: 'spot', label: t('accountSpot') },
          { value: 'perpetual', label: t('accountPerpetual') },
        ]}
      />
      <TabPanel tabsId={TABS_ID} value={wallet}>
        <PullToRefresh label={t('refreshing')} onRefresh={refreshShown}>
          <MovementList wallet={wallet} />
        </PullToRefresh>
      </TabPanel>
    </Page>
  );
}
