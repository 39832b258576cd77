import type { OwnAlert } from '@tarazu/protocol';
import { BellRing, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useCommand } from '#client/query.ts';
import { useTranslation } from '#locales/i18n.ts';
import { showToast } from '#ui/feedback/toast.ts';
import { Icon } from '#ui/icon.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Price } from '#ui/numbers/number-text.tsx';
import { TimeText } from '#ui/numbers/time-text.tsx';
import { ConfirmDialog } from '#ui/overlays/dialog.tsx';
import { useErrorToast } from '#widgets/session/use-account-actions.ts';
import { AlertSheet } from './alert-sheet.tsx';
import { LevelDistance } from './level-distance.tsx';
import { useAlertWords } from './words.ts';

/** Alerts with what can be done to each: one that waits can be changed, every one removed. */
export function AlertList({ alerts, label }: { alerts: readonly OwnAlert[]; label: string }) {
  const [edited, setEdited] = useState<OwnAlert>();
  const [isEditing, setEditing] = useState(false);
  const [asked, setAsked] = useState<OwnAlert>();
  const edit = (alert: OwnAlert) => {
    setEdited(alert);
    setEditing(true);
  };
  return (
    <>
      <ul aria-label={label} className="flex flex-col">
        {alerts.map((alert) => (
          <AlertRow key={alert.id} alert={alert} onEdit={edit} onRemove={setAsked} />
        ))}
      </ul>
      {edited !== undefined && (
        <AlertSheet
          open={isEditing}
          onOpenChange={setEditing}
          instrumentId={edited.instrumentId}
          symbol={edited.symbol}
          alert={edited}
        />
      )}
      <RemoveAlert alert={asked} onClose={() => setAsked(undefined)} />
    </>
  );
}

interface AlertRowProps {
  alert: OwnAlert;
  onEdit: (alert: OwnAlert) => void;
  onRemove: (alert: OwnAlert) => void;
}

function AlertRow({ alert, onEdit, onRemove }: AlertRowProps) {
  const { t } = useTranslation('alerts');
  const text = useAlertWords()(alert);
  const { triggeredAtMs, priceTriggered } = alert;
  return (
    <li className="flex min-h-16 items-center gap-1 py-1 pr-1 pl-4">
      <span className="min-w-0 grow">
        <span className="block text-body font-semibold break-words">{text}</span>
        <span className="flex flex-wrap items-center gap-x-1 text-small text-muted">
          {triggeredAtMs === undefined ? (
            <>
              <LevelDistance {...alert} hasPrice />
              <span>
                {t('since')} <TimeText atMs={alert.createdAtMs} />
              </span>
            </>
          ) : (
            <>
              <Icon icon={BellRing} size={14} className="text-brand" />
              {t('triggered')} <Price value={priceTriggered} asset={alert.quoteAsset} /> ·{' '}
              <TimeText atMs={triggeredAtMs} />
            </>
          )}
        </span>
      </span>
      {triggeredAtMs === undefined && (
        <IconButton
          icon={Pencil}
          label={`${t('editAlert')}: ${text}`}
          tone="muted"
          onClick={() => onEdit(alert)}
        />
      )}
      <IconButton
        icon={Trash2}
        label={`${t('remove')}: ${text}`}
        tone="muted"
        onClick={() => onRemove(alert)}
      />
    </li>
  );
}

function RemoveAlert({ alert, onClose }: { alert: OwnAlert | undefined; onClose: () => void }) {
  const { t } = useTranslation('alerts');
  const textOf = useAlertWords();
  const sayError = useErrorToast();
  const remove = useCommand('alertDel', {
    touches: ['alertList'],
    onDone: () => {
      showToast(t('removed'), { tone: 'success' });
      onClose();
    },
    onFailed: (error) => {
      sayError(error);
      onClose();
    },
  });
  return (
    <ConfirmDialog
      open={alert !== undefined}
      onOpenChange={onClose}
      title={alert === undefined ? '' : t('removeTitle', { alert: textOf(alert) })}
      confirmLabel={t('remove')}
      cancelLabel={t('keep')}
      tone="danger"
      loading={remove.isPending}
      onConfirm={() => alert !== undefined && remove.mutate({ id: alert.id })}
    >
      {t('removeText')}
    </ConfirmDialog>
  );
}
