import { useState } from 'react';
import { useCommand } from '#client/query.ts';
import { useTranslation } from '#locales/i18n.ts';
import { productOfSection } from '#products/list.ts';
import { Button } from '#ui/button.tsx';
import { showToast } from '#ui/feedback/toast.ts';
import { formatNumber } from '#ui/numbers/format.ts';
import { useFormat } from '#ui/numbers/use-format.ts';
import { ConfirmDialog } from '#ui/overlays/dialog.tsx';
import { useErrorToast } from '#widgets/session/use-account-actions.ts';
import { STALE_AFTER_ORDER } from './stale-after-order.ts';

export interface CancelAllProps {
  kind: 'stock' | 'coin';
  /** How many live: in a book, and for a trigger or a session. */
  live: { readonly open: number; readonly waiting: number };
}

/** Ends every order of a kind with one word, after saying how many they are; nothing where there is none. */
const TITLES = { stock: 'cancelAllStocks', coin: 'cancelAllCoins' } as const;

/** Why orders stay that were meant too. */
const STAY = { AUCTION_LOCKED: 'cancelAllLocked', BOOK_BUSY: 'cancelAllBusy' } as const;
/** Time to read two sentences. */
const READ_MS = 5000;

export function CancelAll({ kind, live }: CancelAllProps) {
  const { t } = useTranslation('trade');
  const settings = useFormat();
  const write = (count: number) => formatNumber(String(count), { settings, decimalsMin: 0 });
  const counts = { open: write(live.open), waiting: write(live.waiting) };
  const [isAsked, setAsked] = useState(false);
  const sayError = useErrorToast();
  const cancelAll = useCommand('orderCancelAll', {
    touches: STALE_AFTER_ORDER,
    onDone: ({ list, left }) => {
      const done = t('cancelAllDone', { count: list.length, number: write(list.length) });
      const stay = left.map(({ reason, count }) => t(STAY[reason], { count, number: write(count) }));
      if (stay.length === 0) showToast(done, { tone: 'success' });
      else showToast([done, ...stay].join(' · '), { tone: 'warning', durationMs: READ_MS });
      setAsked(false);
    },
    onFailed: (error) => {
      sayError(error);
      setAsked(false);
    },
  });
  const all = live.open + live.waiting;
  if (all === 0) return null;
  return (
    <div className="flex items-center justify-between gap-3 px-4 py-1">
      <p className="text-small text-muted">{t('liveCounts', counts)}</p>
      <Button size="small" tone="secondary" onClick={() => setAsked(true)}>
        {t('cancelAll')}
      </Button>
      <ConfirmDialog
        open={isAsked}
        onOpenChange={setAsked}
        title={t(TITLES[kind], { number: write(all) })}
        confirmLabel={t('cancelAllConfirm', { number: write(all) })}
        cancelLabel={t('cancelKeepAll')}
        tone="danger"
        loading={cancelAll.isPending}
        onConfirm={() => cancelAll.mutate({ kind: productOfSection(kind).kind })}
      >
        {t('cancelAllText', counts)}
      </ConfirmDialog>
    </div>
  );
}
