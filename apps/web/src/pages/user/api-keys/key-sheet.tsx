import { type ReactNode, useState } from 'react';
import type { CallOutput } from '#client/calls.ts';
import type { CallError } from '#client/errors.ts';
import { useCommand } from '#client/query.ts';
import { useTranslation } from '#locales/i18n.ts';
import { Button } from '#ui/button.tsx';
import { showToast } from '#ui/feedback/toast.ts';
import { FactList, Tile } from '#ui/layout/tile.tsx';
import { formatNumber } from '#ui/numbers/format.ts';
import { Money } from '#ui/numbers/number-text.tsx';
import { TimeText } from '#ui/numbers/time-text.tsx';
import { useFormat } from '#ui/numbers/use-format.ts';
import { Sheet } from '#ui/overlays/sheet.tsx';
import { Refused } from '#widgets/security/refused.tsx';

export type ApiKey = CallOutput<'apiKeyList'>['list'][number];

/** One key: what it may do, where and when it was used, and its end. */
export function KeySheet({ shown, onClose }: { shown: ApiKey | undefined; onClose: () => void }) {
  const { t } = useTranslation('security');
  const [error, setError] = useState<CallError>();
  const end = useCommand('apiKeyEnd', {
    touches: ['apiKeyList'],
    onDone: () => {
      onClose();
      showToast(t('key_ended'), { tone: 'success' });
    },
    onFailed: setError,
  });
  const remove = () => {
    setError(undefined);
    if (shown !== undefined) end.mutate({ id: shown.id });
  };
  return (
    <Sheet
      open={shown !== undefined}
      onOpenChange={(open) => !open && onClose()}
      title={shown?.name ?? ''}
      closeLabel={t('close')}
    >
      {shown !== undefined && (
        <div className="flex flex-col gap-4 py-2">
          <Tile>
            <KeyFacts shown={shown} />
          </Tile>
          <Refused error={error} />
          <Button wide tone="danger" loading={end.isPending} onClick={remove}>
            {t('key_end')}
          </Button>
          <p className="text-small text-muted">{t('key_endText')}</p>
        </div>
      )}
    </Sheet>
  );
}

function KeyFacts({ shown }: { shown: ApiKey }) {
  const { t } = useTranslation('security');
  const settings = useFormat();
  const { addresses, orderMaxInr, orderMaxUsdt, dayOrdersMax, usedAtMs, usedFrom } = shown;
  const facts: { label: string; value: ReactNode }[] = [
    { label: t('key_scope'), value: t(`key_scope_${shown.scope}`) },
    { label: t('key_id'), value: <span className="number break-all">{shown.id}</span> },
    {
      label: t('key_addresses'),
      value: (
        <span className="number break-all">
          {addresses.length === 0 ? t('key_anywhere') : addresses.join(', ')}
        </span>
      ),
    },
  ];
  if (orderMaxInr !== undefined)
    facts.push({ label: t('key_orderMaxInr'), value: <Money value={orderMaxInr} asset="INR" /> });
  if (orderMaxUsdt !== undefined)
    facts.push({ label: t('key_orderMaxUsdt'), value: <Money value={orderMaxUsdt} asset="USDT" /> });
  if (dayOrdersMax !== undefined)
    facts.push({
      label: t('key_dayOrdersMax'),
      value: formatNumber(String(dayOrdersMax), { settings, decimalsMin: 0 }),
    });
  facts.push({ label: t('key_expires'), value: <TimeText atMs={shown.expiresAtMs} zone /> });
  if (usedAtMs !== undefined) facts.push({ label: t('key_usedAt'), value: <TimeText atMs={usedAtMs} /> });
  if (usedFrom !== undefined)
    facts.push({ label: t('key_usedFrom'), value: <span className="number break-all">{usedFrom}</span> });
  return <FactList facts={facts} />;
}
