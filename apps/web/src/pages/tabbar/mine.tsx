import { SearchX } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { useSession } from '#client/session.ts';
import { useTranslation } from '#locales/i18n.ts';
import { TabPageBar } from '#shell/app-bars.tsx';
import { EmptyState } from '#ui/feedback/page-state.tsx';
import { SearchField } from '#ui/fields/search-field.tsx';
import { Overview, Page } from '#ui/layout/app-frame.tsx';
import { SignInCard } from '#widgets/session/sign-in-card.tsx';
import { MineEntries } from './parts/mine-entries.tsx';
import { MineProfile } from './parts/mine-profile.tsx';
import { MineSession } from './parts/mine-session.tsx';
import { MineSettings } from './parts/mine-settings.tsx';
import { useFinder } from './parts/use-finder.ts';

/** The person, and every page and setting of theirs in groups, with a search over all of them. */
export default function MinePage() {
  const { t } = useTranslation('mine');
  const { isSignedIn } = useSession();
  const [typed, setTyped] = useState('');
  const text = useDeferredValue(typed.trim());
  const { groups, settings, acts, isEmpty } = useFinder(text);
  const parts = groups.map(({ group, entries }) =>
    group === 'settings' ? (
      settings.length > 0 && <MineSettings key={group} keys={settings} />
    ) : (
      <MineEntries key={group} group={group} entries={entries} />
    ),
  );
  const half = Math.ceil(parts.length / 2);
  return (
    <Page flush room="overview" header={<TabPageBar title={t('title')} />}>
      <Overview
        top={
          <div className="flex flex-col gap-4 px-4 pt-1">
            <SearchField
              label={t('search')}
              clearLabel={t('searchClear')}
              value={typed}
              onValueChange={setTyped}
            />
            {text === '' && (isSignedIn ? <MineProfile /> : <SignInCard />)}
          </div>
        }
        first={parts.slice(0, half)}
        second={
          <>
            {parts.slice(half)}
            <MineSession acts={acts} />
          </>
        }
      />
      <div role="status">
        {isEmpty && (
          <EmptyState icon={SearchX} title={t('searchNothing', { text })} detail={t('searchNothingText')} />
        )}
      </div>
    </Page>
  );
}
