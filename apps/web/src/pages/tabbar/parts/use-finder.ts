import { useCall } from '#client/query.ts';
import { useSession } from '#client/session.ts';
import { loginInfoSlice } from '#client/store.ts';
import { useTranslation } from '#locales/i18n.ts';
import { useIsBuilt } from '#shell/navigation.ts';
import { isListedScript } from '#widgets/chat/chat-script.ts';
import {
  ENTRIES,
  type Entry,
  GROUPS,
  type Group,
  isFoundBy,
  SETTINGS,
  type SettingKey,
} from './mine-catalogue.ts';

export type SessionAct = 'demoReset' | 'signOut';

export interface Found {
  /** The groups of lines, in the order of the page; the settings are a group of their own. */
  readonly groups: readonly { readonly group: Group; readonly entries: readonly Entry[] }[];
  readonly settings: readonly SettingKey[];
  readonly acts: readonly SessionAct[];
  readonly isEmpty: boolean;
}

/** Everything on the page Mine that this person may see and that fits what was typed. */
export function useFinder(typed: string): Found {
  const { t } = useTranslation('mine');
  const { isSignedIn, environment } = useSession();
  const isBuilt = useIsBuilt();
  const hasOutbox = useCall('props', {}, { freshMs: Number.POSITIVE_INFINITY }).data?.sandboxOutbox === true;
  const isFound = (...words: readonly string[]) => isFoundBy(typed, words.join(' '));
  const isOpen = ({ path, needsSession = false, needsOutbox = false }: Entry) =>
    isBuilt(path) && (isSignedIn || !needsSession) && (hasOutbox || !needsOutbox);
  const script = loginInfoSlice.use()?.serviceSaleSmartly ?? '';
  const hasOutsideChat = isListedScript(script, window.location.hostname);
  const groups = GROUPS.map((group) => ({
    group,
    entries: (hasOutsideChat ? ENTRIES.map(withOutsideChat) : ENTRIES).filter(
      (entry) =>
        entry.group === group &&
        isOpen(entry) &&
        isFound(t(entry.label), t(`find_${entry.label}`), t(`group_${group}`)),
    ),
  }));
  const settings = SETTINGS.filter((key) => isFound(t(key), t(`find_${key}`), t('group_settings')));
  const possible: readonly SessionAct[] = environment === 'demo' ? ['demoReset', 'signOut'] : ['signOut'];
  const acts = isSignedIn ? possible.filter((act) => isFound(t(act), t(`find_${act}`))) : [];
  const isEmpty =
    settings.length === 0 && acts.length === 0 && groups.every(({ entries }) => entries.length === 0);
  return { groups, settings, acts, isEmpty };
}

/** Where the operator has an outside chat, customer service begins there. */
const withOutsideChat = (entry: Entry): Entry =>
  entry.label === 'entryService' ? { ...entry, path: '/pages/user/serviceJs' } : entry;
