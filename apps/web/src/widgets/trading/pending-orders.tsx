import { useSession } from '#client/session.ts';
import { orderDraftsSlice } from '#client/store.ts';
import { useTranslation } from '#locales/i18n.ts';
import { productAt, productOfSection, type Section } from '#products/list.ts';
import { Badge } from '#ui/badge.tsx';
import { List, Row } from '#ui/layout/row.tsx';
import { Quantity } from '#ui/numbers/number-text.tsx';
import { TimeText } from '#ui/numbers/time-text.tsx';
import { PathLink } from '#widgets/session/path-link.tsx';
import { pendingIn } from '#widgets/ticket/attempt.ts';

/**
 * Orders that this device has sent and had no answer to: in no list of the server until it is known what
 * became of them. Each leads to its ticket, which asks.
 */
export function PendingOrders({ kind }: { kind: Section }) {
  const { t } = useTranslation('trade');
  const { environment } = useSession();
  const drafts = orderDraftsSlice.use();
  const pending = pendingIn(drafts, environment).filter(
    ({ instrumentId }) => productAt(instrumentId).section === kind,
  );
  if (pending.length === 0) return null;
  return (
    <section aria-label={t('pendingOrders')} className="border-b border-line pb-2">
      <List label={t('pendingOrders')}>
        {pending.map(({ clientId, instrumentId, side, quantity, tappedAtMs }) => (
          <Row
            key={clientId}
            title={
              <>
                <span className={side === 'buy' ? 'text-up' : 'text-down'}>
                  {side === 'buy' ? t('buy') : t('sell')}
                </span>{' '}
                {instrumentId.split(':')[1]}
              </>
            }
            detail={
              <>
                <Quantity value={quantity} /> · <TimeText atMs={tappedAtMs} />
                <span className="block">{t('pendingText')}</span>
              </>
            }
            value={<Badge tone="warn">{t('pendingState')}</Badge>}
            chevron
            render={
              <PathLink
                href={`${productOfSection(kind).pages.ticket}?instrumentId=${encodeURIComponent(instrumentId)}&side=${side}`}
              />
            }
          />
        ))}
      </List>
    </section>
  );
}
