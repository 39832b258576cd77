import { useTranslation } from '#locales/i18n.ts';
import { LegalText } from './parts/legal-text.tsx';

export default function DisclaimerPage() {
  const { t } = useTranslation('legal');
  return (
    <LegalText
      title={t('disclaimerTitle')}
      lead={t('disclaimerLead')}
      version={t('textVersion')}
      sections={[
        { title: t('disclaimerMarketTitle'), text: t('disclaimerMarket') },
        { title: t('disclaimerMoneyTitle'), text: t('disclaimerMoney') },
        { title: t('disclaimerRiskTitle'), text: t('disclaimerRisk') },
        { title: t('disclaimerAdviceTitle'), text: t('disclaimerAdvice') },
        { title: t('disclaimerOrdersTitle'), text: t('disclaimerOrders') },
        { title: t('disclaimerChargesTitle'), text: t('disclaimerCharges') },
        { title: t('disclaimerFaultsTitle'), text: t('disclaimerFaults') },
      ]}
    />
  );
}
