import { ArrowLeft, Menu } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from '#locales/i18n.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { AppBar } from '#ui/layout/app-bar.tsx';
import { useDrawer } from './drawer-state.ts';
import { useGoBack } from './navigation.ts';

export interface BarProps {
  title: ReactNode;
  subtitle?: ReactNode;
  trailing?: ReactNode;
}

export interface TabBarProps extends BarProps {
  /** Stands where the title would, on a screen with no height to give away. */
  instead?: ReactNode;
}

const APP_NAME = 'Tarazu';

/** A page's own name in the browser's tab and history; screen readers say it when a page changes. */
function useDocumentTitle(title: ReactNode): void {
  useEffect(() => {
    if (typeof title === 'string') document.title = title === APP_NAME ? APP_NAME : `${title} · ${APP_NAME}`;
  }, [title]);
}

export function MenuButton() {
  const { t } = useTranslation('shell');
  const openDrawer = useDrawer((state) => state.setOpen);
  return <IconButton icon={Menu} label={t('openMenu')} onClick={() => openDrawer(true)} />;
}

/** For the pages of the tab bar: the menu at the left. */
export function TabPageBar({ title, trailing, instead }: TabBarProps) {
  useDocumentTitle(title);
  return <AppBar large title={title} leading={<MenuButton />} trailing={trailing} instead={instead} />;
}

/** The head of a page on a phone that lies on its side: the arrow alone, in a row that shows other things. */
export function LyingBack({ title }: { title: string }) {
  useDocumentTitle(title);
  const { t } = useTranslation('shell');
  return (
    <>
      <h1 className="sr-only">{title}</h1>
      <IconButton icon={ArrowLeft} label={t('back')} onClick={useGoBack()} className="-mx-2" />
    </>
  );
}

/** For all other pages: the way back at the left. */
export function BackBar({ title, subtitle, trailing }: BarProps) {
  useDocumentTitle(title);
  const { t } = useTranslation('shell');
  const goBack = useGoBack();
  const back = <IconButton icon={ArrowLeft} label={t('back')} onClick={goBack} />;
  return <AppBar title={title} subtitle={subtitle} leading={back} trailing={trailing} />;
}
