import { useTranslation } from '#locales/i18n.ts';
import { BackBar } from '#shell/app-bars.tsx';
import { SearchLink } from '#ui/fields/search-field.tsx';
import { Page } from '#ui/layout/app-frame.tsx';
import { StockBrowser } from '#widgets/instrument/lists/stock-browser.tsx';
import { MarketLabel } from '#widgets/session/market-label.tsx';
import { PathLink } from '#widgets/session/path-link.tsx';

export default function StockListPage() {
  const { t } = useTranslation('market');
  return (
    <Page flush header={<BackBar title={t('allStocks')} />}>
      <div className="flex flex-col gap-3 px-4 pt-1 pb-2">
        <SearchLink label={t('searchLabel')} render={<PathLink href="/pages/stock/search" />} />
        <span>
          <MarketLabel />
        </span>
      </div>
      <StockBrowser />
    </Page>
  );
}
