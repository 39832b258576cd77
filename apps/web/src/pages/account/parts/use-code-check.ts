import { useState } from 'react';
import { call } from '#client/api.ts';
import type { CallError } from '#client/errors.ts';
import { knownDevice } from '#client/session.ts';
import { useErrorText } from '#widgets/session/use-account-actions.ts';
import { type Contact, contactInput } from './contact.ts';

export interface CodeCheck {
  /** Asks the server about six digits, and not again about right ones; `onRight` leads on. */
  check: (code: string, onRight: () => void) => void;
  isRight: (code: string) => boolean;
  isChecking: boolean;
  /** The server's words on these digits. */
  errorOf: (code: string) => string | undefined;
  /** A new code is on its way: nothing is known of the next one. */
  forget: () => void;
}

/** Tells a wrong code where it is entered and not after the last step. `before` was right before a reload. */
export function useCodeCheck(contact: Contact, before: string): CodeCheck {
  const textOf = useErrorText();
  const [right, setRight] = useState(before);
  const [asked, setAsked] = useState<string>();
  const [failure, setFailure] = useState<{ readonly code: string; readonly error: CallError }>();
  const isRight = (code: string) => code !== '' && code === right;
  const check = (code: string, onRight: () => void) => {
    if (isRight(code)) return onRight();
    if (asked === code) return;
    setAsked(code);
    setFailure(undefined);
    call('codeCheck', { ...contactInput(contact), ...knownDevice(), code })
      .then(() => {
        setRight(code);
        onRight();
      })
      .catch((error: CallError) => setFailure({ code, error }))
      .finally(() => setAsked(undefined));
  };
  const said = failure === undefined ? undefined : textOf(failure.error);
  return {
    check,
    isRight,
    isChecking: asked !== undefined,
    errorOf: (code) =>
      said !== undefined && failure?.code === code ? `${said.title} ${said.fix}` : undefined,
    forget: () => {
      setRight('');
      setFailure(undefined);
    },
  };
}
