import { useRouter } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import type { CallInput, CallOutput } from '#client/calls.ts';
import type { CallError } from '#client/errors.ts';
import { invalidate, useCall } from '#client/query.ts';
import { useTranslation } from '#locales/i18n.ts';
import { BackBar } from '#shell/app-bars.tsx';
import { Button } from '#ui/button.tsx';
import { SkeletonRows } from '#ui/feedback/skeleton.tsx';
import { showToast } from '#ui/feedback/toast.ts';
import { Page } from '#ui/layout/app-frame.tsx';
import { PinField } from '#widgets/security/pin-field.tsx';
import { Refused } from '#widgets/security/refused.tsx';
import { useStepUp } from '#widgets/security/use-step-up.tsx';
import { CallState } from '#widgets/session/call-state.tsx';
import { OwnCode } from './security/own-code.tsx';

type Info = CallOutput<'securityInfo'>;
type Way = 'set' | 'change' | 'reset';

const INTROS = { set: 'tradeSetIntro', change: 'tradeChangeIntro', reset: 'tradeResetIntro' } as const;
const DIGITS = 6;

export default function TradePasswordPage() {
  const { t } = useTranslation('security');
  const info = useCall('securityInfo', {});
  const [isForgotten, setForgotten] = useState(false);
  const changes: Way = isForgotten ? 'reset' : 'change';
  const way: Way = info.data?.pinChangedAtMs === undefined ? 'set' : changes;
  return (
    <Page header={<BackBar title={t('tradePassword')} />}>
      <CallState query={info} data={info.data} skeleton={<SkeletonRows count={3} />}>
        {(shown) => <PinForm key={way} info={shown} way={way} onForgotten={setForgotten} />}
      </CallState>
    </Page>
  );
}

interface PinFormProps {
  info: Info;
  way: Way;
  onForgotten: (isForgotten: boolean) => void;
}

function PinForm({ info, way, onForgotten }: PinFormProps) {
  const { t } = useTranslation('security');
  const [old, setOld] = useState('');
  const [code, setCode] = useState('');
  const [pin, setPin] = useState('');
  const [pinAgain, setPinAgain] = useState('');
  const [wasTried, setTried] = useState(false);
  const { save, stepUp, error } = useSaving();
  const missing = (text: string) => (wasTried && text.length !== DIGITS ? t('pinMissing') : undefined);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    const asked = { set: pin, change: old, reset: code }[way];
    if (asked.length !== DIGITS || pin.length !== DIGITS || pin !== pinAgain) return;
    const proof = { set: {}, change: { old }, reset: { code } }[way];
    save({ type: 'trade', password: pin, passwordAgain: pinAgain, ...proof });
  };
  const isForgettable = way === 'change' && !info.guest;
  return (
    <>
      <form onSubmit={submit} noValidate className="flex flex-col gap-4 py-4">
        <p className="text-body text-muted">{t(INTROS[way])}</p>
        {way === 'change' && (
          <PinField
            label={t('oldPin')}
            value={old}
            onValueChange={setOld}
            error={missing(old)}
            aside={isForgettable && <WayButton text={t('forgotPin')} onClick={() => onForgotten(true)} />}
          />
        )}
        {way === 'reset' && (
          <>
            <OwnCode
              to={info.codesTo}
              code={code}
              onCodeChange={setCode}
              error={wasTried && code.length !== DIGITS ? t('codeMissing') : undefined}
            />
            <WayButton text={t('rememberPin')} onClick={() => onForgotten(false)} />
          </>
        )}
        <PinField
          label={t('newPin')}
          help={t('pinHelp')}
          value={pin}
          onValueChange={setPin}
          error={missing(pin)}
        />
        <PinField
          label={t('pinAgain')}
          value={pinAgain}
          onValueChange={setPinAgain}
          error={missing(pinAgain) ?? (wasTried && pin !== pinAgain ? t('pinMismatch') : undefined)}
        />
        <Refused error={error} />
        <Button type="submit" wide loading={stepUp.isRunning}>
          {t('savePin')}
        </Button>
      </form>
      {stepUp.sheet}
    </>
  );
}

function WayButton({ text, onClick }: { text: string; onClick: () => void }) {
  return (
    <Button size="small" tone="quiet" className="-my-2 -mr-3 self-start" onClick={onClick}>
      {text}
    </Button>
  );
}

function useSaving() {
  const { t } = useTranslation('security');
  const router = useRouter();
  const stepUp = useStepUp();
  const [error, setError] = useState<CallError>();
  const save = (input: CallInput<'passwordUpdate'>) => {
    setError(undefined);
    const facts = [{ label: t('factType'), value: t('tradePassword') }];
    stepUp.run('passwordUpdate', input, { facts }).then((changed) => {
      if (changed === undefined) return;
      invalidate('securityInfo');
      showToast(t('pinSaved'), { tone: 'success' });
      void router.navigate({ to: '/pages/user/security', replace: true });
    }, setError);
  };
  return { save, stepUp, error };
}
