import { RefreshCw } from 'lucide-react';
import type { CallOutput } from '#client/calls.ts';
import { useTranslation } from '#locales/i18n.ts';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { IconButton } from '#ui/icon-button.tsx';

export interface PictureCaptchaProps {
  task: CallOutput<'captchaNew'> | undefined;
  answer: string;
  onAnswerChange: (answer: string) => void;
  onRenew: () => void;
  /** The way for those who cannot see the picture: the device works for half a minute instead. */
  onProve: () => void;
  isProving: boolean;
  error?: string | undefined;
}

/** Asked only after wrong passwords. */
export function PictureCaptcha({
  task,
  answer,
  onAnswerChange,
  onRenew,
  onProve,
  isProving,
  error,
}: PictureCaptchaProps) {
  const { t } = useTranslation('account');
  return (
    <div className="flex flex-col gap-3">
      <div className="flex items-center gap-2">
        <div className="grid min-h-16 grow place-items-center rounded-input bg-raised">
          {task?.picture !== undefined && (
            <img src={task.picture} alt={t('pictureAlt')} className="max-h-16" />
          )}
        </div>
        <IconButton icon={RefreshCw} label={t('newPicture')} onClick={onRenew} />
      </div>
      <TextField
        label={t('pictureLabel')}
        autoComplete="off"
        autoCapitalize="characters"
        maxLength={12}
        value={answer}
        onValueChange={onAnswerChange}
        error={error}
      />
      <Button size="small" tone="quiet" loading={isProving} onClick={onProve}>
        {isProving ? t('proving') : t('cannotSeePicture')}
      </Button>
    </div>
  );
}
