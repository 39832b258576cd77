import { type MouseEvent, useSyncExternalStore } from 'react';

/** Where the console is: a queue with its list and what is open in it, a customer, the rules, or the log. */
export type Place =
  | { readonly page: 'home' }
  | { readonly page: 'passkeys' }
  | {
      readonly page: 'customers';
      readonly userId?: string | undefined;
      readonly part?: string | undefined;
      readonly environment?: 'real' | 'demo' | undefined;
      readonly list?: string | undefined;
    }
  | { readonly page: 'rules'; readonly rule?: string | undefined }
  | { readonly page: 'content'; readonly id?: string | undefined }
  | {
      readonly page: 'queue';
      readonly queue: string;
      readonly show: 'waiting' | 'mine' | 'done';
      readonly id?: string | undefined;
    }
  | { readonly page: 'log'; readonly userId?: string | undefined };

const BASE = '/console';
const listeners = new Set<() => void>();
window.addEventListener('popstate', () => announce());

function announce(): void {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function pathOf(place: Place): string {
  if (place.page === 'home') return BASE;
  if (place.page === 'passkeys') return `${BASE}/passkeys`;
  if (place.page === 'rules')
    return `${BASE}/rules${place.rule === undefined ? '' : `?rule=${encodeURIComponent(place.rule)}`}`;
  if (place.page === 'content') return `${BASE}/content${searchOf({ id: place.id })}`;
  if (place.page === 'log')
    return `${BASE}/log${place.userId === undefined ? '' : `?userId=${encodeURIComponent(place.userId)}`}`;
  if (place.page === 'customers') {
    const { userId, part, environment, list } = place;
    return `${BASE}/customers${searchOf({ userId, part, environment, list })}`;
  }
  const { queue, show, id } = place;
  const search = new URLSearchParams({ show, ...(id === undefined ? {} : { id }) });
  return `${BASE}/queue/${queue}?${search}`;
}

function searchOf(fields: Readonly<Record<string, string | undefined>>): string {
  const known = Object.entries(fields).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  );
  return known.length === 0 ? '' : `?${new URLSearchParams(known)}`;
}

export function placeOf(href: string): Place {
  const { pathname, searchParams } = new URL(href, 'http://console');
  const [, , page, queue] = pathname.split('/');
  if (page === 'passkeys') return { page };
  if (page === 'rules') return { page, rule: searchParams.get('rule') ?? undefined };
  const given = (name: string): string | undefined => searchParams.get(name) ?? undefined;
  if (page === 'content') return { page, id: given('id') };
  if (page === 'log') return { page, userId: given('userId') };
  if (page === 'customers') {
    const asked = given('environment');
    const environment = asked === 'real' || asked === 'demo' ? asked : undefined;
    return { page, userId: given('userId'), part: given('part'), environment, list: given('list') };
  }
  if (page !== 'queue' || queue === undefined || queue === '') return { page: 'home' };
  const asked = searchParams.get('show');
  const show = asked === 'mine' || asked === 'done' ? asked : 'waiting';
  return { page, queue, show, id: searchParams.get('id') ?? undefined };
}

const hrefNow = (): string => `${location.pathname}${location.search}`;

export function usePlace(): Place {
  return placeOf(useSyncExternalStore(subscribe, hrefNow));
}

export function goTo(place: Place): void {
  const path = pathOf(place);
  if (path === hrefNow()) return;
  history.pushState(null, '', path);
  announce();
}

/** For links: a click stays in the page, one that opens a new tab does so. */
export function linkTo(place: Place): {
  readonly href: string;
  readonly onClick: (event: MouseEvent<HTMLAnchorElement>) => void;
} {
  return {
    href: pathOf(place),
    onClick: (event) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
      event.preventDefault();
      goTo(place);
    },
  };
}
