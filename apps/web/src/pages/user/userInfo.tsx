import { Link } from '@tanstack/react-router';
import { Pencil } from 'lucide-react';
import { useState } from 'react';
import type { CallOutput } from '#client/calls.ts';
import { useCall } from '#client/query.ts';
import { useTranslation } from '#locales/i18n.ts';
import { BackBar } from '#shell/app-bars.tsx';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { SkeletonRows, SkeletonTile } from '#ui/feedback/skeleton.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { InitialsDisc } from '#ui/initials-disc.tsx';
import { Overview, Page, Section } from '#ui/layout/app-frame.tsx';
import { FactList, Tile } from '#ui/layout/tile.tsx';
import { TimeText } from '#ui/numbers/time-text.tsx';
import { CallState } from '#widgets/session/call-state.tsx';
import { IdentityBadge } from '#widgets/session/identity-badge.tsx';
import { usePersonName } from '#widgets/session/person-name.ts';
import { Badges } from './parts/badges.tsx';
import { CopyText } from './parts/copy-text.tsx';
import { NicknameSheet } from './parts/nickname-sheet.tsx';
import { Sessions } from './parts/sessions.tsx';

type Info = CallOutput<'userInfo'>;

export default function UserInfoPage() {
  const { t } = useTranslation('mine');
  const info = useCall('userInfo', {});
  return (
    <Page flush room="overview" header={<BackBar title={t('profile')} />}>
      <CallState
        query={info}
        data={info.data}
        skeleton={
          <div className="px-4">
            <SkeletonTile height={200} />
            <SkeletonRows count={4} />
          </div>
        }
      >
        {(shown) => (
          <Overview
            first={
              <>
                <Head info={shown} />
                <Facts info={shown} />
              </>
            }
            second={
              <>
                {shown.badges.length > 0 && <Badges badges={shown.badges} />}
                <Sessions sessions={shown.sessions} />
              </>
            }
          />
        )}
      </CallState>
    </Page>
  );
}

function Head({ info }: { info: Info }) {
  const { t } = useTranslation('mine');
  const [isEditing, setEditing] = useState(false);
  const name = usePersonName();
  return (
    <div className="flex flex-col items-center px-4 pt-4 text-center">
      <InitialsDisc name={name} seed={info.id} size={64} />
      <div className="mt-2 flex max-w-full items-center pl-11">
        <h2 className="min-w-0 truncate text-title">{name}</h2>
        <IconButton icon={Pencil} label={t('editNickname')} tone="muted" onClick={() => setEditing(true)} />
      </div>
      <div className="flex flex-wrap justify-center gap-2">
        <Badge tone="brand">{info.label === 'hni' ? t('labelHni') : t('labelRegular')}</Badge>
        <Badge tone={info.environment === 'demo' ? 'warn' : 'neutral'}>
          {info.environment === 'demo' ? t('environmentDemo') : t('environmentReal')}
        </Badge>
      </div>
      <NicknameSheet open={isEditing} onOpenChange={setEditing} nickname={info.nickname} />
    </div>
  );
}

const COUNTRIES = { IN: 'countryIN', BD: 'countryBD', BR: 'countryBR' } as const satisfies Record<
  Info['country'],
  string
>;

function Facts({ info }: { info: Info }) {
  const { t } = useTranslation('mine');
  return (
    <Section
      title={t('details')}
      action={
        !info.guest && (
          <Button size="small" tone="secondary" render={<Link to="/pages/user/kyc" />}>
            {t('entryIdentity')}
          </Button>
        )
      }
    >
      <Tile>
        <FactList
          facts={[
            {
              label: t('userIdLabel'),
              value: <CopyText text={info.id} label={t('copyUserId')} said="Copy_successful" />,
            },
            ...(info.phoneMasked === undefined ? [] : [{ label: t('phone'), value: info.phoneMasked }]),
            ...(info.emailMasked === undefined ? [] : [{ label: t('email'), value: info.emailMasked }]),
            { label: t('identity'), value: <IdentityBadge idStatus={info.idStatus} /> },
            { label: t('country'), value: t(COUNTRIES[info.country]) },
            { label: t('registered'), value: <TimeText atMs={info.registeredAtMs} zone /> },
            ...(info.inviteCode === undefined
              ? []
              : [
                  {
                    label: t('inviteCode'),
                    value: <CopyText text={info.inviteCode} label={t('copyInviteCode')} said={t('copied')} />,
                  },
                ]),
          ]}
        />
      </Tile>
    </Section>
  );
}
