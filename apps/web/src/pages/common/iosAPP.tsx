import { useTranslation } from '#locales/i18n.ts';
import { BackBar } from '#shell/app-bars.tsx';
import { Page, Section } from '#ui/layout/app-frame.tsx';
import { AddressPicture, EntryPicture, HomePicture, SharePicture, Steps } from './parts/steps.tsx';

export default function IosPage() {
  const { t } = useTranslation('company');
  return (
    <Page flush header={<BackBar title={t('iosTitle')} />}>
      <div className="px-4 pt-3">
        <Steps
          steps={[
            { text: t('iosStep1'), picture: <AddressPicture label={t('picture1')} /> },
            { text: t('iosStep2'), picture: <SharePicture label={t('pictureShare')} /> },
            { text: t('iosStep3'), picture: <EntryPicture label={t('picture3')} /> },
            { text: t('iosStep4'), picture: <HomePicture label={t('picture4')} /> },
          ]}
        />
      </div>
      <Section title={t('works')}>
        <ul className="flex list-disc flex-col gap-2 pl-5 text-body">
          <li>{t('works1')}</li>
          <li>{t('works2')}</li>
        </ul>
      </Section>
      <Section title={t('worksNot')}>
        <ul className="flex list-disc flex-col gap-2 pl-5 text-body">
          <li>{t('worksNot1')}</li>
          <li>{t('worksNot2')}</li>
        </ul>
      </Section>
    </Page>
  );
}
