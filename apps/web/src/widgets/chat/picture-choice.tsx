import { ImagePlus, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useSession } from '#client/session.ts';
import { useTranslation } from '#locales/i18n.ts';
import { PictureInput } from '#ui/fields/picture-input.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { shrinkPhoto } from '#ui/shrink-photo.ts';

export interface ChosenPicture {
  readonly blob: Blob;
  /** Shows it here. */
  readonly url: string;
}

export interface PictureChoice {
  readonly picture: ChosenPicture | undefined;
  readonly isUnreadable: boolean;
  /** A chosen picture is being made smaller: a message sent now would go without it. */
  readonly isWorking: boolean;
  readonly choose: (file: Blob) => void;
  readonly remove: () => void;
}

/** The picture of a message that is being written: made smaller here, so that its place stays at home. */
export function usePictureChoice(): PictureChoice {
  const [picture, setPicture] = useState<ChosenPicture>();
  const [isUnreadable, setUnreadable] = useState(false);
  const [isWorking, setWorking] = useState(false);
  // The newest pick, or its removal: the work of an older one is nobody's any more.
  const pick = useRef(0);
  const url = picture?.url;
  useEffect(() => {
    if (url === undefined) return undefined;
    return () => URL.revokeObjectURL(url);
  }, [url]);
  return {
    picture,
    isUnreadable,
    isWorking,
    choose: (file) => {
      pick.current += 1;
      const own = pick.current;
      setWorking(true);
      const shrunk = shrinkPhoto(file).catch(() => undefined);
      void shrunk.then((blob) => {
        if (pick.current !== own) return;
        setWorking(false);
        setUnreadable(blob === undefined);
        setPicture(blob && { blob, url: URL.createObjectURL(blob) });
      });
    },
    remove: () => {
      pick.current += 1;
      setWorking(false);
      setUnreadable(false);
      setPicture(undefined);
    },
  };
}

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
