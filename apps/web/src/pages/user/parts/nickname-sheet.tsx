import { type FormEvent, useId, useState } from 'react';
import { useCommand } from '#client/query.ts';
import { useTranslation } from '#locales/i18n.ts';
import { Button } from '#ui/button.tsx';
import { showToast } from '#ui/feedback/toast.ts';
import { TextField } from '#ui/fields/text-field.tsx';
import { Sheet } from '#ui/overlays/sheet.tsx';
import { useErrorText } from '#widgets/session/use-account-actions.ts';

export interface NicknameSheetProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  nickname: string;
}

const NICKNAME = /^[\p{L}\p{M}\p{N} ._-]{1,32}$/u;

export function NicknameSheet({ open, onOpenChange, nickname }: NicknameSheetProps) {
  const { t } = useTranslation('mine');
  const formId = useId();
  const textOf = useErrorText();
  const [typed, setTyped] = useState(nickname);
  const [wasTried, setTried] = useState(false);
  const update = useCommand('userUpdate', {
    touches: ['userInfo'],
    onDone: () => {
      onOpenChange(false);
      showToast(t('saved'), { tone: 'success' });
    },
  });
  const isWrong = !NICKNAME.test(typed.trim());
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!isWrong) update.mutate({ nickname: typed.trim() });
  };
  const refused = update.error === null ? undefined : textOf(update.error);
  return (
    <Sheet
      open={open}
      onOpenChange={onOpenChange}
      title={t('editNickname')}
      closeLabel={t('close')}
      footer={
        <Button type="submit" form={formId} loading={update.isPending}>
          {t('save')}
        </Button>
      }
    >
      <form id={formId} onSubmit={submit} noValidate>
        <TextField
          label={t('nickname')}
          autoComplete="nickname"
          maxLength={32}
          value={typed}
          onValueChange={setTyped}
          help={t('nicknameHelp')}
          error={wasTried && isWrong ? t('nicknameWrong') : refused?.title}
        />
      </form>
    </Sheet>
  );
}
