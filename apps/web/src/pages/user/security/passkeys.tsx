import { PASSKEYS_MAX } from '@tarazu/protocol';
import { Fingerprint, Plus } from 'lucide-react';
import { useState } from 'react';
import { call } from '#client/api.ts';
import type { CallError } from '#client/errors.ts';
import { invalidate } from '#client/query.ts';
import { useTranslation } from '#locales/i18n.ts';
import { Notice } from '#ui/feedback/notice.tsx';
import { showToast } from '#ui/feedback/toast.ts';
import { Icon } from '#ui/icon.tsx';
import { Section } from '#ui/layout/app-frame.tsx';
import { List, Row } from '#ui/layout/row.tsx';
import { TimeText } from '#ui/numbers/time-text.tsx';
import { Sheet } from '#ui/overlays/sheet.tsx';
import { TermHelp } from '#widgets/help/term-help.tsx';
import { makePasskey } from '#widgets/security/browser-passkeys.ts';
import { Refused } from '#widgets/security/refused.tsx';
import { usePasskeyPlace } from '#widgets/security/use-passkey-place.ts';
import { useStepUp } from '#widgets/security/use-step-up.tsx';
import { deviceName } from '#widgets/session/device-name.ts';
import { type Passkey, PasskeySheet } from './passkey-sheet.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

/** The passkeys of the login: added where the browser can, renamed and removed anywhere. */
export function Passkeys({ passkeys }: { passkeys: readonly Passkey[] }) {
  const { t } = useTranslation('security');
  const isHere = usePasskeyPlace();
  const [shown, setShown] = useState<Passkey>();
  const [isOpen, setOpen] = useState(false);
  const adding = useAdding();
  if (!isHere && passkeys.length === 0) return null;
  const show = (passkey: Passkey) => {
    setShown(passkey);
    setOpen(true);
  };
  return (
    <Section
      flush
      title={t('sectionPasskeys')}
      help={<TermHelp label={t('sectionPasskeys')} terms={['passkey']} />}
    >
      <List label={t('sectionPasskeys')}>
        {passkeys.map((passkey) => (
          <PasskeyRow key={passkey.id} passkey={passkey} onOpen={() => show(passkey)} />
        ))}
        {isHere && passkeys.length < PASSKEYS_MAX && (
          <Row
            leading={<Icon icon={Plus} className="text-muted" />}
            title={t('passkeyAdd')}
            detail={t('passkeyDetail')}
            onClick={adding.start}
          />
        )}
      </List>
      <div className="px-4 empty:hidden">
        <Refused error={adding.error} />
        {adding.wasLeft && (
          <Notice live title={t('passkeyNone')}>
            {t('passkeyNoneText')}
          </Notice>
        )}
      </div>
      {shown !== undefined && (
        <PasskeySheet key={shown.id} open={isOpen} onClose={() => setOpen(false)} passkey={shown} />
      )}
      <Sheet
        open={adding.codes !== undefined}
        onOpenChange={(open) => !open && adding.saved()}
        title={t('passkeyAdded')}
        closeLabel={t('close')}
      >
        {adding.codes !== undefined && <RecoveryCodes codes={adding.codes} onSaved={adding.saved} />}
      </Sheet>
      {adding.sheet}
    </Section>
  );
}

function PasskeyRow({ passkey, onOpen }: { passkey: Passkey; onOpen: () => void }) {
  const { t } = useTranslation('security');
  const { name, addedAtMs, usedAtMs } = passkey;
  return (
    <Row
      chevron
      leading={<Icon icon={Fingerprint} className="text-muted" />}
      title={name}
      detail={
        <>
          {t(usedAtMs === undefined ? 'passkeyAddedAt' : 'passkeyUsedAt')}{' '}
          <TimeText atMs={usedAtMs ?? addedAtMs} />
        </>
      }
      onClick={onOpen}
    />
  );
}

/** Confirms, lets the browser make the passkey, and shows the recovery codes of a first second factor. */
function useAdding() {
  const { t } = useTranslation('security');
  const stepUp = useStepUp();
  const [error, setError] = useState<CallError>();
  const [wasLeft, setLeft] = useState(false);
  const [codes, setCodes] = useState<readonly string[]>();
  const add = async () => {
    const facts = [{ label: t('factType'), value: t('passkeyAdd') }];
    const begun = await stepUp.run('passkeyBegin', {}, { facts });
    if (begun === undefined) return;
    const made = await makePasskey(begun);
    if (made === undefined) return setLeft(true);
    const name = deviceName(navigator.userAgent).replaceAll('·', '-').slice(0, 40);
    const { recoveryCodes } = await call('passkeyAdd', { name, ...made });
    invalidate('securityInfo', 'userInfo', 'noticeList');
    if (recoveryCodes === undefined) showToast(t('passkeyAdded'), { tone: 'success' });
    else setCodes(recoveryCodes);
  };
  const start = () => {
    setError(undefined);
    setLeft(false);
    add().catch(setError);
  };
  return { start, error, wasLeft, codes, saved: () => setCodes(undefined), sheet: stepUp.sheet };
}
