import { Laptop, Smartphone } from 'lucide-react';
import { useState } from 'react';
import type { CallOutput } from '#client/calls.ts';
import { NetworkError, RefusalError } from '#client/errors.ts';
import { useCall, useCommand } from '#client/query.ts';
import { useTranslation } from '#locales/i18n.ts';
import { Notice } from '#ui/feedback/notice.tsx';
import { SkeletonRows } from '#ui/feedback/skeleton.tsx';
import { showToast } from '#ui/feedback/toast.ts';
import { Switch } from '#ui/fields/toggle.tsx';
import { Icon } from '#ui/icon.tsx';
import { List, Row } from '#ui/layout/row.tsx';
import { TimeText } from '#ui/numbers/time-text.tsx';
import { CallState } from '#widgets/session/call-state.tsx';
import { deviceName, isPhone } from '#widgets/session/device-name.ts';
import { type PushShows, pushAbility, pushHere, pushNoMoreHere } from '#widgets/session/push.ts';
import { useErrorToast } from '#widgets/session/use-account-actions.ts';
import { chosenTopic } from './chosen-topics.ts';

type Devices = CallOutput<'pushDevices'>;
type Device = Devices['list'][number];
export type Choice = CallOutput<'noticeChoices'>['list'][number];

/** Messages on devices: on this one, about what, and the other ones. */
export function PushSettings({ choices }: { choices: readonly Choice[] }) {
  const { t } = useTranslation('content');
  const devices = useCall('pushDevices', {});
  return (
    <section className="mt-4">
      <h3 className="text-heading">{t('push')}</h3>
      <CallState query={devices} data={devices.data} skeleton={<SkeletonRows count={2} />}>
        {(data) => (
          <>
            <HereSettings {...data} />
            {data.list.length > 0 && <PushTopics choices={choices} />}
            <OtherDevices devices={data.list.filter(({ isHere }) => !isHere)} />
          </>
        )}
      </CallState>
    </section>
  );
}

function HereSettings({ publicKey, list }: Devices) {
  const { t } = useTranslation('content');
  const { turn, isTurning } = useTurn(publicKey);
  const here = list.find(({ isHere }) => isHere);
  const ability = pushAbility();
  if (ability !== 'able') return <Notice title={t(`push_${ability}`)}>{t(`pushFix_${ability}`)}</Notice>;
  return (
    <>
      <Switch
        label={t('pushHere')}
        detail={t('pushHereText')}
        checked={here !== undefined}
        disabled={isTurning}
        onCheckedChange={(isOn) => turn(isOn ? 'topic' : undefined, here)}
      />
      {here !== undefined && (
        <Switch
          label={t('pushText')}
          detail={t('pushTextHelp')}
          checked={here.showsText}
          disabled={isTurning}
          onCheckedChange={(isWhole) => turn(isWhole ? 'text' : 'topic', here)}
        />
      )}
    </>
  );
}

/** Turns this device on, with what it shows, or off. */
function useTurn(publicKey: string) {
  const { t } = useTranslation('content');
  const [isTurning, setTurning] = useState(false);
  const say = useErrorToast();
  const off = useCommand('pushOff', { touches: ['pushDevices'], onFailed: say });
  const fail = (error: unknown): void => {
    if (error instanceof RefusalError || error instanceof NetworkError) say(error);
    else showToast(t('pushFailed'), { tone: 'error' });
  };
  const turn = (shows: PushShows | undefined, here: Device | undefined): void => {
    setTurning(true);
    const turned =
      shows === undefined
        ? pushNoMoreHere().then(() => here !== undefined && off.mutate({ id: here.id }))
        : pushHere(publicKey, shows).then((isAllowed) => {
            if (!isAllowed) showToast(t('push_blocked'), { tone: 'error' });
          });
    turned.catch(fail).finally(() => setTurning(false));
  };
  return { turn, isTurning: isTurning || off.isPending };
}

function PushTopics({ choices }: { choices: readonly Choice[] }) {
  const { t } = useTranslation('content');
  const say = useErrorToast();
  const choose = useCommand('pushChoose', { touches: ['noticeChoices'], onFailed: say });
  return (
    <>
      <h4 className="mt-3 text-body font-semibold">{t('pushTopics')}</h4>
      <p className="text-small text-muted">{t('pushAlways')}</p>
      {choices.map(({ topic: named, isPushed }) => {
        const topic = chosenTopic(named);
        return (
          topic !== undefined && (
            <Switch
              key={topic}
              label={t('pushTopic', { topic: t(`topic_${topic}`) })}
              checked={isPushed}
              disabled={choose.isPending}
              onCheckedChange={(isOn) => choose.mutate({ topic, push: isOn ? 'on' : 'off' })}
            />
          )
        );
      })}
    </>
  );
}

function OtherDevices({ devices }: { devices: readonly Device[] }) {
  const { t } = useTranslation('content');
  if (devices.length === 0) return null;
  return (
    <>
      <h4 className="mt-3 text-body font-semibold">{t('pushDevices')}</h4>
      <List label={t('pushDevices')}>
        {devices.map(({ id, device, addedAtMs }) => (
          <Row
            key={id}
            leading={<Icon icon={isPhone(device) ? Smartphone : Laptop} className="text-muted" />}
            title={deviceName(device)}
            detail={<TimeText atMs={addedAtMs} />}
          />
        ))}
      </List>
      <p className="mt-1 text-small text-muted">{t('pushRemoveHelp')}</p>
    </>
  );
}
