import { Link } from '@tanstack/react-router';
import type { CallOutput } from '#client/calls.ts';
import { useCall } from '#client/query.ts';
import { useTranslation } from '#locales/i18n.ts';
import { SkeletonRows } from '#ui/feedback/skeleton.tsx';
import { Section } from '#ui/layout/app-frame.tsx';
import { TimeText } from '#ui/numbers/time-text.tsx';
import { TextLink } from '#ui/text-link.tsx';
import { CallState } from '#widgets/session/call-state.tsx';
import { PathLink } from '#widgets/session/path-link.tsx';

type Request = CallOutput<'requestList'>['list'][number];

/** Pages that say why, and what to mend. */
const PAGES: Readonly<Record<Request['kind'], string>> = {
  identity: '/pages/user/kyc',
  identityAppeal: '/pages/user/kyc',
  scoreAppeal: '/pages/user/creditScore',
};

/** Own requests that people or a published rule decide, each with its state and the rule. */
export function Requests() {
  const { t } = useTranslation('chat');
  const query = useCall('requestList', {});
  return (
    <Section title={t('requests')}>
      <CallState query={query} data={query.data} skeleton={<SkeletonRows count={1} />}>
        {({ list }) =>
          list.length === 0 ? (
            <p className="text-small text-muted">{t('requestsNone')}</p>
          ) : (
            <ul className="flex flex-col gap-4">
              {list.map((request) => (
                <RequestLine key={request.id} request={request} />
              ))}
            </ul>
          )
        }
      </CallState>
    </Section>
  );
}

function RequestLine({ request }: { request: Request }) {
  const { t } = useTranslation('chat');
  const { kind, state, askedAtMs, dueAtMs, decidedAtMs, rule, section } = request;
  return (
    <li className="flex flex-col">
      <TextLink standing render={<PathLink href={PAGES[kind]} />}>
        {t(`request_${kind}`)}
      </TextLink>
      <p className="text-small text-muted">
        {t(`request_${state}`)} · <TimeText atMs={decidedAtMs ?? askedAtMs} />
        {dueAtMs !== undefined && (
          <>
            {' · '}
            {t('requestDue')} <TimeText atMs={dueAtMs} />
          </>
        )}
      </p>
      <TextLink
        standing
        render={<Link to="/pages/common/rulebook" search={{ rule }} activeOptions={{ exact: true }} />}
      >
        {t('requestRule', { section })}
      </TextLink>
    </li>
  );
}
