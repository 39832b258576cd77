import { Bell, ChartCandlestick, House, Menu, Repeat2, UserRound, Wallet } from 'lucide-react';
import { StrictMode, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { ToastHost } from '#ui/feedback/toast-host.tsx';
import { Chips } from '#ui/fields/choice.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { AppBar } from '#ui/layout/app-bar.tsx';
import { AppFrame, Page } from '#ui/layout/app-frame.tsx';
import { TabBar } from '#ui/layout/tab-bar.tsx';
import { setFormatSettings } from '#ui/numbers/format-settings.ts';
import {
  currentPalette,
  currentTheme,
  type Palette,
  setDocumentLanguage,
  setPalette,
  setThemeChoice,
  type Theme,
} from '#ui/theme.ts';
import { KitControls } from './kit-controls.tsx';
import { KitFields } from './kit-fields.tsx';
import { KitLists } from './kit-lists.tsx';
import { KitNumbers } from './kit-numbers.tsx';
import { KitOverlays } from './kit-overlays.tsx';
import { KitStates } from './kit-states.tsx';

/** Every component in every state, for eyes and for axe, in development only. */
function Kit() {
  return (
    <AppFrame practiceWord={location.hash.includes('practice') ? 'Demo account' : undefined}>
      <Page
        flush
        header={
          <AppBar
            large
            title="Kit"
            leading={<IconButton icon={Menu} label="Menu" />}
            trailing={<IconButton icon={Bell} label="Notices, 2 unread" dot />}
          />
        }
        footer={<KitTabBar />}
      >
        <Look />
        <KitNumbers />
        <KitControls />
        <KitFields />
        <KitLists />
        <KitStates />
        <KitOverlays />
      </Page>
      <ToastHost />
    </AppFrame>
  );
}

function Look() {
  const [theme, setTheme] = useState<Theme>(currentTheme);
  const [palette, setShownPalette] = useState<Palette>(currentPalette);
  const [language, setLanguage] = useState('en-US');
  return (
    <div className="px-4">
      <Chips
        label="Theme"
        items={[
          { value: 'light', label: 'Light' },
          { value: 'dark', label: 'Dark' },
        ]}
        value={theme}
        onValueChange={(value) => {
          setThemeChoice(value);
          setTheme(value);
        }}
      />
      <Chips
        label="Palette"
        items={[
          { value: 'standard', label: 'Standard' },
          { value: 'cvd', label: 'Colour-safe' },
          { value: 'swapped', label: 'Swapped' },
        ]}
        value={palette}
        onValueChange={(value) => {
          setPalette(value);
          setShownPalette(value);
        }}
      />
      <Chips
        label="Language"
        items={[
          { value: 'en-US', label: 'English' },
          { value: 'bn-BN', label: 'বাংলা' },
        ]}
        value={language}
        onValueChange={(value) => {
          setLanguage(value);
          setFormatSettings({ language: value });
          void setDocumentLanguage(value);
        }}
      />
    </div>
  );
}

function KitTabBar() {
  const link = <a href="#top">.</a>;
  const items = [
    { key: 'home', label: 'Home', icon: House, render: link },
    { key: 'markets', label: 'Markets', icon: ChartCandlestick, render: link },
    { key: 'trade', label: 'Trade', icon: Repeat2, render: link },
    { key: 'positions', label: 'Positions', icon: Wallet, render: link, dotLabel: 'New fills' },
    { key: 'mine', label: 'Mine', icon: UserRound, render: link },
  ];
  return <TabBar label="Main" items={items} activeKey="markets" />;
}

const root = document.querySelector('#root');
if (root === null) throw new Error('Invariant: kit.html has a root.');
createRoot(root).render(
  <StrictMode>
    <Kit />
  </StrictMode>,
);
