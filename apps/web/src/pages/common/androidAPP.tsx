import { useTranslation } from '#locales/i18n.ts';
import { BackBar } from '#shell/app-bars.tsx';
import { Page, Section } from '#ui/layout/app-frame.tsx';
import { FactList, Tile } from '#ui/layout/tile.tsx';
import { InstallCard } from './parts/install-card.tsx';
import { AddressPicture, EntryPicture, HomePicture, MenuPicture, Steps } from './parts/steps.tsx';

export default function AndroidPage() {
  const { t } = useTranslation('company');
  return (
    <Page flush header={<BackBar title={t('androidTitle')} />}>
      <div className="flex flex-col gap-5 px-4 pt-3">
        <InstallCard />
        <Steps
          steps={[
            { text: t('androidStep1'), picture: <AddressPicture label={t('picture1')} /> },
            { text: t('androidStep2'), picture: <MenuPicture label={t('picture2')} /> },
            { text: t('androidStep3'), picture: <EntryPicture label={t('picture3')} /> },
            { text: t('androidStep4'), picture: <HomePicture label={t('picture4')} /> },
          ]}
        />
      </div>
      <Section title={t('notices')}>
        <Tile>
          <FactList facts={[{ label: t('noticeState'), value: t(`notice_${noticePermission()}`) }]} />
          <p className="mt-3 text-small text-muted">{t('noticesText')}</p>
        </Tile>
      </Section>
    </Page>
  );
}

function noticePermission(): NotificationPermission | 'none' {
  return 'Notification' in window ? Notification.permission : 'none';
}
