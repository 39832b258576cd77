import { formatDecimal } from '@tarazu/core/values';
import { useTranslation } from '#locales/i18n.ts';
import { Quantity } from '#ui/numbers/number-text.tsx';
import { queueAfter } from '#widgets/book/queue-after.ts';
import { useBook } from '#widgets/book/use-book.ts';
import type { Intent } from '#widgets/ticket/checks/preview.ts';
import type { Terms } from '#widgets/ticket/checks/terms.ts';

/** Resting nowhere yet. */
const NOTHING = { resting: '0', restsAt: '0' } as const;

/** So much would fill before what waits of an order, by the book of this moment: others may come first. */
export function QueueAhead({ intent, terms }: { intent: Intent; terms: Terms }) {
  const { t } = useTranslation('trade');
  const { book } = useBook(terms.instrumentId);
  const price = formatDecimal(intent.priceLimit ?? 0n, terms.priceScale);
  const after = book && queueAfter(book, { side: intent.side, price, ...NOTHING });
  if (after === undefined) return t('aheadUnknown');
  return <Quantity value={after.fillsAtOnce ? '0' : after.ahead} />;
}
