import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '#client/api.ts';
import type { CallOutput } from '#client/calls.ts';
import { type CallError, isRefusal } from '#client/errors.ts';
import { proveWork, type SolvedCaptcha } from '#client/proof/captcha.ts';
import { knownDevice, signIn } from '#client/session.ts';
import { targetOrHome } from '#widgets/session/target.ts';
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

/** How often the work is done again when it was too little. */
const PROOFS_AGAIN_MAX = 3;

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
    const isPictureEnough = !isRefusal(failure, 'WORK_NEEDED');
    if (!isPictureEnough) setNeedsPicture(false);
    else if (needsPicture || isRefusal(failure, 'CAPTCHA_NEEDED', 'CAPTCHA_WRONG')) {
      setNeedsPicture(true);
      renewPicture();
    }
  };
  const send = async (password: string, captcha: SolvedCaptcha | undefined) => {
    setPending(true);
    setError(undefined);
    try {
      const entries = { ...contactInput(contact), ...knownDevice(), password, ...captcha };
      signIn(await call('login', entries), 'real');
      await router.navigate({ href: targetOrHome(goTo), replace: true });
    } finally {
      setPending(false);
    }
  };
  const submit = (password: string, pictureAnswer: string) => {
    const captcha =
      picture === undefined
        ? undefined
        : { captchaId: picture.captchaId, captchaAnswer: pictureAnswer.trim() };
    send(password, captcha).catch((failure: CallError) => {
      failed(failure);
      // After many wrong passwords a picture is not enough: the device works by itself.
      if (isRefusal(failure, 'WORK_NEEDED')) proveInstead(password);
    });
  };
  const prove = async (password: string, triesLeft: number): Promise<void> => {
    const captcha = await proveWork({ ...contactInput(contact), ...knownDevice() });
    try {
      await send(password, captcha);
    } catch (failure) {
      // Somebody else's tries made the work too little meanwhile.
      if (!isRefusal(failure, 'WORK_NEEDED') || triesLeft === 0) throw failure;
      await prove(password, triesLeft - 1);
    }
  };
  const proveInstead = (password: string) => {
    setProving(true);
    prove(password, PROOFS_AGAIN_MAX)
      .catch(failed)
      .finally(() => setProving(false));
  };
  return { error, isPending, isProving, picture, needsPicture, submit, renewPicture, proveInstead };
}
