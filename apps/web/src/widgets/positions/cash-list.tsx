import type { OwnBalance } from '@tarazu/protocol';
import { balancesHiddenSlice } from '#client/store.ts';
import { useTranslation } from '#locales/i18n.ts';
import { List, Row } from '#ui/layout/row.tsx';
import { addDecimal, compareDecimal } from '#ui/numbers/decimal-text.ts';
import { InstrumentDisc } from '#widgets/instrument/disc/instrument-disc.tsx';
import { PlainMoney } from '#widgets/instrument/price/plain-money.tsx';

/** The money that positions are bought with stands beside them, so that what is there adds up. */
export function CashList({ balances }: { balances: readonly OwnBalance[] }) {
  const { t } = useTranslation('trade');
  const isHidden = balancesHiddenSlice.use();
  const hidden = isHidden ? { hiddenWord: t('hidden') } : {};
  const cash = balances.filter((balance) => compareDecimal(totalOf(balance), '0') > 0);
  if (cash.length === 0) return null;
  return (
    <List label={t('cash')}>
      {cash.map((balance) => (
        <Row
          key={balance.asset}
          leading={<InstrumentDisc instrumentId={balance.asset} />}
          title={t('cash')}
          detail={
            compareDecimal(balance.held, '0') > 0 ? (
              <>
                {t('inOrders')} <PlainMoney value={balance.held} asset={balance.asset} {...hidden} />
              </>
            ) : (
              balance.name
            )
          }
          value={<PlainMoney value={totalOf(balance)} asset={balance.asset} {...hidden} />}
        />
      ))}
    </List>
  );
}

function totalOf({ available, held, unsettled }: OwnBalance): string {
  return addDecimal(addDecimal(available, held), unsettled);
}
