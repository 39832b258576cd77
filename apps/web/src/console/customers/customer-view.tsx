import { useInfiniteQuery } from '@tanstack/react-query';
import { correctionProposers, freezeWorkers, staffLogReaders } from '@tarazu/protocol';
import { Lock } from 'lucide-react';
import { useEffect, useState } from 'react';
import { type CallError, isRefusal } from '#client/errors.ts';
import { useTranslation } from '#locales/i18n.ts';
import { Badge } from '#ui/badge.tsx';
import { classNames } from '#ui/class-names.ts';
import { Segmented } from '#ui/fields/choice.tsx';
import { Icon } from '#ui/icon.tsx';
import { TimeText } from '#ui/numbers/time-text.tsx';
import { CallBox } from '../call-box.tsx';
import { consoleCall } from '../client.ts';
import { goTo, linkTo } from '../path.ts';
import { hasRole } from '../staff-role.ts';
import { BreakGlass } from './break-glass.tsx';
import { CorrectionForm } from './correction-form.tsx';
import { CustomerFacts } from './customer-facts.tsx';
import { CustomerLines } from './customer-lines.tsx';
import type { OpenPlace, View } from './customer-types.ts';
import { useCustomerWords } from './customer-words.ts';
import { FreezeForm } from './freeze-form.tsx';

const PROFILE = 'profile';
const MONEY = 'money';

/** One part of a customer, page by page, never read again by itself because each opening is written down. */
function useCustomer({ userId, part, environment, list }: OpenPlace, search: string) {
  const input = {
    userId,
    part: part ?? PROFILE,
    ...(environment !== undefined && { environment }),
    ...(list !== undefined && { list }),
    ...(search !== '' && { search }),
  };
  return useInfiniteQuery<View, CallError, { pages: View[] }, readonly unknown[], string | undefined>({
    queryKey: ['consoleCustomer', input],
    queryFn: ({ pageParam, signal }) =>
      consoleCall(
        'consoleCustomer',
        { ...input, ...(pageParam !== undefined && { cursor: pageParam }) },
        { signal },
      ),
    initialPageParam: undefined,
    getNextPageParam: (last) => last.next,
    refetchOnWindowFocus: false,
    placeholderData: (former, query) => (isSameList(query?.queryKey[1], input) ? former : undefined),
  });
}

/** Each search reads a thousand lines of a customer: what is typed is one when the typing pauses. */
const SETTLED_MS = 400;

function useSettled(typed: string): string {
  const [settled, setSettled] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return settled;
}

/** Another search of the same list keeps what is shown until its answer is there. */
function isSameList(one: unknown, other: object): boolean {
  const without = (value: unknown) => JSON.stringify({ ...Object(value), search: undefined });
  return without(one) === without(other);
}

/** Parts of what is known of a customer, each fact with why it is so. */
export function CustomerView({ place, roles }: { place: OpenPlace; roles: readonly string[] }) {
  const [typed, setTyped] = useState('');
  const search = useSettled(typed.trim());
  const query = useCustomer(place, search);
  const view = query.data?.pages[0];
  const part = place.part ?? PROFILE;
  if (query.error !== null && view === undefined)
    return (
      <div className="flex flex-col gap-6">
        <CallBox query={query} data={undefined}>
          {() => null}
        </CallBox>
        {isRefusal(query.error, 'STAFF_ROLE') && <BreakGlass userId={place.userId} part={part} />}
      </div>
    );
  return (
    <CallBox query={query} data={view}>
      {(shown) => (
        <article className="flex flex-col gap-6">
          <Head view={shown} place={place} roles={roles} />
          <Parts view={shown} place={place} />
          <CustomerFacts view={shown} />
          {shown.part === PROFILE && hasRole(roles, freezeWorkers) && <FreezeForm userId={shown.userId} />}
          {shown.part === MONEY && hasRole(roles, correctionProposers) && (
            <CorrectionForm key={shown.environment} userId={shown.userId} environment={shown.environment} />
          )}
          {shown.lists.length > 0 && (
            <CustomerLines
              view={shown}
              place={place}
              lines={query.data?.pages.flatMap(({ lines }) => lines) ?? []}
              pages={query.data?.pages.length ?? 0}
              search={{ typed, onTyped: setTyped }}
              more={query}
            />
          )}
        </article>
      )}
    </CallBox>
  );
}

function Head({ view, place, roles }: { view: View; place: OpenPlace; roles: readonly string[] }) {
  const { t } = useTranslation('console/customer');
  const { userId, guest, environments, environment } = view;
  return (
    <header className="flex flex-wrap items-center gap-3">
      <h2 className="text-title">{t('customer', { userId })}</h2>
      {guest && <Badge>{t('guest')}</Badge>}
      {environments.length > 1 && (
        <div className="w-64">
          <Segmented
            label={t('account')}
            value={environment}
            onValueChange={(chosen) => goTo({ ...place, environment: chosen })}
            items={environments.map((one) => ({ value: one, label: t(one === 'real' ? 'real' : 'demo') }))}
          />
        </div>
      )}
      {hasRole(roles, staffLogReaders) && (
        <a
          {...linkTo({ page: 'log', userId })}
          className="inline-flex min-h-11 items-center text-brand underline"
        >
          {t('log')}
        </a>
      )}
    </header>
  );
}

function Parts({ view, place }: { view: View; place: OpenPlace }) {
  const { t } = useTranslation('console/customer');
  const words = useCustomerWords();
  return (
    <nav aria-label={t('parts')}>
      <ul className="flex flex-wrap gap-1">
        {view.parts.map(({ part, isAllowed, untilMs }) => (
          <li key={part}>
            <a
              {...linkTo({ page: 'customers', userId: place.userId, part, environment: place.environment })}
              aria-current={part === view.part ? 'page' : undefined}
              className={classNames(
                'flex min-h-11 items-center gap-2 rounded-input px-3 text-body',
                part === view.part ? 'bg-brand-soft font-semibold text-brand' : 'text-ink',
              )}
            >
              {words.part(part)}
              {!isAllowed && untilMs === undefined && (
                <>
                  <Icon icon={Lock} size={16} />
                  <span className="sr-only">{t('locked')}</span>
                </>
              )}
              {untilMs !== undefined && (
                <span className="text-small">
                  {t('openUntil')} <TimeText atMs={untilMs} />
                </span>
              )}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
