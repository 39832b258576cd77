import { Link } from '@tanstack/react-router';
import { MINUTE_MS } from '@tarazu/core/units';
import {
  BadgeCheck,
  BookMarked,
  BookOpenCheck,
  Building2,
  Download,
  FileText,
  Scale,
  ShieldCheck,
} from 'lucide-react';
import { useCall } from '#client/query.ts';
import { useTranslation } from '#locales/i18n.ts';
import { BackBar } from '#shell/app-bars.tsx';
import { SkeletonTile } from '#ui/feedback/skeleton.tsx';
import { Icon } from '#ui/icon.tsx';
import { Page, Section } from '#ui/layout/app-frame.tsx';
import { List, Row } from '#ui/layout/row.tsx';
import { FactList, Tile } from '#ui/layout/tile.tsx';
import { CallState } from '#widgets/session/call-state.tsx';
import { MarketLabel } from '#widgets/session/market-label.tsx';

const PROMISES = ['promise1', 'promise2', 'promise3', 'promise4', 'promise5'] as const;

export default function AboutPage() {
  const { t } = useTranslation('legal');
  const props = useCall('props', {}, { freshMs: MINUTE_MS });
  return (
    <Page flush header={<BackBar title={t('aboutTitle')} />}>
      <div className="flex flex-col items-center px-6 pt-6 text-center">
        <img src="/mark.svg" alt="" width="64" height="64" />
        <h2 className="mt-3 text-title">Tarazu</h2>
        <p className="mt-1 text-body text-muted text-balance">{t('aboutLead')}</p>
      </div>
      <Section title={t('aboutPromises')}>
        <ul className="flex list-disc flex-col gap-2 pl-5 text-body">
          {PROMISES.map((key) => (
            <li key={key}>{t(key)}</li>
          ))}
        </ul>
      </Section>
      <Section title={t('aboutInstall')}>
        <CallState query={props} data={props.data} skeleton={<SkeletonTile height={170} />}>
          {(shown) => (
            <Tile>
              <FactList
                facts={[
                  {
                    label: t('version'),
                    value: <span className="number">{`${shown.version} (${shown.versionCode})`}</span>,
                  },
                  { label: t('operator'), value: shown.operator },
                  {
                    label: t('mode'),
                    value: shown.mode === 'sandbox' ? t('modeSandbox') : t('modeLicensed'),
                  },
                  { label: t('market'), value: <MarketLabel market={shown.market} /> },
                  {
                    label: t('hours'),
                    value: shown.hours === 'always' ? t('hoursAlways') : t('hoursCalendar'),
                  },
                ]}
              />
              {shown.mode === 'sandbox' && <p className="mt-3 text-small text-muted">{t('sandboxText')}</p>}
            </Tile>
          )}
        </CallState>
      </Section>
      <ToRead />
    </Page>
  );
}

const TO_READ = [
  { path: '/pages/common/companyIntroduction', label: 'companyTitle', icon: Building2 },
  { path: '/pages/common/loanService', label: 'loanServiceTitle', icon: BookOpenCheck },
  { path: '/pages/common/rulebook', label: 'rulebookTitle', icon: BookMarked },
  { path: '/pages/user/proof', label: 'proofTitle', icon: BadgeCheck },
  { path: '/pages/common/download', label: 'downloadTitle', icon: Download },
  { path: '/pages/common/disclaimer', label: 'disclaimerTitle', icon: Scale },
  { path: '/pages/common/privacyPolicy', label: 'privacyTitle', icon: ShieldCheck },
  { path: '/pages/common/licences', label: 'licencesTitle', icon: FileText },
] as const;

function ToRead() {
  const { t } = useTranslation('legal');
  return (
    <Section flush title={t('aboutRead')}>
      <List label={t('aboutRead')}>
        {TO_READ.map(({ path, label, icon }) => (
          <Row
            key={path}
            compact
            chevron
            title={t(label)}
            leading={<Icon icon={icon} className="text-muted" />}
            render={<Link to={path} />}
          />
        ))}
      </List>
    </Section>
  );
}
