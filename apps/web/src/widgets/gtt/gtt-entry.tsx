import type { InstrumentProfile } from '@tarazu/protocol';
import { CalendarClock } from 'lucide-react';
import { useState } from 'react';
import { useSession } from '#client/session.ts';
import { useTranslation } from '#locales/i18n.ts';
import { Icon } from '#ui/icon.tsx';
import { List, Row } from '#ui/layout/row.tsx';
import { GttSheet } from './gtt-sheet.tsx';

/** The way from a quote to an order that waits for a price; for who has an account. */
export function GttEntry({ profile }: { profile: InstrumentProfile }) {
  const { t } = useTranslation('trade');
  const { isSignedIn } = useSession();
  const [isOpen, setOpen] = useState(false);
  if (!isSignedIn || profile.kind === 'index' || profile.status === 'unlisted') return null;
  return (
    <div className="pt-4">
      <List>
        <Row
          chevron
          leading={<Icon icon={CalendarClock} size={24} className="text-brand" />}
          title={t('gttNew')}
          detail={t('gttNewText')}
          onClick={() => setOpen(true)}
        />
      </List>
      <GttSheet open={isOpen} onOpenChange={setOpen} profile={profile} />
    </div>
  );
}
