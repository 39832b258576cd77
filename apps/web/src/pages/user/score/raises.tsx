import type { ScoreKind } from '@tarazu/protocol';
import type { CallOutput } from '#client/calls.ts';
import { useTranslation } from '#locales/i18n.ts';
import { useIsBuilt } from '#shell/navigation.ts';
import { Button } from '#ui/button.tsx';
import { formatNumber } from '#ui/numbers/format.ts';
import { TimeText } from '#ui/numbers/time-text.tsx';
import { useFormat } from '#ui/numbers/use-format.ts';
import { PathLink } from '#widgets/session/path-link.tsx';

type Raise = CallOutput<'pointChangeLog'>['parts'][number]['raises'][number];

/** The pages on which a person can bring an event about. */
const RAISED_AT: Readonly<Partial<Record<ScoreKind, string>>> = {
  phone: '/pages/user/security',
  email: '/pages/user/security',
  bankName: '/pages/wallet/bankList?type=2',
  verified: '/pages/user/kyc',
  secondFactor: '/pages/user/security',
  transactionPassword: '/pages/user/tradePassword',
  allowList: '/pages/user/limits',
};

/** Events that would raise a part, as the account is now. */
export function ScoreRaises({ raises, isFull }: { raises: readonly Raise[]; isFull: boolean }) {
  const { t } = useTranslation('score');
  if (raises.length === 0)
    return <p className="pb-3 text-small text-muted">{t(isFull ? 'raiseFull' : 'raiseNothing')}</p>;
  return (
    <>
      <h3 className="text-small font-semibold">{t('raises')}</h3>
      <ul className="flex flex-col pb-2">
        {raises.map((raise) => (
          <RaiseLine key={raise.kind} raise={raise} />
        ))}
      </ul>
    </>
  );
}

function RaiseLine({ raise: { kind, points, atMs } }: { raise: Raise }) {
  const { t } = useTranslation('score');
  const settings = useFormat();
  const isBuilt = useIsBuilt();
  const path = RAISED_AT[kind];
  return (
    <li className="flex min-h-11 items-center justify-between gap-3 text-small">
      <span className="min-w-0">
        {t(`kind_${kind}`)}
        <span className="number ml-2 text-good">
          {formatNumber(String(points), { sign: 'always', settings })}
        </span>
      </span>
      {atMs !== undefined && (
        <span className="shrink-0 text-muted">
          <TimeText atMs={atMs} />
        </span>
      )}
      {path !== undefined && isBuilt(path) && (
        <Button size="small" tone="quiet" className="-mr-3" render={<PathLink href={path} />}>
          {t('raise')}
        </Button>
      )}
    </li>
  );
}
