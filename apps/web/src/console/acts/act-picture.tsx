import { ImagePlus, X } from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from '#locales/i18n.ts';
import { PictureInput } from '#ui/fields/picture-input.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import type { PictureChoice } from '#widgets/chat/use-picture-choice.ts';

/** The picture that goes to the customer with an answer, and the way to take it back. */
export function ActPicture({ choice, disabled }: { choice: PictureChoice; disabled: boolean }) {
  const { t } = useTranslation('console');
  const input = useRef<HTMLInputElement>(null);
  const { picture, isUnreadable, choose, remove } = choice;
  return (
    <div className="flex items-center gap-3 text-small">
      {picture === undefined ? (
        <>
          <IconButton
            icon={ImagePlus}
            label={t('attachPicture')}
            disabled={disabled}
            onClick={() => input.current?.click()}
          />
          <span className="text-muted">{t('attachPictureHelp')}</span>
        </>
      ) : (
        <>
          <img
            src={picture.url}
            alt={t('pictureChosen')}
            className="h-18 max-w-40 rounded-input object-contain"
          />
          <IconButton icon={X} label={t('removePicture')} tone="muted" disabled={disabled} onClick={remove} />
        </>
      )}
      {isUnreadable && (
        <p role="alert" className="text-danger">
          {t('pictureUnreadable')}
        </p>
      )}
      <PictureInput ref={input} onPick={choose} />
    </div>
  );
}
