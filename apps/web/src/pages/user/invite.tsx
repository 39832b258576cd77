import { UserRoundPlus } from 'lucide-react';
import type { CallOutput } from '#client/calls.ts';
import { useCallPages } from '#client/query.ts';
import { useTranslation } from '#locales/i18n.ts';
import { BackBar } from '#shell/app-bars.tsx';
import { Badge, type BadgeTone } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/feedback/page-state.tsx';
import { SkeletonRows, SkeletonTile } from '#ui/feedback/skeleton.tsx';
import { Overview, Page, Section } from '#ui/layout/app-frame.tsx';
import { List, Row } from '#ui/layout/row.tsx';
import { FactList, Tile } from '#ui/layout/tile.tsx';
import { TimeText } from '#ui/numbers/time-text.tsx';
import { QrCode } from '#ui/qr-code.tsx';
import { HowButton } from '#widgets/how/how-button.tsx';
import { CallState } from '#widgets/session/call-state.tsx';
import { MoreButton } from '#widgets/session/more-button.tsx';
import { PathLink } from '#widgets/session/path-link.tsx';
import { useShare } from '#widgets/session/share-button.tsx';
import { CopyText } from './parts/copy-text.tsx';

type Invited = CallOutput<'inviteList'>['list'][number];

const TONES: Readonly<Record<Invited['state'], BadgeTone>> = {
  registered: 'neutral',
  verified: 'good',
  closed: 'warn',
};

/** The link by which friends register, and how far each of them is. */
export default function InvitePage() {
  const { t } = useTranslation('identity/invite');
  const { items, first, query } = useCallPages('inviteList', { limit: '20' });
  const skeleton = (
    <div className="px-4 pt-4">
      <SkeletonTile height={320} />
      <SkeletonRows count={3} />
    </div>
  );
  return (
    <Page
      flush
      room="overview"
      header={<BackBar title={t('title')} trailing={<HowButton topic="invite" />} />}
    >
      <CallState query={query} data={first} skeleton={skeleton}>
        {({ inviteCode }) =>
          inviteCode === undefined ? (
            <EmptyState
              icon={UserRoundPlus}
              title={t('guest')}
              detail={t('guestText')}
              action={
                <Button size="medium" render={<PathLink href="/pages/account/reg" />}>
                  {t('register')}
                </Button>
              }
            />
          ) : (
            <Overview
              first={<Invitation code={inviteCode} />}
              second={
                <>
                  <Friends list={items} />
                  <MoreButton query={query} />
                </>
              }
            />
          )
        }
      </CallState>
    </Page>
  );
}

function Invitation({ code }: { code: string }) {
  const { t } = useTranslation('identity/invite');
  const share = useShare();
  const link = `${window.location.origin}/pages/account/reg?invite=${code}`;
  return (
    <Section title={t('yours')}>
      <Tile>
        <QrCode text={link} label={t('qr')} />
        <div className="mt-4">
          <FactList
            facts={[
              { label: t('code'), value: <CopyText text={code} label={t('copyCode')} said={t('copied')} /> },
              { label: t('link'), value: <CopyText text={link} label={t('copyLink')} said={t('copied')} /> },
            ]}
          />
        </div>
        <div className="mt-4">
          <Button wide onClick={() => share({ title: t('shareTitle'), url: link })}>
            {t('share')}
          </Button>
        </div>
      </Tile>
      <p className="pt-3 text-small text-muted">{t('how')}</p>
    </Section>
  );
}

function Friends({ list }: { list: readonly Invited[] }) {
  const { t } = useTranslation('identity/invite');
  return (
    <Section flush title={t('friends')}>
      <p className="px-4 pb-2 text-small text-muted">{t('privacy')}</p>
      {list.length === 0 ? (
        <EmptyState icon={UserRoundPlus} title={t('none')} detail={t('noneText')} />
      ) : (
        <List label={t('friends')}>
          {list.map((friend, at) => (
            <Row
              // biome-ignore lint/suspicious/noArrayIndexKey: a friend has no name here but the place in the list.
              key={at}
              title={<span className="number">{friend.contactMasked}</span>}
              detail={
                <>
                  {t('joined')} <TimeText atMs={friend.registeredAtMs} zone={at === 0} />
                </>
              }
              value={<Badge tone={TONES[friend.state]}>{t(`state_${friend.state}`)}</Badge>}
            />
          ))}
        </List>
      )}
    </Section>
  );
}
