import { useRouter } from '@tanstack/react-router';
import {
  ArrowDownToLine,
  ArrowUpFromLine,
  BookOpenText,
  ClipboardList,
  Copy,
  History,
  Info,
  Landmark,
  LogIn,
  LogOut,
  type LucideIcon,
  ShieldCheck,
  Zap,
} from 'lucide-react';
import { useEffect, useState } from 'react';
import { useLoginInfo } from '#client/login-info.ts';
import { useSession } from '#client/session.ts';
import { type StoredUser, userInfoSlice } from '#client/store.ts';
import { sentence, useTranslation } from '#locales/i18n.ts';
import { copyText } from '#ui/copy.ts';
import { showToast } from '#ui/feedback/toast.ts';
import { Icon } from '#ui/icon.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { InitialsDisc } from '#ui/initials-disc.tsx';
import { List, Row } from '#ui/layout/row.tsx';
import { ConfirmDialog } from '#ui/overlays/dialog.tsx';
import { SideDrawer } from '#ui/overlays/drawer.tsx';
import { EnvironmentChoice } from '#widgets/session/environment-choice.tsx';
import { IdentityBadge } from '#widgets/session/identity-badge.tsx';
import { PathLink } from '#widgets/session/path-link.tsx';
import { usePersonName } from '#widgets/session/person-name.ts';
import { useSignOut } from '#widgets/session/use-account-actions.ts';
import { useDrawer } from './drawer-state.ts';
import { LOGIN_PATH, useIsBuilt } from './navigation.ts';

type EntryLabel =
  | 'deposit'
  | 'withdraw'
  | 'bankDetails'
  | 'securitySettings'
  | 'depositRecord'
  | 'withdrawalsRecord'
  | 'fundingDetails'
  | 'aboutUs'
  | 'automaticSubscription';

interface Entry {
  readonly label: EntryLabel;
  readonly path: string;
  readonly icon: LucideIcon;
  readonly isPublic?: boolean;
  readonly onlyWithAutoApply?: boolean;
}

/** The spec's entries in the spec's order; one whose page is not in this build is left out. */
const ENTRIES: readonly Entry[] = [
  { label: 'deposit', path: '/pages/recharge/recharge', icon: ArrowDownToLine },
  { label: 'withdraw', path: '/pages/withdraw/bankWithdraw', icon: ArrowUpFromLine },
  { label: 'bankDetails', path: '/pages/wallet/bankList?type=2', icon: Landmark },
  { label: 'securitySettings', path: '/pages/user/security', icon: ShieldCheck },
  { label: 'depositRecord', path: '/pages/recharge/bankRecord', icon: History },
  { label: 'withdrawalsRecord', path: '/pages/withdraw/withdrawRecord', icon: ClipboardList },
  { label: 'fundingDetails', path: '/pages/fundsDetail/stockFundsDetail', icon: BookOpenText },
  { label: 'aboutUs', path: '/pages/user/about', icon: Info, isPublic: true },
  { label: 'automaticSubscription', path: '/pages/user/ipoSwitch', icon: Zap, onlyWithAutoApply: true },
];

/** The left menu. Who is signed in is asked anew at each opening; a failure of that changes nothing. */
export function SideMenu() {
  const { t } = useTranslation('shell');
  const { isOpen, openings, setOpen } = useDrawer();
  const { isSignedIn } = useSession();
  const [isAsking, setAsking] = useState(false);
  const { openAutoApply } = useLoginInfo(openings);
  const signOut = useSignOut();
  useCloseOnLeave();
  const footer = isSignedIn ? (
    <ul className="border-t border-line py-2">
      <Row
        compact
        tone="danger"
        title={t('signOut')}
        leading={<Icon icon={LogOut} />}
        onClick={() => setAsking(true)}
      />
    </ul>
  ) : undefined;
  return (
    <>
      <SideDrawer open={isOpen} onOpenChange={setOpen} label={t('menu')} footer={footer}>
        <MenuHead />
        <MenuEntries isSignedIn={isSignedIn} hasAutoApply={openAutoApply} onFollow={() => setOpen(false)} />
      </SideDrawer>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={t('signOutTitle')}
        confirmLabel={t('signOut')}
        cancelLabel={t('cancel')}
        tone="danger"
        onConfirm={() => {
          setAsking(false);
          setOpen(false);
          signOut();
        }}
      >
        {t('signOutText')}
      </ConfirmDialog>
    </>
  );
}

