import { useRouter, useSearch } from '@tanstack/react-router';
import { COUNTRIES, type Country } from '@tarazu/core/countries';
import { type FormEvent, useState } from 'react';
import type { CallInput } from '#client/calls.ts';
import type { CallError } from '#client/errors.ts';
import { invalidate, useCommand } from '#client/query.ts';
import { useTranslation } from '#locales/i18n.ts';
import { BackBar } from '#shell/app-bars.tsx';
import { Button } from '#ui/button.tsx';
import { showToast } from '#ui/feedback/toast.ts';
import { SelectField } from '#ui/fields/select-field.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { Page } from '#ui/layout/app-frame.tsx';
import { Refused } from '#widgets/security/refused.tsx';
import type { SteppedCall } from '#widgets/security/step-up.ts';
import { useStepUp } from '#widgets/security/use-step-up.tsx';
import { CommandCode } from './security/own-code.tsx';

type AreaCode = Country['areaCode'];
const WORD = /^[\p{L}\p{N}][\p{L}\p{M}\p{N} -]{2,23}$/u;
const CODE_DIGITS = 6;

/** A new e-mail, a new phone, or the word that stands in each mail. */
export default function ContactPage() {
  const { t } = useTranslation('security');
  const { kind } = useSearch({ from: '/pages/user/contact' });
  const title = { email: t('email'), phone: t('phone'), word: t('mailWord') }[kind];
  return (
    <Page header={<BackBar title={title} />}>
      {kind === 'word' ? <WordForm /> : <ContactForm key={kind} by={kind} />}
    </Page>
  );
}

/** Makes the change with its step-up, and goes back to the settings. */
function useSaving() {
  const { t } = useTranslation('security');
  const router = useRouter();
  const stepUp = useStepUp();
  const [error, setError] = useState<CallError>();
  const save = <Name extends SteppedCall>(
    name: Name,
    input: CallInput<Name>,
    fact: { readonly label: string; readonly value: string },
  ) => {
    setError(undefined);
    stepUp.run(name, input, { facts: [fact] }).then((saved) => {
      if (saved === undefined) return;
      invalidate('securityInfo', 'userInfo');
      showToast(t('saved'), { tone: 'success' });
      void router.navigate({ to: '/pages/user/security', replace: true });
    }, setError);
  };
  return { save, stepUp, error };
}

function ContactForm({ by }: { by: 'email' | 'phone' }) {
  const { t } = useTranslation('security');
  const [typed, setTyped] = useState('');
  const [areaCode, setAreaCode] = useState<AreaCode>('91');
  const [code, setCode] = useState('');
  const [wasTried, setTried] = useState(false);
  const { save, stepUp, error } = useSaving();
  const send = useCommand('contactCodeSend');
  const account = by === 'email' ? typed.trim() : typed.replace(/[\s-]/g, '');
  const isWrong = by === 'email' ? !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(account) : !/^\d{6,15}$/.test(account);
  const isCodeMissing = code.length !== CODE_DIGITS;
  const sendCode = () => {
    if (isWrong) return setTried(true);
    send.mutate(by === 'email' ? { by, account } : { by, account, areaCode });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (isWrong || isCodeMissing) return;
    const fact = { label: t(by), value: by === 'email' ? account : `+${areaCode} ${account}` };
    if (by === 'email') save('emailUpdate', { email: account, code }, fact);
    else save('phoneUpdate', { phone: account, areaCode, code }, fact);
  };
  return (
    <>
      <form onSubmit={submit} noValidate className="flex flex-col gap-4 py-4">
        <p className="text-body text-muted">{t(`intro_${by}`)}</p>
        {by === 'phone' && (
          <SelectField
            label={t('areaCode')}
            value={areaCode}
            onValueChange={setAreaCode}
            placeholder={t('areaCode')}
            closeLabel={t('close')}
            options={COUNTRIES.map(({ areaCode: value }) => ({ value, label: t(`country_${value}`) }))}
          />
        )}
        <TextField
          label={t(by === 'email' ? 'newEmail' : 'newPhone')}
          type={by === 'email' ? 'email' : 'tel'}
          inputMode={by === 'email' ? 'email' : 'tel'}
          autoComplete={by === 'email' ? 'email' : 'tel-national'}
          autoCapitalize="none"
          value={typed}
          onValueChange={setTyped}
          error={wasTried && isWrong ? t(`format_${by}`) : undefined}
        />
        <CommandCode
          code={code}
          onCodeChange={setCode}
          error={wasTried && isCodeMissing ? t('codeMissing') : undefined}
          command={send}
          onSend={sendCode}
        />
        <Refused error={error} />
        <Button type="submit" wide loading={stepUp.isRunning}>
          {t(by === 'email' ? 'saveEmail' : 'savePhone')}
        </Button>
      </form>
      {stepUp.sheet}
    </>
  );
}

function WordForm() {
  const { t } = useTranslation('security');
  const [word, setWord] = useState('');
  const [wasTried, setTried] = useState(false);
  const { save, stepUp, error } = useSaving();
  const isWrong = !WORD.test(word.trim());
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!isWrong) save('mailWordUpdate', { word: word.trim() }, { label: t('word'), value: word.trim() });
  };
  return (
    <>
      <form onSubmit={submit} noValidate className="flex flex-col gap-4 py-4">
        <p className="text-body text-muted">{t('wordIntro')}</p>
        <TextField
          label={t('word')}
          autoComplete="off"
          maxLength={24}
          value={word}
          onValueChange={setWord}
          help={t('wordHelp')}
          error={wasTried && isWrong ? t('wordWrong') : undefined}
        />
        <Refused error={error} />
        <Button type="submit" wide loading={stepUp.isRunning}>
          {t('saveWord')}
        </Button>
      </form>
      {stepUp.sheet}
    </>
  );
}
