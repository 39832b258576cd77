import { HOUR_MS, MINUTE_MS } from '@tarazu/core/values';
import type { CallOutput } from '#client/calls.ts';
import { useTranslation } from '#locales/i18n.ts';

/** How long people of customer service took lately; nothing is claimed of a few. */
export function AnswerTimes({ times }: { times: CallOutput<'chatThreads'>['answerTimes'] }) {
  const { t } = useTranslation('chat');
  const { medianMs, ninetiethMs } = times;
  if (medianMs === undefined || ninetiethMs === undefined) return t('answerTimesNone');
  const lengthOf = (ms: number): string =>
    ms < HOUR_MS
      ? t('minutes', { count: Math.max(1, Math.ceil(ms / MINUTE_MS)) })
      : t('hours', { count: Math.ceil(ms / HOUR_MS) });
  return t('answerTimes', { median: lengthOf(medianMs), ninetieth: lengthOf(ninetiethMs) });
}
