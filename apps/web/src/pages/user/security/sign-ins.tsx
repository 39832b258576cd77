import { CircleCheck, TriangleAlert } from 'lucide-react';
import { type ItemOf, useCallPages } from '#client/query.ts';
import { useTranslation } from '#locales/i18n.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { SkeletonRows } from '#ui/feedback/skeleton.tsx';
import { Icon } from '#ui/icon.tsx';
import { Section } from '#ui/layout/app-frame.tsx';
import { List, Row } from '#ui/layout/row.tsx';
import { TimeText } from '#ui/numbers/time-text.tsx';
import { CallState } from '#widgets/session/call-state.tsx';
import { deviceName } from '#widgets/session/device-name.ts';

const SHOWN = '10';

/** Sign-ins of three months, and tries with a wrong password. */
export function SignIns() {
  const { t } = useTranslation('security');
  const { items, first, query } = useCallPages('signInList', { limit: SHOWN });
  return (
    <Section flush title={t('sectionSignIns')}>
      <CallState query={query} data={first} skeleton={<SkeletonRows count={3} />}>
        {() => (
          <List label={t('sectionSignIns')}>
            {items.map((entry) => (
              <SignInRow key={entry.id} entry={entry} />
            ))}
          </List>
        )}
      </CallState>
      {query.hasNextPage && (
        <div className="px-4 py-2">
          <Button
            wide
            tone="secondary"
            loading={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            {t('showMore')}
          </Button>
        </div>
      )}
    </Section>
  );
}

function SignInRow({ entry }: { entry: ItemOf<'signInList'> }) {
  const { t } = useTranslation('security');
  const isWrong = entry.outcome !== 'signedIn';
  const title = { signedIn: t('loggedIn'), wrongPassword: t('wrongPassword'), wrongFactor: t('wrongFactor') };
  return (
    <Row
      leading={
        <Icon
          icon={isWrong ? TriangleAlert : CircleCheck}
          className={isWrong ? 'text-danger' : 'text-good'}
        />
      }
      title={title[entry.outcome]}
      detail={
        <>
          {deviceName(entry.device)}, {entry.address}
          <br />
          <TimeText atMs={entry.atMs} />
        </>
      }
      value={entry.isNewDevice ? <Badge tone="warn">{t('newDevice')}</Badge> : undefined}
    />
  );
}