/** A page that was reached in any way closes the menu. */
function useCloseOnLeave(): void {
  const router = useRouter();
  const setOpen = useDrawer((state) => state.setOpen);
  useEffect(
    () =>
      router.subscribe('onBeforeNavigate', ({ pathChanged }) => {
        if (pathChanged && useDrawer.getState().isOpen) setOpen(false);
      }),
    [router, setOpen],
  );
}

function MenuHead() {
  const { t } = useTranslation('shell');
  const user = userInfoSlice.use();
  const { isSignedIn } = useSession();
  const setOpen = useDrawer((state) => state.setOpen);
  if (!isSignedIn || user === undefined) {
    return (
      <div className="px-4 pt-6 pb-4">
        <PathLink
          href="/pages/common/login"
          className="pressable flex min-h-16 items-center gap-3 rounded-tile [--pressed:var(--surface)]"
          onFollow={() => setOpen(false)}
        >
          <span className="grid size-13 place-items-center rounded-full bg-sunken text-muted">
            <Icon icon={LogIn} />
          </span>
          <span className="text-heading">{t('loginOrRegister')}</span>
        </PathLink>
      </div>
    );
  }
  return (
    <div className="flex flex-col gap-4 px-4 pt-6 pb-4">
      <UserLine user={user} onFollow={() => setOpen(false)} />
      <EnvironmentChoice />
    </div>
  );
}

function UserLine({ user, onFollow }: { user: StoredUser; onFollow: () => void }) {
  const { t } = useTranslation('shell');
  const name = usePersonName();
  return (
    <div className="flex items-center gap-1">
      <PathLink
        href="/pages/user/userInfo"
        onFollow={onFollow}
        className="pressable flex min-w-0 grow items-center gap-3 rounded-tile [--pressed:var(--surface)]"
      >
        <InitialsDisc name={name} seed={user.id} size={52} />
        <span className="min-w-0">
          <span className="block truncate text-heading">{name}</span>
          <span className="number block truncate text-small text-muted">{t('userId', { id: user.id })}</span>
          <IdentityBadge idStatus={user.idStatus} />
        </span>
      </PathLink>
      <IconButton icon={Copy} label={t('copyUserId')} tone="muted" onClick={() => void copyUserId(user.id)} />
    </div>
  );
}

/** The toast's words are the spec's, in every language. */
async function copyUserId(id: string): Promise<void> {
  if (await copyText(id)) showToast('Copy_successful', { tone: 'success' });
  else showToast(sentence('shell', 'copyFailed'), { tone: 'error' });
}

interface MenuEntriesProps {
  isSignedIn: boolean;
  hasAutoApply: boolean;
  onFollow: () => void;
}

function MenuEntries({ isSignedIn, hasAutoApply, onFollow }: MenuEntriesProps) {
  const { t } = useTranslation('shell');
  const isBuilt = useIsBuilt();
  const shown = ENTRIES.filter(
    (entry) => isBuilt(entry.path) && (entry.onlyWithAutoApply !== true || hasAutoApply),
  );
  return (
    <nav aria-label={t('menu')} className="border-t border-line py-2">
      <List>
        {shown.map((entry) => (
          <Row
            key={entry.path}
            compact
            chevron
            title={t(entry.label)}
            leading={<Icon icon={entry.icon} className="text-muted" />}
            render={<PathLink href={hrefFor(entry, isSignedIn)} onFollow={onFollow} />}
          />
        ))}
      </List>
    </nav>
  );
}

/** Logged out, each entry but About leads to the login page and from there to where it was meant to lead. */
function hrefFor(entry: Entry, isSignedIn: boolean): string {
  if (isSignedIn || entry.isPublic === true) return entry.path;
  return `${LOGIN_PATH}?to=${encodeURIComponent(entry.path)}`;
}
