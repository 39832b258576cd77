import { type FormEvent, useState } from 'react';
import type { CallOutput } from '#client/calls.ts';
import type { CallError } from '#client/errors.ts';
import { useCommand } from '#client/query.ts';
import { useTranslation } from '#locales/i18n.ts';
import { Button } from '#ui/button.tsx';
import { CodeField } from '#ui/fields/code-field.tsx';
import { Tile } from '#ui/layout/tile.tsx';
import { QrCode } from '#ui/qr-code.tsx';
import { Refused } from '#widgets/security/refused.tsx';
import { useStepUp } from '#widgets/security/use-step-up.tsx';
import { CopyText } from '../parts/copy-text.tsx';

const CODE_DIGITS = 6;

/** The key for the app, then a code that proves that the app has it. */
export function FactorSetUp({ onCodes }: { onCodes: (codes: readonly string[]) => void }) {
  const { t } = useTranslation('security');
  const stepUp = useStepUp();
  const [made, setMade] = useState<CallOutput<'totpBegin'>>();
  const [error, setError] = useState<CallError>();
  const begin = () => {
    setError(undefined);
    const facts = [{ label: t('factType'), value: t('totp') }];
    stepUp.run('totpBegin', {}, { facts }).then(setMade, setError);
  };
  if (made !== undefined) return <FactorKey made={made} onCodes={onCodes} />;
  return (
    <div className="flex flex-col gap-4 py-4">
      <p className="text-body text-muted">{t('factorIntro')}</p>
      <Refused error={error} />
      <Button wide loading={stepUp.isRunning} onClick={begin}>
        {t('factorSetUp')}
      </Button>
      {stepUp.sheet}
    </div>
  );
}

interface FactorKeyProps {
  made: CallOutput<'totpBegin'>;
  onCodes: (codes: readonly string[]) => void;
}

function FactorKey({ made, onCodes }: FactorKeyProps) {
  const { t } = useTranslation('security');
  const [code, setCode] = useState('');
  const [wasTried, setTried] = useState(false);
  const confirm = useCommand('totpConfirm', {
    onDone: ({ recoveryCodes }) => onCodes(recoveryCodes),
    onFailed: () => setCode(''),
  });
  const isMissing = code.length !== CODE_DIGITS;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!isMissing) confirm.mutate({ code });
  };
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4 py-4">
      <h2 className="text-heading">{t('factorStep1')}</h2>
      <p className="text-body text-muted">{t('factorStep1Text')}</p>
      <Button wide tone="secondary" render={<a href={made.keyUrl} />}>
        {t('openAuthenticator')}
      </Button>
      <QrCode text={made.keyUrl} label={t('keyCode')} />
      <Tile>
        <span className="block text-small text-muted">{t('keyLabel')}</span>
        <span className="block break-all">
          <CopyText text={made.key} label={t('copyKey')} said={t('copied')} />
        </span>
      </Tile>
      <h2 className="text-heading">{t('factorStep2')}</h2>
      <CodeField
        label={t('code')}
        value={code}
        onValueChange={setCode}
        slotLabel={(position) => t('digit', { position: String(position) })}
        error={wasTried && isMissing && confirm.error === null ? t('codeMissing') : undefined}
      />
      <Refused error={confirm.error ?? undefined} />
      <Button wide type="submit" loading={confirm.isPending}>
        {t('factorConfirm')}
      </Button>
    </form>
  );
}
