import { useTranslation } from '#locales/i18n.ts';
import { LegalText } from './parts/legal-text.tsx';

export default function PrivacyPolicyPage() {
  const { t } = useTranslation('legal');
  return (
    <LegalText
      title={t('privacyTitle')}
      lead={t('privacyLead')}
      version={t('textVersion')}
      sections={[
        { title: t('privacyServerTitle'), text: t('privacyServer') },
        { title: t('privacyDeviceTitle'), text: t('privacyDevice') },
        { title: t('privacyUseTitle'), text: t('privacyUse') },
        { title: t('privacyOthersTitle'), text: t('privacyOthers') },
        { title: t('privacyKeepTitle'), text: t('privacyKeep') },
        { title: t('privacyRightsTitle'), text: t('privacyRights') },
      ]}
    />
  );
}
