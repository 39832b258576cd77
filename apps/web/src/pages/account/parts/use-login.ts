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
  /** The login has a second factor. */
  needsFactor: boolean;
  submit: (given: LoginGiven, pictureAnswer: string) => void;
  renewPicture: () => void;
  proveInstead: (given: LoginGiven) => void;
}

export interface LoginGiven {
  readonly password: string;
  /** Of the authenticator app; empty until it is asked for. */
  readonly factor: string;
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
  const [needsFactor, setNeedsFactor] = useState(false);
  const [picture, setPicture] = useState<CallOutput<'captchaNew'>>();
  const renewPicture = () => {
    call('captchaNew', { kind: 'picture', purpose: 'login' }).then(setPicture, say);
  };
  const failed = (failure: CallError) => {
    setError(failure);
    if (isRefusal(failure, 'SECOND_FACTOR_NEEDED')) {
      setNeedsFactor(true);
      return setNeedsPicture(false);
    }
    // Each picture counts once, so a wrong password needs a new one too.
    const isPictureEnough = !isRefusal(failure, 'WORK_NEEDED');
    if (!isPictureEnough) setNeedsPicture(false);
    else if (needsPicture || isRefusal(failure, 'CAPTCHA_NEEDED', 'CAPTCHA_WRONG')) {
      setNeedsPicture(true);
      renewPicture();
    }
  };
  const send = async ({ password, factor }: LoginGiven, captcha: SolvedCaptcha | undefined) => {
    setPending(true);
    setError(undefined);
    try {
      const second = factor.trim() === '' ? {} : { factor: factor.trim() };
      const entries = { ...contactInput(contact), ...knownDevice(), password, ...second, ...captcha };
      signIn(await call('login', entries), 'real');
      await router.navigate({ href: targetOrHome(goTo), replace: true });
    } finally {
      setPending(false);
    }
  };
  const submit = (given: LoginGiven, pictureAnswer: string) => {
    const captcha =
      picture === undefined
        ? undefined
        : { captchaId: picture.captchaId, captchaAnswer: pictureAnswer.trim() };
    send(given, captcha).catch((failure: CallError) => {
      failed(failure);
      // After many wrong passwords a picture is not enough: the device works by itself.
      if (isRefusal(failure, 'WORK_NEEDED')) proveInstead(given);
    });
  };
  const prove = async (given: LoginGiven, triesLeft: number): Promise<void> => {
    const captcha = await proveWork({ ...contactInput(contact), ...knownDevice() });
    try {
      await send(given, captcha);
    } catch (failure) {
      // Somebody else's tries made the work too little meanwhile.
      if (!isRefusal(failure, 'WORK_NEEDED') || triesLeft === 0) throw failure;
      await prove(given, triesLeft - 1);
    }
  };
  const proveInstead = (given: LoginGiven) => {
    setProving(true);
    prove(given, PROOFS_AGAIN_MAX)
      .catch(failed)
      .finally(() => setProving(false));
  };
  const needs = { needsPicture, needsFactor };
  return { error, isPending, isProving, picture, ...needs, submit, renewPicture, proveInstead };
}
