import { LogOut, RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { isToasted } from '#client/errors.ts';
import { OWN_CALLS } from '#client/hooks.ts';
import { newClientId, useCommand } from '#client/query.ts';
import { useTranslation } from '#locales/i18n.ts';
import { showToast } from '#ui/feedback/toast.ts';
import { Icon } from '#ui/icon.tsx';
import { List, Row } from '#ui/layout/row.tsx';
import { Tile } from '#ui/layout/tile.tsx';
import { ConfirmDialog } from '#ui/overlays/dialog.tsx';
import { ActLoader } from '#widgets/session/act-loader.tsx';
import { useErrorText, useSignOut } from '#widgets/session/use-account-actions.ts';
import type { SessionAct } from './use-finder.ts';

type Asking = 'nothing' | 'reset' | 'signOut';

/** The controls that end or renew: the demo account's reset and the sign-out. Both ask first. */
export function MineSession({ acts }: { acts: readonly SessionAct[] }) {
  const { t } = useTranslation('mine');
  const [asking, setAsking] = useState<Asking>('nothing');
  const signOut = useSignOut();
  const stopAsking = (isOpen: boolean) => setAsking((before) => (isOpen ? before : 'nothing'));
  return (
    <>
      {acts.length > 0 && (
        <div className="mt-6 px-4">
          <Tile flush className="overflow-hidden">
            <List label={t('session')}>
              {acts.includes('demoReset') && (
                <Row
                  compact
                  title={t('demoReset')}
                  detail={t('demoResetDetail')}
                  leading={<Icon icon={RotateCcw} className="text-muted" />}
                  onClick={() => setAsking('reset')}
                />
              )}
              {acts.includes('signOut') && (
                <Row
                  compact
                  tone="danger"
                  title={t('signOut')}
                  leading={<Icon icon={LogOut} />}
                  onClick={() => setAsking('signOut')}
                />
              )}
            </List>
          </Tile>
        </div>
      )}
      <ResetDialog open={asking === 'reset'} onOpenChange={stopAsking} />
      <ConfirmDialog
        open={asking === 'signOut'}
        onOpenChange={stopAsking}
        title={t('signOutTitle')}
        confirmLabel={t('signOut')}
        cancelLabel={t('cancel')}
        tone="danger"
        onConfirm={signOut}
      >
        {t('signOutText')}
      </ConfirmDialog>
    </>
  );
}

function ResetDialog({ open, onOpenChange }: { open: boolean; onOpenChange: (isOpen: boolean) => void }) {
  const { t } = useTranslation('mine');
  const textOf = useErrorText();
  const [clientId] = useState(newClientId);
  const reset = useCommand('demoReset', {
    touches: OWN_CALLS,
    onDone: () => {
      onOpenChange(false);
      showToast(t('demoResetDone'), { tone: 'success' });
    },
    onFailed: (error) => {
      onOpenChange(false);
      if (isToasted(error)) return;
      const { title, fix } = textOf(error);
      showToast(`${title} ${fix}`, { tone: 'error', durationMs: 4000 });
    },
  });
  return (
    <>
      <ActLoader active={reset.isPending} />
      <ConfirmDialog
        open={open}
        onOpenChange={onOpenChange}
        title={t('demoResetTitle')}
        confirmLabel={t('demoResetConfirm')}
        cancelLabel={t('cancel')}
        loading={reset.isPending}
        onConfirm={() => reset.mutate({ clientId })}
      >
        {t('demoResetText')}
      </ConfirmDialog>
    </>
  );
}
