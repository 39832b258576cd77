import {
  ArrowDownToLine,
  BellPlus,
  ClipboardList,
  Layers,
  type LucideIcon,
  Newspaper,
  PieChart,
} from 'lucide-react';
import { useTranslation } from '#locales/i18n.ts';
import { useIsBuilt } from '#shell/navigation.ts';
import { Icon } from '#ui/icon.tsx';
import { PathLink } from '#widgets/session/path-link.tsx';

type ActionLabel =
  | 'actionDeposit'
  | 'actionAssets'
  | 'actionOrders'
  | 'actionBasket'
  | 'actionAlerts'
  | 'actionNews';

interface Action {
  readonly label: ActionLabel;
  readonly path: string;
  readonly query?: string;
  readonly icon: LucideIcon;
}

/** The actions to which the tab bar does not lead already. */
const ACTIONS: readonly Action[] = [
  { label: 'actionDeposit', path: '/pages/recharge/recharge', icon: ArrowDownToLine },
  { label: 'actionAssets', path: '/pages/user/assets', icon: PieChart },
  { label: 'actionOrders', path: '/pages/stock/order', query: '?tab=open', icon: ClipboardList },
  { label: 'actionBasket', path: '/pages/stock/basket', icon: Layers },
  { label: 'actionAlerts', path: '/pages/notice/alerts', icon: BellPlus },
  { label: 'actionNews', path: '/pages/news/list', icon: Newspaper },
];

const SHOWN_MAX = 4;

/** The first four that exist in this build. */
export function QuickActions() {
  const { t } = useTranslation('home');
  const isBuilt = useIsBuilt();
  const shown = ACTIONS.filter(({ path }) => isBuilt(path)).slice(0, SHOWN_MAX);
  return (
    <nav aria-label={t('quickActions')} className="mt-4">
      <ul className="flex gap-2">
        {shown.map(({ label, path, query = '', icon }) => (
          <li key={path} className="min-w-0 flex-1">
            <PathLink
              href={path + query}
              className="pressable flex min-h-20 flex-col items-center justify-center gap-2 rounded-tile text-center text-small font-medium [--pressed:var(--bg)]"
            >
              <span className="grid size-11 place-items-center rounded-full bg-brand-soft text-brand">
                <Icon icon={icon} size={22} />
              </span>
              <span className="max-w-full break-words">{t(label)}</span>
            </PathLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
