import { useRouter } from '@tanstack/react-router';
import { type FormEvent, useEffect, useReducer, useState } from 'react';
import { stream } from '#client/live.ts';
import { inviteCodeSlice } from '#client/store.ts';
import { useTranslation } from '#locales/i18n.ts';
import type { Contact } from './contact.ts';
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
import { readRegistration, type SentCode, storeRegistration } from './stored-registration.ts';
import { useCodeCheck } from './use-code-check.ts';
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
  const [entries, setEntries] = useState<Entries>(() => firstEntries(before?.code, invite));
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
  const checking = useCodeCheck(contact, entries.code);
  const isCodeRight = checking.isRight(entries.code);
  const step = stepReached(wanted, sending.sent !== undefined, isCodeRight);
  useReached(step, wanted, onStep);
  useKeeping(contact, isCodeRight ? entries.code : '', sending.sent);
  const registration = useRegistration(goTo, (field) => {
    const back = STEPS.indexOf(stepOfField(field) ?? step) - STEPS.indexOf(step);
    if (back >= 0) return;
    checking.forget();
    router.history.go(back);
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
    else if (step === 'code') checking.check(entries.code, () => onStep('password'));
    else if (sending.isSentToContact()) onStep('code');
    else {
      change({ code: '' });
      checking.forget();
      sending.send(() => onStep('code'));
    }
  };
  const errorAt = (field: FieldName) => {
    const problem = problems[field];
    if (tried.includes(step) && problem !== undefined) return t(problem);
    return (field === 'code' ? checking.errorOf(entries.code) : undefined) ?? registration.saidAt(field);
  };
  const onContactChange = (part: Partial<Contact>) => {
    registration.forget();
    changeContact(part);
  };
  const checks = { sending, checking, registration };
  const props = { contact, onContactChange, entries, onChange: change, errorAt, ...checks };
  return (
    <form onSubmit={submit} noValidate className="flex flex-col">
      <StepHead step={step} />
      <StepFields
        key={step}
        step={step}
        props={props}
        onComplete={(code) => checking.check(code, () => onStep('password'))}
      />
    </form>
  );
}

function firstEntries(code = '', invite = inviteCodeSlice.get()): Entries {
  return { code, password: '', passwordAgain: '', inviteCode: invite, hasAgreed: false };
}

function StepFields({
  step,
  props,
  onComplete,
}: {
  step: Step;
  props: StepProps;
  onComplete: (code: string) => void;
}) {
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
    if (sent !== undefined) storeRegistration({ contact: { by, phone, email }, sent, code });
  }, [sent, code, by, phone, email]);
}
