import type { InstrumentProfile } from '@tarazu/protocol';
import { useId } from 'react';
import { useTranslation } from '#locales/i18n.ts';
import { Button } from '#ui/button.tsx';
import { Sheet } from '#ui/overlays/sheet.tsx';
import { GttForm } from './gtt-form.tsx';
import { useGttSetting } from './use-gtt-setting.ts';

export interface GttSheetProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  profile: InstrumentProfile;
}

/** Good till triggered: an order that is placed when a price comes, once, within a year. */
export function GttSheet({ open, onOpenChange, profile }: GttSheetProps) {
  const { t } = useTranslation('trade');
  const formId = useId();
  const setting = useGttSetting(profile, () => onOpenChange(false));
  return (
    <Sheet
      open={open}
      onOpenChange={onOpenChange}
      title={t('gttFor', { symbol: profile.symbol })}
      description={t('gttText')}
      closeLabel={t('close')}
      footer={
        <Button type="submit" form={formId} loading={setting.isPending}>
          {t('gttSave')}
        </Button>
      }
    >
      {open && <GttForm formId={formId} profile={profile} setting={setting} />}
    </Sheet>
  );
}
