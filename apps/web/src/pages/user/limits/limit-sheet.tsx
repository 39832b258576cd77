import { useId } from 'react';
import { useTranslation } from '#locales/i18n.ts';
import { Button } from '#ui/button.tsx';
import { Sheet } from '#ui/overlays/sheet.tsx';
import { Refused } from '#widgets/security/refused.tsx';
import { LimitForm } from './limit-form.tsx';
import { type Limit, type LimitKey, useLimitWords } from './limit-words.ts';
import type { LimitChange } from './use-limit-change.tsx';

interface LimitSheetProps {
  limitKey: LimitKey | undefined;
  limit: Limit | undefined;
  changing: LimitChange;
  onClose: () => void;
}

/** One limit: what it does, its value, and the way to remove it. */
export function LimitSheet({ limitKey, limit, changing, onClose }: LimitSheetProps) {
  const { t } = useTranslation('security');
  const { nameOf } = useLimitWords();
  const formId = useId();
  const isOpen = limitKey !== undefined;
  return (
    <Sheet
      open={isOpen}
      onOpenChange={(open) => !open && onClose()}
      title={limitKey === undefined ? '' : nameOf(limitKey)}
      closeLabel={t('close')}
      footer={
        <Button type="submit" form={formId} loading={changing.isRunning}>
          {t('limit_save')}
        </Button>
      }
    >
      {limitKey !== undefined && (
        <div className="flex flex-col gap-2">
          <p className="text-body text-muted">{t(`limit_detail_${limitKey.name}`)}</p>
          <LimitForm
            id={formId}
            limitKey={limitKey}
            limit={limit}
            onSubmit={(value) => changing.change(limitKey, value)}
          />
          <Refused error={changing.error} />
          {limit?.value !== undefined && (
            <Button
              tone="secondary"
              loading={changing.isRunning}
              onClick={() => changing.change(limitKey, undefined)}
            >
              {t('limit_remove')}
            </Button>
          )}
        </div>
      )}
    </Sheet>
  );
}
