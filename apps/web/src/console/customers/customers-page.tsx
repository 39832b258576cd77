import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { CallError } from '#client/errors.ts';
import { useTranslation } from '#locales/i18n.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/feedback/page-state.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { TimeText } from '#ui/numbers/time-text.tsx';
import type { ConsoleOutput } from '../calls.ts';
import { consoleCall } from '../client.ts';
import { useSayError } from '../error-text.ts';
import { linkTo, type Place } from '../path.ts';
import { CustomerView } from './customer-view.tsx';
import { useCustomerWords } from './customer-words.ts';

type CustomersPlace = Extract<Place, { page: 'customers' }>;

/** Customers, each found by a number or a contact in whole, and what is known of the one that is open. */
export function CustomersPage({ place, roles }: { place: CustomersPlace; roles: readonly string[] }) {
  const { t } = useTranslation('console/customer');
  const { userId } = place;
  return (
    <div className="flex flex-col gap-6">
      <Search />
      {userId === undefined ? (
        <EmptyState title={t('nobody')} detail={t('nobodyHelp')} />
      ) : (
        <CustomerView key={userId} place={{ ...place, userId }} roles={roles} />
      )}
    </div>
  );
}

function Search() {
  const { t } = useTranslation('console/customer');
  const say = useSayError();
  const [typed, setTyped] = useState('');
  const find = useMutation<ConsoleOutput<'consoleCustomers'>, CallError, string>({
    mutationFn: (search) => consoleCall('consoleCustomers', { search }),
    gcTime: 0,
    onError: say,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (typed.trim() !== '') find.mutate(typed.trim());
  };
  const found = find.data?.list;
  return (
    <section>
      <h2 className="text-title">{t('title')}</h2>
      <form onSubmit={submit} className="mt-2 flex max-w-2xl flex-wrap items-start gap-3">
        <div className="min-w-64 grow">
          <TextField
            label={t('search')}
            help={t('searchHelp')}
            value={typed}
            onValueChange={setTyped}
            autoComplete="off"
            name="search"
          />
        </div>
        {/* As low as the field, whose label stands above it and whose help below. */}
        <div className="mt-5.5">
          <Button type="submit" loading={find.isPending} disabled={typed.trim() === ''}>
            {t('find')}
          </Button>
        </div>
      </form>
      <div aria-live="polite">
        {found?.length === 0 && <p className="mt-2 text-body">{t('notFound')}</p>}
        {found !== undefined && found.length > 0 && <Found list={found} onOpen={find.reset} />}
      </div>
    </section>
  );
}

function Found({ list, onOpen }: { list: ConsoleOutput<'consoleCustomers'>['list']; onOpen: () => void }) {
  const { t } = useTranslation('console/customer');
  const words = useCustomerWords();
  return (
    <ul className="mt-3 flex max-w-2xl flex-col rounded-tile border border-line">
      {list.map(({ userId, guest, contactMasked, country, idStatus, registeredAtMs }) => {
        const link = linkTo({ page: 'customers', userId, part: 'profile' });
        return (
          <li key={userId} className="border-t border-line first:border-t-0">
            <a
              href={link.href}
              onClick={(event) => {
                link.onClick(event);
                onOpen();
              }}
              className="flex min-h-11 flex-wrap items-center gap-x-4 px-3 py-2"
            >
              <span className="number font-semibold">{userId}</span>
              <span className="number">{contactMasked ?? t('guest')}</span>
              <span className="text-small text-muted">
                {words.values('country', country)} · <TimeText atMs={registeredAtMs} />
              </span>
              {!guest && <Badge>{words.values('identity', idStatus)}</Badge>}
            </a>
          </li>
        );
      })}
    </ul>
  );
}
