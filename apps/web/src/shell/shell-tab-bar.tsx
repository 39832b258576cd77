import {
  ArrowLeftRight,
  ChartCandlestick,
  House,
  type LucideIcon,
  User,
  Wallet,
  WalletCards,
} from 'lucide-react';
import { useEffect } from 'react';
import { useCall } from '#client/query.ts';
import {
  loginInfoSlice,
  systemRouterSlice,
  type TabBarPreset,
  type TabKey,
  tabBarSlice,
} from '#client/store.ts';
import { useTranslation } from '#locales/i18n.ts';
import { TabBar } from '#ui/layout/tab-bar.tsx';
import { PathLink } from '#widgets/session/path-link.tsx';
import { TAB_PATHS, useIsBuilt } from './navigation.ts';

interface Tab {
  readonly path: string;
  readonly icon: LucideIcon;
}

const TABS: Readonly<Record<TabKey, Tab>> = {
  home: { path: TAB_PATHS.home, icon: House },
  markets: { path: TAB_PATHS.markets, icon: ChartCandlestick },
  trade: { path: TAB_PATHS.trade, icon: ArrowLeftRight },
  positions: { path: TAB_PATHS.positions, icon: WalletCards },
  assets: { path: TAB_PATHS.assets, icon: Wallet },
  mine: { path: TAB_PATHS.mine, icon: User },
};

/** Tabs by the two readings of the spec, without entries whose page is not in this build. */
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

/** The choice on this device; without one, the account's; without that, the installation's. */
export function useTabBarPreset(): TabBarPreset {
  const chosen = tabBarSlice.use();
  const ofAccount = loginInfoSlice.use()?.tabBar;
  const props = useCall('props', {}, { freshMs: Number.POSITIVE_INFINITY });
  return chosen === '' ? (ofAccount ?? props.data?.tabBar ?? 'trader') : chosen;
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
  const activeKey = keys.find((key) => TABS[key].path === path);
  useEffect(() => {
    if (activeKey !== undefined) systemRouterSlice.set(activeKey);
  }, [activeKey]);
  return (
    <TabBar
      label={t('tabBar')}
      activeKey={activeKey}
      items={keys.map((key) => ({
        key,
        label: t(LABELS[key]),
        icon: TABS[key].icon,
        render: <PathLink href={TABS[key].path} />,
      }))}
    />
  );
}
