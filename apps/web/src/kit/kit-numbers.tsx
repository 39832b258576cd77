import { useEffect, useState } from 'react';
import { Badge } from '#ui/badge.tsx';
import { AppBar } from '#ui/layout/app-bar.tsx';
import { Section } from '#ui/layout/app-frame.tsx';
import { Disclosure } from '#ui/layout/disclosure.tsx';
import { FactList, StatGrid, Tile } from '#ui/layout/tile.tsx';
import { addDecimal } from '#ui/numbers/decimal-text.ts';
import { Change, Money, Percent, Price, Quantity } from '#ui/numbers/number-text.tsx';
import { Age, Countdown, TimeText } from '#ui/numbers/time-text.tsx';

const words = { up: 'up', down: 'down', unchanged: 'unchanged' };
const STARTED_AT_MS = Date.now();

export function KitNumbers() {
  const [price, setPrice] = useState('2948.30');
  useEffect(() => {
    let turn = 0;
    const timer = setInterval(() => {
      turn += 1;
      setPrice((before) => addDecimal(before, turn % 3 === 0 ? '-1.15' : '0.45'));
    }, 1500);
    return () => clearInterval(timer);
  }, []);
  return (
    <>
      <div>
        <AppBar title="ARUNA" subtitle="Aruna Steel · NSE_SIM" />
      </div>
      <div className="px-4">
        <p className="text-body text-muted">Aruna Steel and Forgings Limited</p>
        <p className="text-display">
          <Price value={price} asset="INR" unit="symbol" flash />
        </p>
        <p className="flex flex-wrap items-center gap-2 text-body">
          <Change value="36.10" percent="1.24" asset="INR" words={words} />
          <Badge tone="brand">Simulated</Badge>
          <span className="text-small text-muted">
            <Age atMs={STARTED_AT_MS} />
          </span>
        </p>
      </div>
      <Section title="Numbers">
        <StatGrid
          stats={[
            { label: 'Open', value: <Price value="2948.30" asset="INR" /> },
            { label: 'High', value: <Price value="2971.89" asset="INR" /> },
            { label: 'Low', value: <Price value="2921.77" asset="INR" /> },
            { label: 'Prev. close', value: <Price value={undefined} asset="INR" /> },
            { label: 'Volume', value: <Quantity value="8421000" compact /> },
            { label: 'Turnover', value: <Money value="24800000000" asset="INR" compact /> },
          ]}
        />
        <Tile className="mt-3">
          <FactList
            facts={[
              { label: 'Brokerage', value: <Money value="20" asset="INR" /> },
              { label: 'Worst case', value: <Money value="-73707.5" asset="INR" />, strong: true },
              { label: 'Coins', value: <Money value="0.00250000" asset="BTC" /> },
              { label: 'Hidden', value: <Money value="1" asset="INR" hiddenWord="hidden" /> },
              { label: 'Bought', value: <Quantity value="25.000" unit="shares" /> },
              { label: 'Rate', value: <Percent value="0.0125" unit="ratio" sign="always" /> },
              { label: 'Loss', value: <Change percent="-2.04" words={words} /> },
              { label: 'Level', value: <Change percent="0" words={words} /> },
              { label: 'Filled', value: <TimeText atMs={STARTED_AT_MS} zone /> },
              { label: 'Left', value: <Countdown untilMs={STARTED_AT_MS + 90_000_000} /> },
            ]}
          />
        </Tile>
        <Disclosure title="Charges" value={<Money value="42.18" asset="INR" />}>
          <FactList facts={[{ label: 'Brokerage', value: <Money value="20" asset="INR" /> }]} />
        </Disclosure>
      </Section>
    </>
  );
}
