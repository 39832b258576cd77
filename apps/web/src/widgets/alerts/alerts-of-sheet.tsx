import { useState } from 'react';
import { useCall } from '#client/query.ts';
import { useTranslation } from '#locales/i18n.ts';
import { Button } from '#ui/button.tsx';
import { SkeletonRows } from '#ui/feedback/skeleton.tsx';
import { Sheet } from '#ui/overlays/sheet.tsx';
import { CallState } from '#widgets/session/call-state.tsx';
import { PathLink } from '#widgets/session/path-link.tsx';
import { AlertList } from './alert-list.tsx';
import { AlertSheet } from './alert-sheet.tsx';

export interface AlertsOfSheetProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  instrumentId: string;
  symbol: string;
}

/** The alerts of one instrument, and the way to a new one. */
export function AlertsOfSheet({ open, onOpenChange, instrumentId, symbol }: AlertsOfSheetProps) {
  const { t } = useTranslation('alerts');
  const [isAdding, setAdding] = useState(false);
  const alerts = useCall('alertList', { instrumentId }, { enabled: open });
  return (
    <>
      <Sheet
        open={open}
        onOpenChange={onOpenChange}
        title={t('alertOf', { symbol })}
        closeLabel={t('close')}
        footer={
          <>
            <Button size="medium" tone="secondary" render={<PathLink href="/pages/notice/alerts" />}>
              {t('allAlerts')}
            </Button>
            <Button size="medium" onClick={() => setAdding(true)}>
              {t('addAlert')}
            </Button>
          </>
        }
      >
        <div className="-mx-5 pb-2">
          <CallState query={alerts} data={alerts.data?.list} skeleton={<SkeletonRows count={2} />}>
            {(list) =>
              list.length === 0 ? (
                <p className="px-5 py-2 text-body text-muted">{t('once')}</p>
              ) : (
                <AlertList alerts={list} label={t('alertOf', { symbol })} />
              )
            }
          </CallState>
        </div>
      </Sheet>
      <AlertSheet open={isAdding} onOpenChange={setAdding} instrumentId={instrumentId} symbol={symbol} />
    </>
  );
}
