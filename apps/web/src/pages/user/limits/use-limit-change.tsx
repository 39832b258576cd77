import { type ReactNode, useState } from 'react';
import { call } from '#client/api.ts';
import type { CallInput } from '#client/calls.ts';
import { type CallError, isRefusal } from '#client/errors.ts';
import { invalidate } from '#client/query.ts';
import { useTranslation } from '#locales/i18n.ts';
import { showToast } from '#ui/feedback/toast.ts';
import { useStepUp } from '#widgets/security/use-step-up.tsx';
import { type LimitKey, useLimitWords } from './limit-words.ts';

export interface LimitChange {
  /** Sets a value, or none; what is looser than what holds is confirmed and waits. */
  readonly change: (key: LimitKey, value: string | undefined) => void;
  readonly isRunning: boolean;
  readonly error: CallError | undefined;
  readonly sheet: ReactNode;
}

/**
 * A stricter value needs no confirmation. The server alone knows which one is: only where it says that the
 * value is looser does the person confirm who they are.
 */
export function useLimitChange(onChanged: () => void): LimitChange {
  const { t } = useTranslation('security');
  const { nameOf, valueText } = useLimitWords();
  const stepUp = useStepUp();
  const [isSetting, setSetting] = useState(false);
  const [error, setError] = useState<CallError>();
  const loosen = async (input: CallInput<'limitLoosen'>, key: LimitKey) => {
    onChanged();
    const to = input.value === undefined ? t('limit_noLimit') : valueText(key, input.value);
    const facts = [
      { label: t('limit_factLimit'), value: nameOf(key) },
      { label: t('limit_factNew'), value: to },
      { label: t('limit_factFrom'), value: t('limit_factDay') },
    ];
    return (await stepUp.run('limitLoosen', input, { facts })) !== undefined;
  };
  const confirm = async (input: CallInput<'limitSet'>, key: LimitKey) => {
    onChanged();
    const facts = [
      { label: t('limit_factLimit'), value: nameOf(key) },
      { label: t('limit_factNew'), value: valueText(key, input.value) },
    ];
    return (await stepUp.run('limitSet', input, { facts })) !== undefined;
  };
  const run = async (key: LimitKey, value: string | undefined): Promise<boolean> => {
    const named = { name: key.name, ...(key.asset !== undefined && { asset: key.asset }) };
    if (value === undefined) return loosen(named, key);
    try {
      await call('limitSet', { ...named, value });
      onChanged();
      showToast(t('limit_saved'), { tone: 'success' });
      return false;
    } catch (failure) {
      if (isRefusal(failure, 'STEP_UP_NEEDED')) {
        if (await confirm({ ...named, value }, key)) showToast(t('limit_saved'), { tone: 'success' });
        return false;
      }
      if (!isRefusal(failure, 'OWN_LIMIT_LOOSER') || key.name === 'exclusion') throw failure;
      return loosen({ ...named, value }, key);
    }
  };
  const change: LimitChange['change'] = (key, value) => {
    setError(undefined);
    setSetting(true);
    run(key, value)
      .then((isLater) => {
        invalidate('limits', 'noticeList', 'pointChangeLog');
        if (isLater) showToast(t('limit_savedLater'), { tone: 'success' });
      }, setError)
      .finally(() => setSetting(false));
  };
  return { change, isRunning: isSetting || stepUp.isRunning, error, sheet: stepUp.sheet };
}
