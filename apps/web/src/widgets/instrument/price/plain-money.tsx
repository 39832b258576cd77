import { formatMoney } from '#ui/numbers/format.ts';
import { Change, type ChangeProps, Money, type MoneyProps } from '#ui/numbers/number-text.tsx';
import { shownDecimals } from './plain.ts';

/**
 * An amount of any asset; a coin's with as many decimals as an eye wants, and the whole of it as its title.
 */
export function PlainMoney(props: MoneyProps) {
  const { value, asset, hiddenWord } = props;
  const decimals = value === undefined ? undefined : shownDecimals(value, asset);
  if (decimals === undefined || value === undefined || hiddenWord !== undefined) return <Money {...props} />;
  return (
    <span title={formatMoney(value, asset)}>
      <Money {...props} decimals={props.decimals ?? decimals} />
    </span>
  );
}

/** A profit or loss, in the same way. */
export function PlainChange(props: ChangeProps & { asset: string; value: string }) {
  return <Change {...props} unit="symbol" decimals={shownDecimals(props.value, props.asset)} />;
}
