import { useTranslation } from '#locales/i18n.ts';
import type { Section as Kind } from '#products/list.ts';
import { Section } from '#ui/layout/app-frame.tsx';
import { KindOrders } from '#widgets/trading/kind-orders.tsx';

/** Orders that live, in the book or waiting, of the kind whose positions are shown, where both have room. */
export default function OrdersBeside({ kind }: { kind: Kind }) {
  const { t } = useTranslation('trade');
  return (
    <Section flush title={t('openOrders')}>
      <KindOrders kind={kind} tab="live" />
    </Section>
  );
}
