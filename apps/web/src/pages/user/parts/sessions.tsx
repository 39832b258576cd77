import { Laptop, Smartphone } from 'lucide-react';
import { useState } from 'react';
import type { CallOutput } from '#client/calls.ts';
import { useCommand } from '#client/query.ts';
import { useTranslation } from '#locales/i18n.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { showToast } from '#ui/feedback/toast.ts';
import { Icon } from '#ui/icon.tsx';
import { Section } from '#ui/layout/app-frame.tsx';
import { List, Row } from '#ui/layout/row.tsx';
import { TimeText } from '#ui/numbers/time-text.tsx';
import { ConfirmDialog } from '#ui/overlays/dialog.tsx';
import { deviceName, isPhone } from '#widgets/session/device-name.ts';
import { useErrorToast } from '#widgets/session/use-account-actions.ts';

type Session = CallOutput<'userInfo'>['sessions'][number];

/** The devices on which this login is signed in; each of the others can be ended from here. */
export function Sessions({ sessions }: { sessions: readonly Session[] }) {
  const { t } = useTranslation('mine');
  const [asked, setAsked] = useState<{ id: string; device: string }>();
  const [isOpen, setOpen] = useState(false);
  const say = useErrorToast();
  const end = useCommand('sessionEnd', {
    touches: ['userInfo'],
    onDone: () => {
      setOpen(false);
      showToast(t('sessionEnded'), { tone: 'success' });
    },
    onFailed: say,
  });
  const ask = (id: string, device: string) => {
    setAsked({ id, device });
    setOpen(true);
  };
  const others = sessions.filter(({ current }) => !current);
  const endAll = (
    <Button size="small" tone="quiet" className="-mr-3" onClick={() => ask('all', t('allOthers'))}>
      {t('endAll')}
    </Button>
  );
  return (
    <Section flush title={t('sessions')} action={others.length > 1 ? endAll : undefined}>
      <List label={t('sessions')}>
        {sessions.map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            onEnd={() => ask(session.id, deviceName(session.device))}
          />
        ))}
      </List>
      <ConfirmDialog
        open={isOpen}
        onOpenChange={setOpen}
        title={t('endTitle', { device: asked?.device ?? '' })}
        confirmLabel={t('end')}
        cancelLabel={t('cancel')}
        tone="danger"
        loading={end.isPending}
        onConfirm={() => asked !== undefined && end.mutate({ id: asked.id })}
      >
        {t('endText')}
      </ConfirmDialog>
    </Section>
  );
}

function SessionRow({ session, onEnd }: { session: Session; onEnd: () => void }) {
  const { t } = useTranslation('mine');
  const name = deviceName(session.device);
  return (
    <Row
      leading={<Icon icon={isPhone(session.device) ? Smartphone : Laptop} className="text-muted" />}
      title={name}
      detail={
        <>
          {t('lastSeen')} <TimeText atMs={session.lastSeenAtMs} />
        </>
      }
      value={
        session.current ? (
          <Badge tone="good">{t('thisDevice')}</Badge>
        ) : (
          <Button size="small" tone="secondary" aria-label={t('endOf', { device: name })} onClick={onEnd}>
            {t('end')}
          </Button>
        )
      }
    />
  );
}
