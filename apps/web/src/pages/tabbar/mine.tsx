import { useSession } from '#client/session.ts';
import { useTranslation } from '#locales/i18n.ts';
import { TabPageBar } from '#shell/app-bars.tsx';
import { Page } from '#ui/layout/app-frame.tsx';
import { SignInCard } from '#widgets/session/sign-in-card.tsx';
import { MineEntries } from './parts/mine-entries.tsx';
import { MineProfile } from './parts/mine-profile.tsx';
import { MineSession } from './parts/mine-session.tsx';
import { MineSettings } from './parts/mine-settings.tsx';

export default function MinePage() {
  const { t } = useTranslation('mine');
  const { isSignedIn } = useSession();
  return (
    <Page flush header={<TabPageBar title={t('title')} />}>
      <div className="px-4">{isSignedIn ? <MineProfile /> : <SignInCard />}</div>
      <MineEntries />
      <MineSettings />
      {isSignedIn && <MineSession />}
    </Page>
  );
}
