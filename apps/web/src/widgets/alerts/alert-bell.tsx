import { MINUTE_MS } from '@tarazu/core/units';
import { BellPlus } from 'lucide-react';
import { useState } from 'react';
import { useCall } from '#client/query.ts';
import { useSession } from '#client/session.ts';
import { useTranslation } from '#locales/i18n.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { PathLink } from '#widgets/session/path-link.tsx';
import { AlertsOfSheet } from './alerts-of-sheet.tsx';

export interface AlertBellProps {
  instrumentId: string;
  symbol: string;
}

/** The bell of a quote: a dot where an alert waits. A visitor logs in first and comes back. */
export function AlertBell({ instrumentId, symbol }: AlertBellProps) {
  const { t } = useTranslation('alerts');
  const { isSignedIn } = useSession();
  const [isOpen, setOpen] = useState(false);
  const alerts = useCall('alertList', { instrumentId }, { enabled: isSignedIn, freshMs: MINUTE_MS });
  const isWaiting = alerts.data?.list.some((one) => one.triggeredAtMs === undefined) ?? false;
  const label = t('alertOf', { symbol });
  if (!isSignedIn) {
    const back = encodeURIComponent(`${window.location.pathname}${window.location.search}`);
    return (
      <IconButton
        icon={BellPlus}
        label={label}
        tone="muted"
        render={<PathLink href={`/pages/account/login?to=${back}`} />}
      />
    );
  }
  return (
    <>
      <IconButton icon={BellPlus} label={label} tone="muted" dot={isWaiting} onClick={() => setOpen(true)} />
      <AlertsOfSheet open={isOpen} onOpenChange={setOpen} instrumentId={instrumentId} symbol={symbol} />
    </>
  );
}
