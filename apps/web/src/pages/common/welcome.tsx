import { Link } from '@tanstack/react-router';
import { Languages, type LucideIcon, Scale, ShieldCheck, Sparkles } from 'lucide-react';
import { useCall } from '#client/query.ts';
import { useTranslation } from '#locales/i18n.ts';
import { MenuButton } from '#shell/app-bars.tsx';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Page } from '#ui/layout/app-frame.tsx';
import { TextLink } from '#ui/text-link.tsx';
import { HOME_PATH } from '#widgets/session/target.ts';
import { useDemoEntry } from '#widgets/session/use-account-actions.ts';
import { WelcomeArt } from './parts/welcome-art.tsx';

const POINTS = [
  { title: 'practiceTitle', text: 'practiceText', icon: Sparkles },
  { title: 'costsTitle', text: 'costsText', icon: Scale },
  { title: 'proofTitle', text: 'proofText', icon: ShieldCheck },
] as const;

/** The app in one screen, for who has just chosen a language; nobody is held up here. */
export default function WelcomePage() {
  const { t } = useTranslation('firstRun');
  const demo = useDemoEntry();
  const market = useCall('props', {}, { freshMs: Number.POSITIVE_INFINITY }).data?.market;
  return (
    <Page flush>
      <div className="safe-top absolute inset-x-2 top-0 z-10 flex min-h-14 items-center justify-between">
        <MenuButton />
        <IconButton icon={Languages} label={t('changeLanguage')} render={<Link to="/pages/common/lang" />} />
      </div>
      <div className="lying:hidden">
        <WelcomeArt />
      </div>
      {/* On its side the screen has no height for both: the words scroll beside the ways on. */}
      <div className="flex grow flex-col lying:grid lying:grid-cols-2 lying:items-center lying:pt-14">
        <div className="px-6 pt-12 lying:pt-0">
          <h1 className="text-title text-balance">{t('title')}</h1>
          <p className="mt-1.5 text-body text-muted">{t('text')}</p>
          <ul className="mt-6 flex flex-col gap-4">
            {POINTS.map(({ title, text, icon }) => (
              <Point key={title} icon={icon} title={t(title)} text={t(text)} />
            ))}
          </ul>
        </div>
        <div className="mt-auto px-6 pt-8 lying:mt-0 lying:pt-0">
          {market?.kind === 'simulated' && (
            <p className="mb-3 text-center text-small text-muted">{t('simulatedText')}</p>
          )}
          <div className="flex flex-col gap-3">
            <Button wide loading={demo.isEntering} onClick={() => demo.enter(HOME_PATH, { replace: true })}>
              {t('tryDemo')}
            </Button>
            <Button wide tone="secondary" render={<Link to="/pages/account/reg" search={{}} />}>
              {t('openAccount')}
            </Button>
          </div>
          <div className="mt-2 flex justify-center gap-8 text-body">
            <span className="flex min-h-11 items-center">
              <TextLink standing render={<Link to="/pages/account/login" search={{}} />}>
                {t('logIn')}
              </TextLink>
            </span>
            <span className="flex min-h-11 items-center">
              <TextLink standing render={<Link to="/pages/user/about" />}>
                {t('howWeWork')}
              </TextLink>
            </span>
          </div>
        </div>
      </div>
    </Page>
  );
}

function Point({ icon, title, text }: { icon: LucideIcon; title: string; text: string }) {
  return (
    <li className="flex items-start gap-4">
      <span className="grid size-11 shrink-0 place-items-center rounded-input bg-brand-soft text-brand">
        <Icon icon={icon} />
      </span>
      <span className="min-w-0">
        <span className="block text-body font-semibold">{title}</span>
        <span className="mt-0.5 block text-small text-muted">{text}</span>
      </span>
    </li>
  );
}
