import { ChevronRight } from 'lucide-react';
import { useCall } from '#client/query.ts';
import { useTranslation } from '#locales/i18n.ts';
import { Icon } from '#ui/icon.tsx';
import { Section } from '#ui/layout/app-frame.tsx';
import { List, Row } from '#ui/layout/row.tsx';
import { compareDecimal } from '#ui/numbers/decimal-text.ts';
import { Change, Money } from '#ui/numbers/number-text.tsx';
import { TermHelp } from '#widgets/help/term-help.tsx';
import { InstrumentDisc } from '#widgets/instrument/disc/instrument-disc.tsx';
import { instrumentHref } from '#widgets/instrument/ids.ts';
import { useChangeWords } from '#widgets/session/change-words.ts';
import { useHiddenWord } from '#widgets/session/hidden-balance.tsx';
import { PathLink } from '#widgets/session/path-link.tsx';

const SHOWN_MAX = 4;
const AGAIN_MS = 30_000;

/** The largest holdings with their gain; nothing where there are none or they could not be read. */
export function HomeHoldings() {
  const { t } = useTranslation('home');
  const portfolio = useCall('userPortfolio', {}, { everyMs: AGAIN_MS });
  const hiddenWord = useHiddenWord();
  const words = useChangeWords();
  const { holdings = [], asset = 'INR' } = portfolio.data ?? {};
  const held = holdings.filter(({ value }) => compareDecimal(value, '0') > 0).slice(0, SHOWN_MAX);
  if (held.length === 0) return null;
  return (
    <Section
      flush
      title={t('holdings')}
      help={<TermHelp label={t('holdings')} terms={['unrealised']} />}
      action={<ToPortfolio label={t('toPortfolio')} />}
    >
      <List label={t('holdings')}>
        {held.map(({ instrumentId, symbol, name, value, profit, profitPercent }) => (
          <Row
            key={instrumentId}
            leading={<InstrumentDisc instrumentId={instrumentId} />}
            title={symbol}
            detail={name}
            value={<Money value={value} asset={asset} hiddenWord={hiddenWord} />}
            valueDetail={
              <Change
                value={hiddenWord === undefined ? profit : undefined}
                percent={profitPercent}
                asset={asset}
                words={words}
              />
            }
            render={<PathLink href={instrumentHref({ instrumentId })} />}
          />
        ))}
      </List>
    </Section>
  );
}

function ToPortfolio({ label }: { label: string }) {
  return (
    <PathLink
      href="/pages/user/portfolio"
      className="pressable -mr-2 flex min-h-11 items-center gap-1 rounded-input px-2 text-body font-semibold text-brand [--pressed:var(--sunken)]"
    >
      {label}
      <Icon icon={ChevronRight} size={20} />
    </PathLink>
  );
}
