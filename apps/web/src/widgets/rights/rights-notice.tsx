import { MINUTE_MS } from '@tarazu/core/units';
import type { OwnEntitlement } from '@tarazu/protocol';
import { useCall } from '#client/query.ts';
import { useSession } from '#client/session.ts';
import { useTranslation } from '#locales/i18n.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { dateTimeInSentence, formatNumber } from '#ui/numbers/format.ts';
import { useFormat } from '#ui/numbers/use-format.ts';
import { PathLink } from '#widgets/session/path-link.tsx';

const FRESH_MS = MINUTE_MS;

/**
 * The offers of open rights issues, of one share or of all: with the way to apply. Nothing where nothing is
 * open.
 */
export function RightsNotice({ instrumentId }: { instrumentId?: string | undefined }) {
  const { isSignedIn } = useSession();
  const rights = useCall('rightsList', {}, { enabled: isSignedIn, freshMs: FRESH_MS });
  const open = (rights.data?.list ?? []).filter(
    (one) => one.state === 'open' && (instrumentId === undefined || one.instrumentId === instrumentId),
  );
  if (open.length === 0) return null;
  return (
    <div className="flex flex-col gap-3 px-4 pt-4">
      {open.map((one) => (
        <OpenNotice key={one.issueId} entitlement={one} />
      ))}
    </div>
  );
}

function OpenNotice({ entitlement }: { entitlement: OwnEntitlement }) {
  const { t } = useTranslation('rights');
  const settings = useFormat();
  const { symbol, instrumentId, closesAtMs } = entitlement;
  const write = (text: string) => formatNumber(text, { settings, decimalsMin: 0 });
  const hasApplied = entitlement.quantityApplied !== '0';
  const words = {
    symbol,
    quantity: write(entitlement.quantity),
    applied: write(entitlement.quantityApplied),
  };
  return (
    <Notice
      tone={hasApplied ? 'good' : 'info'}
      title={hasApplied ? t('appliedFor', words) : t('mayApply', words)}
      action={
        <Button
          size="small"
          tone={hasApplied ? 'secondary' : 'main'}
          render={<PathLink href={`/pages/stock/rights?instrumentId=${encodeURIComponent(instrumentId)}`} />}
        >
          {hasApplied ? t('change') : t('apply')}
        </Button>
      }
    >
      {t('until', { time: dateTimeInSentence(closesAtMs, settings) })}
    </Notice>
  );
}
