import { useState } from 'react';
import { useTranslation } from '#locales/i18n.ts';
import { BackBar } from '#shell/app-bars.tsx';
import { SkeletonText } from '#ui/feedback/skeleton.tsx';
import { Page } from '#ui/layout/app-frame.tsx';
import { List, Row } from '#ui/layout/row.tsx';
import { Sheet } from '#ui/overlays/sheet.tsx';
import { COMPONENTS, type Component, licenceText } from './parts/components-shipped.ts';

/** The work of others in the app, with the licence of each as it was given. */
export default function LicencesPage() {
  const { t } = useTranslation('legal');
  const [shown, setShown] = useState<Component>();
  const [text, setText] = useState<string>();
  const [isOpen, setOpen] = useState(false);
  const open = (component: Component) => {
    setShown(component);
    setText(undefined);
    setOpen(true);
    licenceText(component).then(setText, () => setText(t('licenceMissing')));
  };
  return (
    <Page flush header={<BackBar title={t('licencesTitle')} />}>
      <p className="px-4 pt-2 pb-3 text-body text-muted">{t('licencesLead')}</p>
      <List label={t('licencesTitle')}>
        {COMPONENTS.map((component) => (
          <Row
            key={component.name}
            compact
            chevron
            title={component.name}
            value={<span className="text-small font-medium text-muted">{component.licence}</span>}
            onClick={() => open(component)}
          />
        ))}
      </List>
      <Sheet open={isOpen} onOpenChange={setOpen} title={shown?.name ?? ''} closeLabel={t('close')}>
        {text === undefined ? (
          <SkeletonText lines={8} />
        ) : (
          <pre lang="en" className="text-small whitespace-pre-wrap font-sans">
            {text}
          </pre>
        )}
      </Sheet>
    </Page>
  );
}
