import {
  Bell,
  BellPlus,
  ClipboardList,
  FileText,
  HandCoins,
  Inbox,
  Info,
  type LucideIcon,
  Newspaper,
  PieChart,
  ReceiptText,
  Scale,
  ScrollText,
  ShieldCheck,
  UserRound,
} from 'lucide-react';
import { useCall } from '#client/query.ts';
import { useSession } from '#client/session.ts';
import { useTranslation } from '#locales/i18n.ts';
import { useIsBuilt } from '#shell/navigation.ts';
import { Icon } from '#ui/icon.tsx';
import { Section } from '#ui/layout/app-frame.tsx';
import { List, Row } from '#ui/layout/row.tsx';
import { PathLink } from '#widgets/session/path-link.tsx';

type EntryLabel =
  | 'entryAssets'
  | 'entryUserInfo'
  | 'entrySecurity'
  | 'entryRecords'
  | 'entryDayNotes'
  | 'entryStatement'
  | 'entryRights'
  | 'entryNotices'
  | 'entryAlerts'
  | 'entryNews'
  | 'entryProof'
  | 'entryAbout'
  | 'entryLicences'
  | 'entryOutbox';

interface Entry {
  readonly label: EntryLabel;
  readonly path: string;
  readonly icon: LucideIcon;
  readonly needsSession?: boolean;
}

const ENTRIES: readonly Entry[] = [
  { label: 'entryAssets', path: '/pages/user/assets', icon: PieChart, needsSession: true },
  { label: 'entryUserInfo', path: '/pages/user/userInfo', icon: UserRound, needsSession: true },
  { label: 'entrySecurity', path: '/pages/user/security', icon: ShieldCheck, needsSession: true },
  {
    label: 'entryRecords',
    path: '/pages/fundsDetail/stockFundsDetail',
    icon: ClipboardList,
    needsSession: true,
  },
  {
    label: 'entryDayNotes',
    path: '/pages/user/dayNotes',
    icon: ReceiptText,
    needsSession: true,
  },
  { label: 'entryStatement', path: '/pages/user/statement', icon: ScrollText, needsSession: true },
  { label: 'entryRights', path: '/pages/stock/rights', icon: HandCoins, needsSession: true },
  { label: 'entryNotices', path: '/pages/notice/list', icon: Bell },
  { label: 'entryAlerts', path: '/pages/notice/alerts', icon: BellPlus, needsSession: true },
  { label: 'entryNews', path: '/pages/news/list', icon: Newspaper },
  { label: 'entryProof', path: '/pages/user/proof', icon: Scale },
  { label: 'entryAbout', path: '/pages/user/about', icon: Info },
  { label: 'entryLicences', path: '/pages/common/licences', icon: FileText },
];

const OUTBOX: Entry = { label: 'entryOutbox', path: '/sandbox', icon: Inbox };

export function MineEntries() {
  const { t } = useTranslation('mine');
  const { isSignedIn } = useSession();
  const isBuilt = useIsBuilt();
  const hasOutbox = useCall('props', {}, { freshMs: Number.POSITIVE_INFINITY }).data?.sandboxOutbox === true;
  const entries = [...ENTRIES, ...(hasOutbox ? [OUTBOX] : [])];
  const shown = entries.filter((entry) => isBuilt(entry.path) && (isSignedIn || entry.needsSession !== true));
  return (
    <Section flush title={t('entries')}>
      <List label={t('entries')}>
        {shown.map((entry) => (
          <Row
            key={entry.path}
            compact
            chevron
            title={t(entry.label)}
            leading={<Icon icon={entry.icon} className="text-muted" />}
            render={<PathLink href={entry.path} />}
          />
        ))}
      </List>
    </Section>
  );
}
