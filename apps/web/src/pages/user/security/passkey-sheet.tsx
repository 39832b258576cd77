import { type FormEvent, useState } from 'react';
import type { CallOutput } from '#client/calls.ts';
import type { CallError } from '#client/errors.ts';
import { invalidate, useCommand } from '#client/query.ts';
import { useTranslation } from '#locales/i18n.ts';
import { Button } from '#ui/button.tsx';
import { showToast } from '#ui/feedback/toast.ts';
import { TextField } from '#ui/fields/text-field.tsx';
import { Sheet } from '#ui/overlays/sheet.tsx';
import { Refused } from '#widgets/security/refused.tsx';
import { useStepUp } from '#widgets/security/use-step-up.tsx';

export type Passkey = CallOutput<'securityInfo'>['passkeys'][number];

const NAME = /^[\p{L}\p{N}][\p{L}\p{M}\p{N} .,()'-]{0,39}$/u;

export interface PasskeySheetProps {
  open: boolean;
  onClose: () => void;
  passkey: Passkey;
}

/** Another name for a passkey, or its removal. */
export function PasskeySheet({ open, onClose, passkey }: PasskeySheetProps) {
  const { t } = useTranslation('security');
  const stepUp = useStepUp();
  const [name, setName] = useState(passkey.name);
  const [wasTried, setTried] = useState(false);
  const [error, setError] = useState<CallError>();
  const rename = useCommand('passkeyRename', {
    touches: ['securityInfo'],
    onDone: () => {
      onClose();
      showToast(t('saved'), { tone: 'success' });
    },
    onFailed: setError,
  });
  const isWrong = !NAME.test(name.trim());
  const save = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    setError(undefined);
    if (!isWrong) rename.mutate({ id: passkey.id, name: name.trim() });
  };
  const remove = () => {
    setError(undefined);
    const facts = [{ label: t('factType'), value: t('passkeyRemoveOf', { name: passkey.name }) }];
    stepUp.run('passkeyRemove', { id: passkey.id }, { facts }).then((removed) => {
      if (removed === undefined) return;
      onClose();
      invalidate('securityInfo', 'userInfo', 'noticeList');
      showToast(t('passkeyRemoved'), { tone: 'success' });
    }, setError);
  };
  return (
    <>
      <Sheet
        open={open}
        onOpenChange={(isOpen) => !isOpen && onClose()}
        title={passkey.name}
        closeLabel={t('close')}
      >
        <form onSubmit={save} noValidate className="flex flex-col gap-4">
          <TextField
            label={t('passkeyName')}
            autoComplete="off"
            maxLength={40}
            value={name}
            onValueChange={setName}
            error={wasTried && isWrong ? t('passkeyNameWrong') : undefined}
          />
          <Refused error={error} />
          <Button wide type="submit" loading={rename.isPending}>
            {t('passkeySave')}
          </Button>
          <Button wide tone="danger" loading={stepUp.isRunning} onClick={remove}>
            {t('passkeyRemove')}
          </Button>
          <p className="text-small text-muted">{t('passkeyRemoveText')}</p>
        </form>
      </Sheet>
      {stepUp.sheet}
    </>
  );
}
