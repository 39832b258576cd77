import {
  ArrowLeftRight,
  ChartCandlestick,
  House,
  type LucideIcon,
  User,
  Wallet,
  WalletCards,
} from 'lucide-react';
import { useCall } from '#client/query.ts';
import { type TabBarPreset, tabBarSlice } from '#client/store.ts';
import { useTranslation } from '#locales/i18n.ts';
import { TabBar } from '#ui/layout/tab-bar.tsx';
import { PathLink } from '#widgets/session/path-link.tsx';
import { useIsBuilt } from './navigation.ts';

type TabKey = 'home' | 'markets' | 'trade' | 'positions' | 'assets' | 'mine';

interface Tab {
  readonly path: string;
  readonly icon: LucideIcon;
}

const TABS: Readonly<Record<TabKey, Tab>> = {
  home: { path: '/pages/tabbar/home', icon: House },
  markets: { path: '/pages/tabbar/markets', icon: ChartCandlestick },
  trade: { path: '/pages/tabbar/trade', icon: ArrowLeftRight },
  positions: { path: '/pages/tabbar/position', icon: WalletCards },
  assets: { path: '/pages/user/assets', icon: Wallet },
  mine: { path: '/pages/tabbar/mine', icon: User },
};

/** The two readings of the spec. An entry whose page is not in this build is left out. */
const PRESETS: Readonly<Record<TabBarPreset, readonly TabKey[]>> = {
  trader: ['home', 'markets', 'trade', 'positions', 'mine'],
  investor: ['home', 'positions', 'assets', 'mine'],
};

const LABELS = {
  home: 'tabHome',
  markets: 'tabMarkets',
  trade: 'tabTrade',
  positions: 'tabPositions',
  assets: 'tabAssets',
  mine: 'tabMine',
} as const satisfies Record<TabKey, string>;

export function useTabBarPreset(): TabBarPreset {
  const chosen = tabBarSlice.use();
  const props = useCall('props', {}, { freshMs: Number.POSITIVE_INFINITY });
  return chosen === '' ? (props.data?.tabBar ?? 'trader') : chosen;
}

/** Whether the tab bar stands on this page: it does on those that it leads to. */
export function useIsTabPage(path: string): boolean {
  const preset = useTabBarPreset();
  return path.startsWith('/pages/tabbar/') || PRESETS[preset].some((key) => TABS[key].path === path);
}

export function ShellTabBar({ path }: { path: string }) {
  const { t } = useTranslation('shell');
  const isBuilt = useIsBuilt();
  const keys = PRESETS[useTabBarPreset()].filter((key) => isBuilt(TABS[key].path));
  return (
    <TabBar
      label={t('tabBar')}
      activeKey={keys.find((key) => TABS[key].path === path)}
      items={keys.map((key) => ({
        key,
        label: t(LABELS[key]),
        icon: TABS[key].icon,
        render: <PathLink href={TABS[key].path} />,
      }))}
    />
  );
}
