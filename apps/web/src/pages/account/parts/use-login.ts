import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '#client/api.ts';
import type { CallOutput } from '#client/calls.ts';
import { proveWork, type SolvedCaptcha } from '#client/captcha.ts';
import { type CallError, isRefusal } from '#client/errors.ts';
import { signIn } from '#client/session.ts';
import { useErrorToast } from '#widgets/session/use-account-actions.ts';
import { type Contact, contactInput } from './contact.ts';

export interface LoginState {
  error: CallError | undefined;
  isPending: boolean;
  isProving: boolean;
  /** The picture to read, once the server asks for one. */
  picture: CallOutput<'captchaNew'> | undefined;
  needsPicture: boolean;
  submit: (password: string, pictureAnswer: string) => void;
  renewPicture: () => void;
  proveInstead: (password: string) => void;
}

/** Signs in, and deals with the picture that the server asks for after wrong passwords. */
export function useLogin(contact: Contact, goTo: string): LoginState {
  const router = useRouter();
  const say = useErrorToast();
  const [error, setError] = useState<CallError>();
  const [isPending, setPending] = useState(false);
  const [isProving, setProving] = useState(false);
  const [needsPicture, setNeedsPicture] = useState(false);
  const [picture, setPicture] = useState<CallOutput<'captchaNew'>>();
  const renewPicture = () => {
    call('captchaNew', { kind: 'picture', purpose: 'login' }).then(setPicture, say);
  };
  const failed = (failure: CallError) => {
    setError(failure);
    // Each picture counts once, so a wrong password needs a new one too.
    if (needsPicture || isRefusal(failure, 'CAPTCHA_NEEDED', 'CAPTCHA_WRONG')) {
      setNeedsPicture(true);
      renewPicture();
    }
  };
  const send = async (password: string, captcha: SolvedCaptcha | undefined) => {
    setPending(true);
    setError(undefined);
    try {
      signIn(await call('login', { ...contactInput(contact), password, ...captcha }), 'real');
      await router.navigate({ href: goTo, replace: true });
    } finally {
      setPending(false);
    }
  };
  const submit = (password: string, pictureAnswer: string) => {
    const captcha =
      picture === undefined
        ? undefined
        : { captchaId: picture.captchaId, captchaAnswer: pictureAnswer.trim() };
    send(password, captcha).catch(failed);
  };
  const proveInstead = (password: string) => {
    setProving(true);
    proveWork('login')
      .then((captcha) => send(password, captcha))
      .catch(failed)
      .finally(() => setProving(false));
  };
  return { error, isPending, isProving, picture, needsPicture, submit, renewPicture, proveInstead };
}
