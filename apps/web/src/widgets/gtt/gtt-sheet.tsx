import type { InstrumentDetail } from '@tarazu/protocol';
import { useId } from 'react';
import { useTranslation } from '#locales/i18n.ts';
import { Button } from '#ui/button.tsx';
import { Sheet } from '#ui/overlays/sheet.tsx';
import { GttForm } from './gtt-form.tsx';
import { useGttSetting } from './use-gtt-setting.ts';

export interface GttSheetProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  detail: InstrumentDetail;
}

/** Good till triggered: an order that is placed when a price comes, once, within a year. */
export function GttSheet({ open, onOpenChange, detail }: GttSheetProps) {
  const { t } = useTranslation('trade');
  const formId = useId();
  const setting = useGttSetting(detail, () => onOpenChange(false));
  return (
    <Sheet
      open={open}
      onOpenChange={onOpenChange}
      title={t('gttFor', { symbol: detail.symbol })}
      description={t('gttText')}
      closeLabel={t('close')}
      footer={
        <Button type="submit" form={formId} loading={setting.isPending}>
          {t('gttSave')}
        </Button>
      }
    >
      {open && <GttForm formId={formId} detail={detail} setting={setting} />}
    </Sheet>
  );
}
