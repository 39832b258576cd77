import type { RefusalKey } from '@tarazu/protocol';
import { RefusalError } from '#client/errors.ts';
import { useTranslation } from '#locales/i18n.ts';
import { Button } from '#ui/button.tsx';
import { PathLink } from './path-link.tsx';

interface Way {
  readonly href: string;
  readonly label: 'toSearch' | 'toIdentity' | 'toRegister';
}

/** Refusals that no second try changes: the page on which the person does what is missing. */
const WAYS: Readonly<Partial<Record<RefusalKey, Way>>> = {
  INSTRUMENT_UNKNOWN: { href: '/pages/stock/search', label: 'toSearch' },
  KYC_REQUIRED: { href: '/pages/user/kyc', label: 'toIdentity' },
  REGISTRATION_NEEDED: { href: '/pages/account/reg', label: 'toRegister' },
};

export function hasWay(error: unknown): boolean {
  return wayOf(error) !== undefined;
}

function wayOf(error: unknown): Way | undefined {
  if (!(error instanceof RefusalError)) return undefined;
  return Object.entries(WAYS).find(([reason]) => reason === error.reason)?.[1];
}

/** The next step after a refusal, as a link; nothing where there is no other page for it. */
export function RefusalWay({ error }: { error: unknown }) {
  const { t } = useTranslation('shell');
  const way = wayOf(error);
  if (way === undefined) return null;
  return (
    <Button size="medium" tone="secondary" render={<PathLink href={way.href} />}>
      {t(way.label)}
    </Button>
  );
}
