import {
  Bell,
  BellPlus,
  BookOpenCheck,
  Building2,
  ClipboardList,
  Download,
  Eye,
  FileText,
  Gauge,
  HandCoins,
  IdCard,
  Inbox,
  Info,
  Landmark,
  type LucideIcon,
  MessageCircleQuestion,
  Newspaper,
  PieChart,
  ReceiptText,
  Scale,
  ScrollText,
  ShieldAlert,
  ShieldCheck,
  UserRound,
  UserRoundPlus,
  Wallet,
} from 'lucide-react';
import type mine from '#locales/en-US/mine.ts';

/** The groups of the page Mine, in their order. */
export const GROUPS = ['account', 'money', 'statements', 'settings', 'help'] as const;
export type Group = (typeof GROUPS)[number];

export type Label = keyof typeof mine & `entry${string}`;
export type SettingKey = 'language' | 'theme' | 'palette' | 'tabBar' | 'orderSend' | 'hideBalances';

/** A line that leads to a page; one whose page is not in this build is left out. */
export interface Entry {
  readonly group: Group;
  readonly label: Label;
  readonly path: string;
  readonly icon: LucideIcon;
  readonly needsSession?: boolean;
  /** Only where the installation shows its outbox. */
  readonly needsOutbox?: boolean;
}

export const ENTRIES: readonly Entry[] = [
  {
    group: 'account',
    label: 'entryUserInfo',
    path: '/pages/user/userInfo',
    icon: UserRound,
    needsSession: true,
  },
  {
    group: 'account',
    label: 'entryIdentity',
    path: '/pages/user/kyc',
    icon: IdCard,
    needsSession: true,
  },
  {
    group: 'account',
    label: 'entrySecurity',
    path: '/pages/user/security',
    icon: ShieldCheck,
    needsSession: true,
  },
  {
    group: 'account',
    label: 'entryScore',
    path: '/pages/user/creditScore',
    icon: Gauge,
    needsSession: true,
  },
  {
    group: 'account',
    label: 'entryInvite',
    path: '/pages/user/invite',
    icon: UserRoundPlus,
    needsSession: true,
  },
  { group: 'account', label: 'entryNotices', path: '/pages/notice/list', icon: Bell },
  {
    group: 'account',
    label: 'entryAlerts',
    path: '/pages/notice/alerts',
    icon: BellPlus,
    needsSession: true,
  },
  { group: 'money', label: 'entryAssets', path: '/pages/user/assets', icon: PieChart, needsSession: true },
  {
    group: 'money',
    label: 'entryDeposit',
    path: '/pages/recharge/recharge',
    icon: Wallet,
    needsSession: true,
  },
  { group: 'money', label: 'entryBank', path: '/pages/wallet/bankList', icon: Landmark, needsSession: true },
  { group: 'money', label: 'entryRights', path: '/pages/stock/rights', icon: HandCoins, needsSession: true },
  {
    group: 'statements',
    label: 'entryRecords',
    path: '/pages/fundsDetail/stockFundsDetail',
    icon: ClipboardList,
    needsSession: true,
  },
  {
    group: 'statements',
    label: 'entryDayNotes',
    path: '/pages/user/dayNotes',
    icon: ReceiptText,
    needsSession: true,
  },
  {
    group: 'statements',
    label: 'entryStatement',
    path: '/pages/user/statement',
    icon: ScrollText,
    needsSession: true,
  },
  {
    group: 'help',
    label: 'entryService',
    path: '/pages/user/service',
    icon: MessageCircleQuestion,
    needsSession: true,
  },
  { group: 'help', label: 'entryNews', path: '/pages/news/list', icon: Newspaper },
  { group: 'help', label: 'entryProof', path: '/pages/user/proof', icon: Scale },
  { group: 'help', label: 'entryStaffActs', path: '/pages/user/staffActs', icon: Eye },
  { group: 'help', label: 'entryAbout', path: '/pages/user/about', icon: Info },
  {
    group: 'help',
    label: 'entryCompany',
    path: '/pages/common/companyIntroduction',
    icon: Building2,
  },
  { group: 'help', label: 'entryLoanService', path: '/pages/common/loanService', icon: BookOpenCheck },
  { group: 'help', label: 'entryDownload', path: '/pages/common/download', icon: Download },
  { group: 'help', label: 'entryPrivacy', path: '/pages/common/privacyPolicy', icon: ShieldCheck },
  { group: 'help', label: 'entryDisclaimer', path: '/pages/common/disclaimer', icon: ShieldAlert },
  { group: 'help', label: 'entryLicences', path: '/pages/common/licences', icon: FileText },
  { group: 'help', label: 'entryOutbox', path: '/sandbox', icon: Inbox, needsOutbox: true },
];

export const SETTINGS: readonly SettingKey[] = [
  'language',
  'theme',
  'palette',
  'tabBar',
  'orderSend',
  'hideBalances',
];

/** Whether each word that was typed begins a word of the text: `dar mo` finds `dark mode`. */
export function isFoundBy(typed: string, text: string): boolean {
  const words = wordsOf(text);
  return wordsOf(typed).every((part) => words.some((word) => word.startsWith(part)));
}

function wordsOf(text: string): string[] {
  return text
    .toLocaleLowerCase('en')
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '');
}
