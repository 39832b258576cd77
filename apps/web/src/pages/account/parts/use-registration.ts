import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '#client/api.ts';
import { type CallError, RefusalError } from '#client/errors.ts';
import { proveWork } from '#client/proof/captcha.ts';
import { knownDevice, signIn } from '#client/session.ts';
import { inviteCodeSlice } from '#client/store.ts';
import { targetOrHome } from '#widgets/session/target.ts';
import { useErrorText } from '#widgets/session/use-account-actions.ts';
import { type Contact, contactInput } from './contact.ts';
import { type Entries, type FieldName, isField } from './registration.ts';
import { storeRegistration } from './stored-registration.ts';

export interface Registration {
  send: (contact: Contact, entries: Entries) => void;
  isPending: boolean;
  /** The server's words on one field stand at that field; all others above the button. */
  saidAt: (name: FieldName) => string | undefined;
  notice: { title: string; fix: string } | undefined;
  forget: () => void;
}

/** Opens the account; `onRefused` hears of the field that the server named. */
export function useRegistration(goTo: string, onRefused: (field: string | undefined) => void): Registration {
  const router = useRouter();
  const textOf = useErrorText();
  const [error, setError] = useState<CallError>();
  const [isPending, setPending] = useState(false);
  const send = (contact: Contact, { hasAgreed, inviteCode, ...entries }: Entries) => {
    setPending(true);
    setError(undefined);
    const invited = inviteCode.trim() === '' ? {} : { inviteCode: inviteCode.trim() };
    const agreement = hasAgreed ? 'true' : 'false';
    proveWork()
      .then((captcha) => {
        const who = { ...contactInput(contact), ...knownDevice() };
        return call('register', { ...who, ...entries, ...invited, agreement, ...captcha });
      })
      .then((signedIn) => {
        inviteCodeSlice.clear();
        storeRegistration(undefined);
        signIn(signedIn, 'real');
        return router.navigate({ href: targetOrHome(goTo), replace: true });
      })
      .catch((failure: CallError) => {
        setError(failure);
        onRefused(fieldOf(failure));
      })
      .finally(() => setPending(false));
  };
  const said = error === undefined ? undefined : textOf(error);
  const field = fieldOf(error);
  return {
    send,
    isPending,
    saidAt: (name) => (said !== undefined && field === name ? `${said.title} ${said.fix}` : undefined),
    notice: isField(field) ? undefined : said,
    forget: () => setError(undefined),
  };
}

function fieldOf(error: CallError | undefined): string | undefined {
  return error instanceof RefusalError ? error.field : undefined;
}
