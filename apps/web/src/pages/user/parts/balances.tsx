import { wallets } from '@tarazu/protocol';
import { Coins } from 'lucide-react';
import { useTranslation } from '#locales/i18n.ts';
import { shareSymbolOf } from '#products/delivery/assets.ts';
import { FIRST_WALLET, isCash } from '#products/list.ts';
import { EmptyState } from '#ui/feedback/page-state.tsx';
import { Section } from '#ui/layout/app-frame.tsx';
import { List, Row } from '#ui/layout/row.tsx';
import { signOf } from '#ui/numbers/decimal-text.ts';
import { Money, Quantity } from '#ui/numbers/number-text.tsx';
import { TimeText } from '#ui/numbers/time-text.tsx';
import { InstrumentDisc } from '#widgets/instrument/disc/instrument-disc.tsx';
import { useHiddenWord } from '#widgets/session/hidden-balance.tsx';
import type { Assets } from '#widgets/session/use-assets.ts';
import { wholeOf } from './whole-balance.ts';

type Balance = Assets['balances'][number];

const TITLES = {
  stock: 'accountStock',
  spot: 'accountSpot',
  perpetual: 'accountPerpetual',
} as const satisfies Record<Balance['wallet'], string>;

/** Each balance of the three accounts; those that hold nothing at all are left out. */
export function Balances({ assets }: { assets: Assets }) {
  const { t } = useTranslation('assets');
  const held = assets.balances.filter((balance) => !isNothing(balance));
  return (
    <>
      {wallets.map((account) => {
        const balances = held.filter((balance) => balance.wallet === account);
        if (balances.length === 0 && account !== FIRST_WALLET) return null;
        return (
          <Section flush key={account} title={t(TITLES[account])}>
            {balances.length === 0 ? (
              <EmptyState icon={Coins} title={t('noBalances')} />
            ) : (
              <List label={t(TITLES[account])}>
                {balances.map((balance) => (
                  <BalanceRow key={balance.asset} balance={balance} currency={assets.currency} />
                ))}
              </List>
            )}
          </Section>
        );
      })}
      <p className="px-4 pt-4 text-small text-muted">
        {t('asOf')} <TimeText atMs={assets.atMs} show="exact" zone />
      </p>
    </>
  );
}

function isNothing(balance: Balance): boolean {
  return signOf(balance.available) === 0 && signOf(balance.held) === 0 && signOf(balance.unsettled) === 0;
}

function BalanceRow({ balance, currency }: { balance: Balance; currency: string }) {
  const hiddenWord = useHiddenWord();
  const isHidden = hiddenWord !== undefined;
  const symbol = shareSymbolOf(balance.asset) ?? balance.asset;
  const hasMore = signOf(balance.held) !== 0 || signOf(balance.unsettled) !== 0;
  return (
    <Row
      leading={<InstrumentDisc instrumentId={balance.asset} />}
      title={symbol}
      detail={!isHidden && hasMore ? <SetAside balance={balance} /> : balance.name}
      value={<Whole balance={balance} hiddenWord={hiddenWord} />}
      valueDetail={<Money value={balance.value} asset={currency} hiddenWord={hiddenWord} />}
    />
  );
}

/**
 * The parts of it that are free, stand behind orders or are still to settle; a part of nothing is not said.
 */
function SetAside({ balance }: { balance: Balance }) {
  const { t } = useTranslation('assets');
  const parts = [
    { label: t('freeShort'), value: balance.available },
    { label: t('heldShort'), value: balance.held },
    { label: t('unsettledShort'), value: balance.unsettled },
  ].filter(({ value }) => signOf(value) !== 0);
  return parts.map(({ label, value }) => (
    <span key={label} className="block">
      {label}{' '}
      {isCash(balance) ? (
        <Money value={value} asset={balance.asset} unit="sign" />
      ) : (
        <Quantity value={value} />
      )}
    </span>
  ));
}

/**
 * All of it, whose worth stands below: cash with its two digits, shares and coins with as many as they have.
 */
function Whole({ balance, hiddenWord }: { balance: Balance; hiddenWord: string | undefined }) {
  if (isCash(balance) || hiddenWord !== undefined) {
    return <Money value={wholeOf(balance)} asset={balance.asset} unit="sign" hiddenWord={hiddenWord} />;
  }
  return <Quantity value={wholeOf(balance)} />;
}
