import { Link } from '@tanstack/react-router';
import { BadgeCheck, Mail, Phone } from 'lucide-react';
import type { CallOutput } from '#client/calls.ts';
import { useTranslation } from '#locales/i18n.ts';
import { Icon } from '#ui/icon.tsx';
import { Section } from '#ui/layout/app-frame.tsx';
import { List, Row } from '#ui/layout/row.tsx';

/** E-mail, phone and the word in each mail. */
export function Contacts({ info }: { info: CallOutput<'securityInfo'> }) {
  const { t } = useTranslation('security');
  const sentTo = (channel: 'email' | 'sms') =>
    info.codesTo.find((candidate) => candidate.channel === channel)?.sentTo ?? t('notSet');
  return (
    <Section flush title={t('sectionContacts')}>
      <List label={t('sectionContacts')}>
        <Row
          chevron
          leading={<Icon icon={Mail} className="text-muted" />}
          title={t('email')}
          detail={sentTo('email')}
          render={<Link to="/pages/user/contact" search={{ kind: 'email' }} />}
        />
        <Row
          chevron
          leading={<Icon icon={Phone} className="text-muted" />}
          title={t('phone')}
          detail={sentTo('sms')}
          render={<Link to="/pages/user/contact" search={{ kind: 'phone' }} />}
        />
        <Row
          chevron
          leading={<Icon icon={BadgeCheck} className="text-muted" />}
          title={t('mailWord')}
          detail={info.mailWord ?? t('mailWordDetail')}
          render={<Link to="/pages/user/contact" search={{ kind: 'word' }} />}
        />
      </List>
    </Section>
  );
}
