import type { CallOutput } from '#client/calls.ts';
import { useTranslation } from '#locales/i18n.ts';
import { Notice } from '#ui/feedback/notice.tsx';
import { TimeText } from '#ui/numbers/time-text.tsx';

/** Why withdrawals wait, each reason with its end. */
export function Holds({ holds }: { holds: CallOutput<'securityInfo'>['holds'] }) {
  const { t } = useTranslation('security');
  if (holds.length === 0) return null;
  return (
    <div className="px-4 pt-4">
      <Notice tone="warn" title={t('holdTitle')}>
        {t('holdText')}
        <ul className="mt-2 flex flex-col gap-1">
          {holds.map(({ reason, beganAtMs, untilMs }) => (
            <li key={`${reason} ${beganAtMs}`}>
              {t(`hold_${reason}`)}, {t('holdUntil')} <TimeText atMs={untilMs} zone />
            </li>
          ))}
        </ul>
      </Notice>
    </div>
  );
}
