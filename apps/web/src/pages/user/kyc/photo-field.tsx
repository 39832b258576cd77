import { Camera, CircleCheck, ImagePlus } from 'lucide-react';
import { type ReactNode, useId, useRef } from 'react';
import { useTranslation } from '#locales/i18n.ts';
import { Button } from '#ui/button.tsx';
import { Spinner } from '#ui/feedback/spinner.tsx';
import { PictureInput } from '#ui/fields/picture-input.tsx';
import { Icon } from '#ui/icon.tsx';
import { useErrorText } from '#widgets/session/use-account-actions.ts';
import { usePhoto } from './use-photo.ts';
import { PHOTO_WORDS, type Side } from './words.ts';

export interface PhotoFieldProps {
  side: Side;
  /** Whether the server has one. */
  isSaved: boolean;
  /** A missing photo was asked for. */
  isMissing: boolean;
}

/** One photo, by camera where the device has one at hand, or from a file. */
export function PhotoField({ side, isSaved, isMissing }: PhotoFieldProps) {
  const { t } = useTranslation('identity');
  const textOf = useErrorText();
  const hintId = useId();
  const { isBusy, preview, problem, send } = usePhoto(side);
  const [title, help] = PHOTO_WORDS[side];
  const said =
    problem === undefined
      ? undefined
      : problem === 'unreadable'
        ? { title: t('photoUnreadable'), fix: t('photoUnreadableFix') }
        : textOf(problem);
  const hasCamera = window.matchMedia('(pointer: coarse)').matches;
  const wrong = said ?? (isMissing && !isSaved ? { title: t('photoMissing'), fix: '' } : undefined);
  return (
    <section aria-label={t(title)} className="flex flex-col gap-3 rounded-tile bg-sunken p-4">
      <div className="flex items-center gap-4">
        <span className="grid h-18 w-26 shrink-0 place-items-center overflow-hidden rounded-input bg-line text-muted">
          {preview === undefined ? (
            <Icon icon={isSaved ? CircleCheck : ImagePlus} size={28} className={isSaved ? 'text-good' : ''} />
          ) : (
            <img src={preview} alt={t('photoPreview')} className="size-full object-cover" />
          )}
        </span>
        <span className="min-w-0">
          <span className="block text-body font-semibold">{t(title)}</span>
          <span id={hintId} className="block text-small text-muted">
            {isSaved ? t('photoSaved') : t(help)}
          </span>
        </span>
      </div>
      <div className="flex flex-wrap items-center gap-3">
        {isBusy && <Spinner size={20} label={t('photoSending')} />}
        {hasCamera && (
          <Picker
            label={t('takePhoto')}
            name={t(title)}
            camera={side === 'selfie' ? 'user' : 'environment'}
            icon={<Icon icon={Camera} size={18} />}
            isBusy={isBusy}
            onPick={send}
          />
        )}
        <Picker
          label={t(isSaved ? 'replaceFile' : 'chooseFile')}
          name={t(title)}
          isBusy={isBusy}
          onPick={send}
        />
      </div>
      {wrong !== undefined && (
        <p role="alert" className="text-small text-danger">
          {wrong.title} {wrong.fix}
        </p>
      )}
    </section>
  );
}

interface PickerProps {
  label: string;
  /** Which photo, for screen readers. */
  name: string;
  camera?: 'user' | 'environment';
  icon?: ReactNode;
  isBusy: boolean;
  onPick: (file: Blob) => void;
}

/** A button that opens the camera or the files. */
function Picker({ label, name, camera, icon, isBusy, onPick }: PickerProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button
        size="medium"
        tone="secondary"
        icon={icon}
        disabled={isBusy}
        aria-label={`${label}: ${name}`}
        onClick={() => input.current?.click()}
      >
        {label}
      </Button>
      <PictureInput ref={input} camera={camera} onPick={onPick} />
    </>
  );
}
