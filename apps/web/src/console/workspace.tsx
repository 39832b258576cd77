import { contentWorkers, customerReaders, ruleWorkers, staffLogReaders } from '@tarazu/protocol';
import { Fingerprint, Inbox, LogOut, PenLine, Scale, ScrollText, Users } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from '#locales/i18n.ts';
import { CountBadge } from '#ui/badge.tsx';
import { classNames } from '#ui/class-names.ts';
import { Notice } from '#ui/feedback/notice.tsx';
import { EmptyState } from '#ui/feedback/page-state.tsx';
import { Icon } from '#ui/icon.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { CallBox } from './call-box.tsx';
import type { ConsoleOutput } from './calls.ts';
import { setIdleMax, signOut, useConsole } from './client.ts';
import { ContentPage } from './content/content-page.tsx';
import { CustomersPage } from './customers/customers-page.tsx';
import { LogPage } from './log-page.tsx';
import { LookButtons } from './look-buttons.tsx';
import { PasskeysPage } from './passkeys-page.tsx';
import { linkTo, type Place, usePlace } from './path.ts';
import { QueuePage } from './queue-page.tsx';
import { useQueueWords } from './queue-texts.ts';
import { RulesPage } from './rules/rules-page.tsx';
import { hasRole } from './staff-role.ts';

type Home = ConsoleOutput<'consoleHome'>;

/** Queues and log at the left, what is open beside them. */
export function Workspace() {
  const home = useConsole('consoleHome', {});
  const idleMaxMs = home.data?.idleMaxMs;
  useEffect(() => {
    if (idleMaxMs !== undefined) setIdleMax(idleMaxMs);
  }, [idleMaxMs]);
  return (
    <div className="flex min-h-dvh flex-col">
      <Header staff={home.data?.staff} />
      <CallBox query={home} data={home.data}>
        {(data) => (
          <div className="flex grow flex-col lg:flex-row">
            <Menu home={data} />
            <main className="min-w-0 grow p-4">
              <LogProblem home={data} />
              <Shown home={data} />
            </main>
          </div>
        )}
      </CallBox>
    </div>
  );
}

function Header({ staff }: { staff: Home['staff'] | undefined }) {
  const { t } = useTranslation('console');
  return (
    <header className="flex min-h-14 flex-wrap items-center gap-x-4 border-b border-line px-4">
      <h1 className="text-heading">{t('title')}</h1>
      <p className="min-w-0 grow truncate text-small text-muted">
        {staff === undefined ? '' : `${staff.name} · ${staff.roles.join(', ')}`}
      </p>
      <LookButtons />
      <IconButton icon={LogOut} label={t('signOut')} onClick={signOut} />
    </header>
  );
}

/** A log that is not what it was is said on every page. */
function LogProblem({ home: { log } }: { home: Home }) {
  const { t } = useTranslation('console');
  if (log?.problem === undefined) return null;
  return (
    <div className="mb-4">
      <Notice live tone="danger" title={t('logBroken')}>
        {log.problem}
      </Notice>
    </div>
  );
}

function Menu({ home }: { home: Home }) {
  const { t } = useTranslation('console');
  const wordsOf = useQueueWords();
  const place = usePlace();
  const { roles } = home.staff;
  return (
    <nav aria-label={t('menu')} className="shrink-0 border-line p-2 max-lg:border-b lg:w-64 lg:border-r">
      <ul className="flex flex-wrap gap-1 lg:flex-col">
        {home.queues.map(({ queue, waiting, approvals }) => (
          <MenuLink
            key={queue}
            icon={Inbox}
            to={{ page: 'queue', queue, show: 'waiting' }}
            isHere={place.page === 'queue' && place.queue === queue}
            label={wordsOf(queue).title}
            count={waiting}
            detail={
              approvals === 0
                ? t('waitingCount', { count: waiting })
                : t('approvalsCount', { count: approvals })
            }
          />
        ))}
        {hasRole(roles, customerReaders) && (
          <MenuLink
            icon={Users}
            to={{ page: 'customers' }}
            isHere={place.page === 'customers'}
            label={t('customers')}
          />
        )}
        <MenuLink
          icon={Fingerprint}
          to={{ page: 'passkeys' }}
          isHere={place.page === 'passkeys'}
          label={t('passkeys')}
        />
        {hasRole(roles, ruleWorkers) && (
          <MenuLink
            icon={Scale}
            to={{ page: 'rules' }}
            isHere={place.page === 'rules'}
            label={t('changeRules')}
          />
        )}
        {hasRole(roles, contentWorkers) && (
          <MenuLink
            icon={PenLine}
            to={{ page: 'content' }}
            isHere={place.page === 'content'}
            label={t('writeContent')}
          />
        )}
        {hasRole(roles, staffLogReaders) && (
          <MenuLink icon={ScrollText} to={{ page: 'log' }} isHere={place.page === 'log'} label={t('log')} />
        )}
      </ul>
    </nav>
  );
}

interface MenuLinkProps {
  icon: typeof Inbox;
  to: Place;
  isHere: boolean;
  label: string;
  count?: number;
  detail?: string;
}

function MenuLink({ icon, to, isHere, label, count = 0, detail = '' }: MenuLinkProps) {
  return (
    <li>
      <a
        {...linkTo(to)}
        aria-current={isHere ? 'page' : undefined}
        className={classNames(
          'flex min-h-11 items-center gap-3 rounded-input px-3 text-body',
          isHere ? 'bg-brand-soft font-semibold text-brand' : 'text-ink',
        )}
      >
        <Icon icon={icon} size={20} />
        <span className="grow">{label}</span>
        <CountBadge count={count} label={detail} />
      </a>
    </li>
  );
}

function Shown({ home }: { home: Home }) {
  const { t } = useTranslation('console');
  const place = usePlace();
  const [first] = home.queues;
  if (place.page === 'passkeys') return <PasskeysPage />;
  if (place.page === 'rules') return <RulesPage rule={place.rule} staff={home.staff} />;
  if (place.page === 'content') return <ContentPage id={place.id} staff={home.staff} />;
  if (place.page === 'customers') return <CustomersPage place={place} roles={home.staff.roles} />;
  if (place.page === 'log') return <LogPage userId={place.userId} log={home.log} />;
  if (place.page === 'queue') return <QueuePage place={place} staff={home.staff} />;
  if (first !== undefined)
    return <QueuePage place={{ page: 'queue', queue: first.queue, show: 'waiting' }} staff={home.staff} />;
  return <EmptyState title={t('noQueues')} detail={t('noQueuesHelp')} />;
}
