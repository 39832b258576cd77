import { Link } from '@tanstack/react-router';
import { ChevronRight, Languages } from 'lucide-react';
import { type ReactNode, useSyncExternalStore } from 'react';
import { call } from '#client/api.ts';
import { isSignedIn } from '#client/session.ts';
import { balancesHiddenSlice, type TabBarPreset, tabBarSlice } from '#client/store.ts';
import { useLanguage, useTranslation } from '#locales/i18n.ts';
import { useTabBarPreset } from '#shell/shell-tab-bar.tsx';
import { Segmented } from '#ui/fields/choice.tsx';
import { Switch } from '#ui/fields/toggle.tsx';
import { Icon } from '#ui/icon.tsx';
import { Change } from '#ui/numbers/number-text.tsx';
import { currentPalette, setPalette, setThemeChoice, subscribeLook, themeChoice } from '#ui/theme.ts';
import { useChangeWords } from '#widgets/session/change-words.ts';
import type { SettingKey } from './mine-catalogue.ts';
import { MineGroup } from './mine-group.tsx';
import { OrderSendSetting } from './order-send-setting.tsx';

const CONTROLS: Readonly<Record<SettingKey, () => ReactNode>> = {
  language: LanguageSetting,
  theme: ThemeSetting,
  palette: PaletteSetting,
  tabBar: TabBarSetting,
  orderSend: OrderSendSetting,
  hideBalances: HideBalancesSetting,
};

/** The settings of this device that a search has left, as their controls. */
export function MineSettings({ keys }: { keys: readonly SettingKey[] }) {
  const { t } = useTranslation('mine');
  return (
    <MineGroup title={t('group_settings')}>
      <div className="flex flex-col gap-5 pb-4 *:px-4 *:first:pt-4">
        {keys.map((key) => {
          const Control = CONTROLS[key];
          return (
            <div key={key}>
              <Control />
            </div>
          );
        })}
      </div>
    </MineGroup>
  );
}

function LanguageSetting() {
  const { t } = useTranslation('mine');
  const language = useLanguage();
  return (
    <Link
      to="/pages/common/lang"
      className="pressable -mx-4 -mt-2 -mb-3 flex min-h-14 items-center gap-3 px-4 -outline-offset-2"
    >
      <Icon icon={Languages} className="text-muted" />
      <span className="grow text-body font-medium">{t('language')}</span>
      <span className="text-body font-medium text-muted">{language === 'bn-BN' ? 'বাংলা' : 'English'}</span>
      <Icon icon={ChevronRight} size={20} className="-mr-1 text-muted" />
    </Link>
  );
}

function HideBalancesSetting() {
  const { t } = useTranslation('mine');
  const isHidden = balancesHiddenSlice.use();
  return (
    <Switch
      label={t('hideBalances')}
      detail={t('hideBalancesDetail')}
      checked={isHidden}
      onCheckedChange={(checked) => balancesHiddenSlice.set(checked)}
    />
  );
}

function Setting({ title, detail, children }: { title: string; detail?: ReactNode; children: ReactNode }) {
  return (
    <div>
      <h3 className="mb-2 text-body font-medium">{title}</h3>
      {children}
      {detail !== undefined && <div className="mt-1.5 text-small text-muted">{detail}</div>}
    </div>
  );
}

function ThemeSetting() {
  const { t } = useTranslation('mine');
  const choice = useSyncExternalStore(subscribeLook, themeChoice);
  return (
    <Setting title={t('theme')}>
      <Segmented
        label={t('theme')}
        value={choice}
        onValueChange={setThemeChoice}
        items={[
          { value: 'system', label: t('themeSystem') },
          { value: 'light', label: t('themeLight') },
          { value: 'dark', label: t('themeDark') },
        ]}
      />
    </Setting>
  );
}

function PaletteSetting() {
  const { t } = useTranslation('mine');
  const words = useChangeWords();
  const palette = useSyncExternalStore(subscribeLook, currentPalette);
  const example = (
    <span className="flex flex-wrap gap-x-4">
      <Change percent="1.25" words={words} />
      <Change percent="-1.25" words={words} />
    </span>
  );
  return (
    <Setting title={t('palette')} detail={example}>
      <Segmented
        label={t('palette')}
        value={palette}
        onValueChange={setPalette}
        items={[
          { value: 'standard', label: t('paletteStandard') },
          { value: 'cvd', label: t('paletteSafe') },
          { value: 'swapped', label: t('paletteSwapped') },
        ]}
      />
    </Setting>
  );
}

function TabBarSetting() {
  const { t } = useTranslation('mine');
  const preset = useTabBarPreset();
  const choose = (tabBar: TabBarPreset) => {
    tabBarSlice.set(tabBar);
    // The choice holds on this device at once; the server keeps it for the others when it can.
    if (isSignedIn()) call('userUpdate', { tabBar }).catch(() => undefined);
  };
  return (
    <Setting
      title={t('tabBar')}
      detail={preset === 'trader' ? t('tabBarTraderDetail') : t('tabBarInvestorDetail')}
    >
      <Segmented
        label={t('tabBar')}
        value={preset}
        onValueChange={choose}
        items={[
          { value: 'trader', label: t('tabBarTrader') },
          { value: 'investor', label: t('tabBarInvestor') },
        ]}
      />
    </Setting>
  );
}
