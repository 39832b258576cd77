import { type ItemOf, useCallPages } from '#client/query.ts';
import { useTranslation } from '#locales/i18n.ts';
import { assetSymbolOf, isCountedWhole } from '#products/delivery/assets.ts';
import { EmptyState } from '#ui/feedback/page-state.tsx';
import { SkeletonRows } from '#ui/feedback/skeleton.tsx';
import { List, Row } from '#ui/layout/row.tsx';
import { Money, Quantity } from '#ui/numbers/number-text.tsx';
import { TimeText } from '#ui/numbers/time-text.tsx';
import { plainAmount } from '#widgets/instrument/price/plain.ts';
import { CallState } from '#widgets/session/call-state.tsx';
import { useHiddenWord } from '#widgets/session/hidden-balance.tsx';
import { MoreButton } from '#widgets/session/more-button.tsx';
import { ZoneNote } from '#widgets/session/zone-note.tsx';
import { useCauseText } from './cause-text.ts';

type Movement = ItemOf<'fundsMovements'>;

/** Every movement of one of the accounts, newest first, each with the balance that it left. */
export function MovementList({ wallet }: { wallet: Movement['wallet'] }) {
  const { t } = useTranslation('assets');
  const { items, first, query } = useCallPages('fundsMovements', { wallet, limit: '30' });
  return (
    <CallState query={query} data={first} skeleton={<SkeletonRows />}>
      {() => (
        <>
          {items.length === 0 && <EmptyState title={t('noMovements')} detail={t('noMovementsText')} />}
          <List label={t('movements')}>
            {items.map((movement) => (
              <MovementRow key={movement.id} movement={movement} />
            ))}
          </List>
          {items.length > 0 && <ZoneNote />}
          <MoreButton query={query} />
        </>
      )}
    </CallState>
  );
}

function MovementRow({ movement }: { movement: Movement }) {
  const { t } = useTranslation('assets');
  const causeOf = useCauseText();
  const { bucket, atMs } = movement;
  return (
    <Row
      title={causeOf(movement)}
      detail={
        <>
          {bucket !== 'available' && `${t(`bucket_${bucket}`)} · `}
          {t('balanceAfter')} <Moved movement={movement} value={movement.balanceAfter} />
        </>
      }
      value={
        <span className="max-[359px]:text-small">
          <Moved movement={movement} value={movement.amount} isChange />
        </span>
      }
      valueDetail={<TimeText atMs={atMs} />}
    />
  );
}

interface MovedProps {
  movement: Movement;
  value: string;
  /** With its sign: what came or went. */
  isChange?: boolean;
}

/** Shares are counted, everything else is money: to its last digit, without the zeros behind it. */
function Moved({ movement: { asset }, value, isChange = false }: MovedProps) {
  const hiddenWord = useHiddenWord();
  const sign = isChange ? 'always' : undefined;
  const isCounted = isCountedWhole(asset);
  if (!isCounted || hiddenWord !== undefined)
    return <Money value={plainAmount(value)} asset={asset} sign={sign} hiddenWord={hiddenWord} />;
  return <Quantity value={value} sign={sign} unit={assetSymbolOf(asset)} />;
}
