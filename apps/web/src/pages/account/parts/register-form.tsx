import { useRouter } from '@tanstack/react-router';
import { type FormEvent, useEffect, useReducer, useState } from 'react';
import { stream } from '#client/live.ts';
import { inviteCodeSlice } from '#client/store.ts';
import { useTranslation } from '#locales/i18n.ts';
import type { Contact } from './contact.ts';
import { keepRegistration, readRegistration, type SentCode } from './kept-registration.ts';
import { CodeStep, ContactStep, PasswordStep, type StepProps } from './register-steps.tsx';
import {
  type Entries,
  type FieldName,
  problemsOf,
  STEPS,
  type Step,
  stepOfField,
  stepReached,
} from './registration.ts';
import { StepHead } from './step-head.tsx';
import { useCodeSending } from './use-code-sending.ts';
import { useContact } from './use-contact.ts';
import { useRegistration } from './use-registration.ts';

export interface RegisterFormProps {
  goTo: string;
  invite: string | undefined;
  /** The step that the address names. */
  step: Step;
  /** Puts a step into the address. */
  onStep: (step: Step, options?: { replace?: boolean }) => void;
}

/** As the call takes it; an address may be of any length. */
const INVITE_LENGTH_MAX = 16;

/**
 * An account in three steps. The entries live beside the steps,
 * so that Back and Forward of the browser lose none of them.
 */
export function RegisterForm({ goTo, invite, step: wanted, onStep }: RegisterFormProps) {
  const { t } = useTranslation('account');
  const router = useRouter();
  const [before] = useState(() => readRegistration(Date.now() + stream.clockOffsetMs()));
  const [contact, changeContact] = useContact('phone', before?.contact);
  const [entries, setEntries] = useState<Entries>(() => ({
    code: before?.code ?? '',
    password: '',
    passwordAgain: '',
    inviteCode: invite ?? inviteCodeSlice.get(),
    hasAgreed: false,
  }));
  useEffect(() => {
    if (invite !== undefined) inviteCodeSlice.set(invite.slice(0, INVITE_LENGTH_MAX));
  }, [invite]);
  const [tried, tell] = useReducer((all: readonly Step[], which: Step) => [...all, which], []);
  const sending = useCodeSending({
    contact,
    purpose: 'register',
    onContactProblem: () => tell('contact'),
    before: before?.sent,
  });
  const step = stepReached(wanted, sending.sent !== undefined, entries.code);
  useReached(step, wanted, onStep);
  useKeeping(contact, entries.code, sending.sent);
  const registration = useRegistration(goTo, (field) => {
    const back = STEPS.indexOf(stepOfField(field) ?? step) - STEPS.indexOf(step);
    if (back < 0) router.history.go(back);
  });
  const change = (part: Partial<Entries>) => {
    registration.forget();
    setEntries((before) => ({ ...before, ...part }));
  };
  const problems = problemsOf(step, contact, entries);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    tell(step);
    if (Object.keys(problems).length > 0) return;
    if (step === 'password') registration.send(contact, entries);
    else if (step === 'code') onStep('password');
    else if (sending.isSentToContact()) onStep('code');
    else {
      change({ code: '' });
      sending.send(() => onStep('code'));
    }
  };
  const errorAt = (field: FieldName) => {
    const problem = problems[field];
    return tried.includes(step) && problem !== undefined ? t(problem) : registration.saidAt(field);
  };
  const props = {
    contact,
    onContactChange: (part: Parameters<typeof changeContact>[0]) => {
      registration.forget();
      changeContact(part);
    },
    entries,
    onChange: change,
    errorAt,
    sending,
    registration,
  };
  return (
    <form onSubmit={submit} noValidate className="flex flex-col">
      <StepHead step={step} />
      <StepFields key={step} step={step} props={props} onComplete={() => onStep('password')} />
    </form>
  );
}

function StepFields({ step, props, onComplete }: { step: Step; props: StepProps; onComplete: () => void }) {
  return (
    <div className="flex flex-col gap-4">
      {step === 'contact' && <ContactStep {...props} />}
      {step === 'code' && <CodeStep {...props} onComplete={onComplete} />}
      {step === 'password' && <PasswordStep {...props} />}
    </div>
  );
}

/** The address names the step that is shown. */
function useReached(step: Step, wanted: Step, onStep: RegisterFormProps['onStep']): void {
  useEffect(() => {
    if (step !== wanted) onStep(step, { replace: true });
  }, [step, wanted, onStep]);
}

/** A page that is loaded again goes on with the code that is on its way. */
function useKeeping({ by, phone, email }: Contact, code: string, sent: SentCode | undefined): void {
  useEffect(() => {
    if (sent !== undefined) keepRegistration({ contact: { by, phone, email }, sent, code });
  }, [sent, code, by, phone, email]);
}
