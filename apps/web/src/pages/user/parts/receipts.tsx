import { receiptsSlice, type StoredReceipt } from '#client/proof/receipts.ts';
import type { Environment } from '#client/store.ts';
import { useTranslation } from '#locales/i18n.ts';
import { Badge } from '#ui/badge.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { EmptyState } from '#ui/feedback/page-state.tsx';
import { Section } from '#ui/layout/app-frame.tsx';
import { List, Row } from '#ui/layout/row.tsx';
import { TimeText } from '#ui/numbers/time-text.tsx';
import { TermHelp } from '#widgets/help/term-help.tsx';

const TONES = { waiting: 'neutral', proved: 'good', failed: 'danger' } as const;

/** The receipts that this device holds for the account, each with what became of it. */
export function Receipts({ environment, isSignedIn }: { environment: Environment; isSignedIn: boolean }) {
  const { t } = useTranslation('proof');
  const own = receiptsSlice.use().filter((receipt) => receipt.environment === environment);
  return (
    <Section flush title={t('receipts')} help={<TermHelp label={t('receipts')} terms={['receipt']} />}>
      <p className="px-4 pb-2 text-body text-muted">
        {isSignedIn ? t('receiptsText') : t('receiptsVisitor')}
      </p>
      {own.some(({ state }) => state === 'failed') && (
        <div className="px-4 pb-3">
          <Notice tone="danger" live title={t('receiptFailed')}>
            {t('receiptFailedText')}
          </Notice>
        </div>
      )}
      {isSignedIn && own.length === 0 && (
        <EmptyState title={t('receiptsNone')} detail={t('receiptsNoneText')} />
      )}
      {isSignedIn && own.length > 0 && (
        <List label={t('receipts')}>
          {own.map((receipt) => (
            <ReceiptRow key={receipt.sequence} receipt={receipt} />
          ))}
        </List>
      )}
    </Section>
  );
}

function ReceiptRow({ receipt }: { receipt: StoredReceipt }) {
  const { t } = useTranslation('proof');
  const { sequence, leafHash, atMs, state } = receipt;
  return (
    <Row
      compact
      title={t('receipt', { sequence: String(sequence) })}
      detail={<TimeText atMs={atMs} show="exact" />}
      value={<Badge tone={TONES[state]}>{t(`receipt_${state}`)}</Badge>}
      valueDetail={<span className="number">{`${leafHash.slice(0, 12)}…`}</span>}
    />
  );
}
