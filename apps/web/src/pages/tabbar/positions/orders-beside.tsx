import { useTranslation } from '#locales/i18n.ts';
import type { Section as Kind } from '#products/list.ts';
import { Section } from '#ui/layout/app-frame.tsx';
import { KindOrders } from '#widgets/trading/kind-orders.tsx';

/** The open orders of the kind whose positions are shown, where the screen has room for both. */
export default function OrdersBeside({ kind }: { kind: Kind }) {
  const { t } = useTranslation('trade');
  return (
    <Section flush title={t('openOrders')}>
      <KindOrders kind={kind} tab="open" />
    </Section>
  );
}
