import { DAY_MS } from '@tarazu/core/units';
import { useState } from 'react';
import { useTranslation } from '#locales/i18n.ts';
import { Button } from '#ui/button.tsx';
import { Chips } from '#ui/fields/choice.tsx';
import { formatDateTime } from '#ui/numbers/format.ts';
import { useFormat } from '#ui/numbers/use-format.ts';
import { ConfirmDialog } from '#ui/overlays/dialog.tsx';
import { Sheet } from '#ui/overlays/sheet.tsx';
import { Refused } from '#widgets/security/refused.tsx';
import type { LimitChange } from './use-limit-change.tsx';

const DAYS = ['1', '7', '30', '90', '365'] as const;
type Days = (typeof DAYS)[number];

interface BreakSheetProps {
  open: boolean;
  changing: LimitChange;
  onClose: () => void;
}

/** Shuts trading for a time that nobody can shorten: said twice before it begins. */
export function BreakSheet({ open, changing, onClose }: BreakSheetProps) {
  const { t } = useTranslation('security');
  const settings = useFormat();
  const [days, setDays] = useState<Days>('7');
  const [untilMs, setUntilMs] = useState<number>();
  const start = () => {
    if (untilMs === undefined) return;
    changing.change({ name: 'exclusion' }, String(untilMs));
    setUntilMs(undefined);
  };
  return (
    <>
      <Sheet
        open={open}
        onOpenChange={(isOpen) => !isOpen && onClose()}
        title={t('limit_name_exclusion')}
        closeLabel={t('close')}
        footer={
          <Button
            tone="danger"
            loading={changing.isRunning}
            onClick={() => setUntilMs(Date.now() + Number(days) * DAY_MS)}
          >
            {t('limit_startBreak')}
          </Button>
        }
      >
        <div className="flex flex-col gap-3">
          <p className="text-body text-muted">{t('limit_help_exclusion')}</p>
          <Chips
            label={t('limit_field_exclusion')}
            items={DAYS.map((value) => ({ value, label: t(`limit_days_${value}`) }))}
            value={days}
            onValueChange={setDays}
          />
          <Refused error={changing.error} />
        </div>
      </Sheet>
      <ConfirmDialog
        open={untilMs !== undefined}
        onOpenChange={(isOpen) => !isOpen && setUntilMs(undefined)}
        title={t('limit_breakTitle')}
        confirmLabel={t('limit_startBreak')}
        cancelLabel={t('cancel')}
        tone="danger"
        loading={changing.isRunning}
        onConfirm={start}
      >
        {t('limit_breakText', { time: formatDateTime(untilMs ?? 0, settings) })}
      </ConfirmDialog>
    </>
  );
}
