import { useTranslation } from '#locales/i18n.ts';
import { BackBar } from '#shell/app-bars.tsx';
import { Page } from '#ui/layout/app-frame.tsx';
import { BasketForm } from '#widgets/basket/basket-form.tsx';

/** Several orders at once: all checked, then all placed. */
export default function BasketPage() {
  const { t } = useTranslation('basket');
  return (
    <Page flush room="columns" header={<BackBar title={t('title')} />}>
      <BasketForm />
    </Page>
  );
}
