import type { OrderQueue } from '@tarazu/protocol';
import { useTranslation } from '#locales/i18n.ts';
import { FactList } from '#ui/layout/tile.tsx';
import { Quantity } from '#ui/numbers/number-text.tsx';
import { TermHelp } from '#widgets/help/term-help.tsx';

/**
 * The place of an order that rests: what fills before it, how many of it are other customers', and all at its
 * price.
 */
export function QueuePlace({ queue }: { queue: OrderQueue }) {
  const { t } = useTranslation('trade');
  return (
    <FactList
      facts={[
        {
          label: t('placeInQueue'),
          help: <TermHelp label={t('placeInQueue')} terms={['queue']} />,
          value: <Quantity value={queue.quantityAhead} />,
          strong: true,
        },
        { label: t('ordersAhead'), value: <Quantity value={String(queue.ordersAhead)} /> },
        { label: t('atThisPrice'), value: <Quantity value={queue.quantityAtLevel} /> },
      ]}
    />
  );
}
