import { useTranslation } from '#locales/i18n.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { FactList, Tile } from '#ui/layout/tile.tsx';
import { Sheet } from '#ui/overlays/sheet.tsx';
import { CopyText } from '../parts/copy-text.tsx';
import type { MadeKey } from './key-form.tsx';

/** The secret of a new key, which nobody can be told again. */
export function MadeSheet({ made, onClose }: { made: MadeKey | undefined; onClose: () => void }) {
  const { t } = useTranslation('security');
  return (
    <Sheet
      open={made !== undefined}
      onOpenChange={(open) => !open && onClose()}
      title={t('key_made')}
      closeLabel={t('close')}
      footer={<Button onClick={onClose}>{t('key_saved')}</Button>}
    >
      {made !== undefined && (
        <div className="flex flex-col gap-4 py-2">
          <Notice tone="warn" title={t('key_once')}>
            {t('key_onceText')}
          </Notice>
          <Tile>
            <FactList
              facts={[
                {
                  label: t('key_id'),
                  value: <CopyText text={made.key.id} label={t('key_copyId')} said={t('copied')} />,
                },
                {
                  label: t('key_secret'),
                  value: <CopyText text={made.secret} label={t('key_copySecret')} said={t('copied')} />,
                },
              ]}
            />
          </Tile>
        </div>
      )}
    </Sheet>
  );
}
