import { Link } from '@tanstack/react-router';
import { MINUTE_MS } from '@tarazu/core/values';
import { Smartphone, TabletSmartphone } from 'lucide-react';
import { buildName } from '#client/build-name.ts';
import { useCall } from '#client/query.ts';
import { useTranslation } from '#locales/i18n.ts';
import { BackBar } from '#shell/app-bars.tsx';
import { SkeletonTile } from '#ui/feedback/skeleton.tsx';
import { Icon } from '#ui/icon.tsx';
import { Page, Section } from '#ui/layout/app-frame.tsx';
import { List, Row } from '#ui/layout/row.tsx';
import { FactList, Tile } from '#ui/layout/tile.tsx';
import { CallState } from '#widgets/session/call-state.tsx';
import { InstallCard } from './parts/install-card.tsx';

/** The app as something to install: from the browser, with its own prompt where it has one. */
export default function DownloadPage() {
  const { t } = useTranslation('company');
  const props = useCall('props', {}, { freshMs: MINUTE_MS });
  return (
    <Page flush header={<BackBar title={t('downloadTitle')} />}>
      <div className="flex flex-col items-center px-6 pt-6 text-center">
        <img src="/mark.svg" alt="" width="64" height="64" />
        <p className="mt-3 text-body text-muted text-balance">{t('downloadLead')}</p>
      </div>
      <div className="px-4 pt-5">
        <InstallCard />
      </div>
      <div className="pt-4">
        <List label={t('downloadTitle')}>
          <Row
            chevron
            title={t('android')}
            detail={t('androidText')}
            leading={<Icon icon={Smartphone} className="text-muted" />}
            render={<Link to="/pages/common/androidAPP" />}
          />
          <Row
            chevron
            title={t('ios')}
            detail={t('iosText')}
            leading={<Icon icon={TabletSmartphone} className="text-muted" />}
            render={<Link to="/pages/common/iosAPP" />}
          />
        </List>
      </div>
      <Section title={t('what')}>
        <ul className="flex list-disc flex-col gap-2 pl-5 text-body">
          <li>{t('what1')}</li>
          <li>{t('what2')}</li>
          <li>{t('what3')}</li>
        </ul>
      </Section>
      <Section title={t('build')}>
        <CallState query={props} data={props.data} skeleton={<SkeletonTile height={96} />}>
          {({ version, versionCode }) => (
            <Tile>
              <FactList
                facts={[
                  {
                    label: t('version'),
                    value: <span className="number">{`${version} (${versionCode})`}</span>,
                  },
                  { label: t('buildHash'), value: <span className="break-all">{buildHash()}</span> },
                ]}
              />
              <p className="mt-3 text-small text-muted">{t('buildHashHelp')}</p>
            </Tile>
          )}
        </CallState>
      </Section>
    </Page>
  );
}

/** The part of the entry's name that is the hash of its content. */
function buildHash(): string {
  return /([\w-]{8})\.js$/.exec(buildName())?.[1] ?? buildName();
}
