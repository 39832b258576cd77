import { ImagePlus, X } from 'lucide-react';
import { useRef } from 'react';
import { useSession } from '#client/session.ts';
import { useTranslation } from '#locales/i18n.ts';
import { PictureInput } from '#ui/fields/picture-input.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import type { PictureChoice } from './use-picture-choice.ts';

/** Chooses a picture from camera or files. A guest of the demo has none to send, and sees no button. */
export function PictureButton({ choice, disabled }: { choice: PictureChoice; disabled: boolean }) {
  const { t } = useTranslation('chat');
  const { hasReal } = useSession();
  const input = useRef<HTMLInputElement>(null);
  if (!hasReal) return null;
  return (
    <>
      <IconButton
        icon={ImagePlus}
        label={t('attachPicture')}
        disabled={disabled}
        onClick={() => input.current?.click()}
      />
      <PictureInput ref={input} onPick={choice.choose} />
    </>
  );
}

/** The chosen picture, with the way to take it back. */
export function PicturePreview({ choice, disabled }: { choice: PictureChoice; disabled: boolean }) {
  const { t } = useTranslation('chat');
  const { picture, isUnreadable, remove } = choice;
  if (isUnreadable)
    return (
      <p role="alert" className="text-small text-danger">
        {t('pictureUnreadable')}
      </p>
    );
  if (picture === undefined) return null;
  return (
    <div className="flex items-center justify-between gap-3 rounded-input bg-sunken p-2 text-small">
      <img
        src={picture.url}
        alt={t('pictureChosen')}
        className="h-18 max-w-40 rounded-input object-contain"
      />
      <span className="min-w-0 grow">{t('pictureHelp')}</span>
      <IconButton icon={X} label={t('removePicture')} tone="muted" disabled={disabled} onClick={remove} />
    </div>
  );
}
