import { FileText, Landmark, LogOut, ShieldCheck } from 'lucide-react';
import { Icon } from '#ui/icon.tsx';
import { InitialsDisc } from '#ui/initials-disc.tsx';
import { Section } from '#ui/layout/app-frame.tsx';
import { List, Row } from '#ui/layout/row.tsx';
import { Tile } from '#ui/layout/tile.tsx';
import { DepthBar, RatioBar } from '#ui/numbers/depth-bar.tsx';
import { Donut } from '#ui/numbers/donut.tsx';
import { LineChart } from '#ui/numbers/line-chart.tsx';
import { Change, Money, Price, Quantity } from '#ui/numbers/number-text.tsx';
import { Sparkline } from '#ui/numbers/sparkline.tsx';

const words = { up: 'up', down: 'down', unchanged: 'unchanged' };
const rising = ['10', '11', '10.5', '12', '11.8', '13', '12.4', '14.2'];
const falling = ['14', '13.2', '13.6', '12', '12.4', '11', '10.1', '10.4'];
const link = <a href="#row">.</a>;

const instruments = [
  {
    ticker: 'ARUNA',
    name: 'Aruna Steel and Forgings Limited',
    price: '2948.30',
    percent: '1.24',
    line: rising,
  },
  { ticker: 'BELAFIN', name: 'Bela Cooperative Finance', price: '3871.55', percent: '-2.04', line: falling },
  { ticker: 'CHITRAPOWER', name: 'Chitra Power', price: '121642.10', percent: '0', line: ['5', '5', '5'] },
] as const;

export function KitLists() {
  return (
    <>
      <Section title="Rows" flush>
        <List label="Watchlist">
          {instruments.map((item) => (
            <Row
              key={item.ticker}
              render={link}
              leading={<InitialsDisc name={item.ticker} />}
              title={item.ticker}
              detail={item.name}
              middle={<Sparkline values={item.line} />}
              value={<Price value={item.price} asset="INR" flash />}
              valueDetail={<Change percent={item.percent} words={words} />}
            />
          ))}
        </List>
      </Section>
      <Section title="Entries" flush>
        <List label="Entries">
          <Row
            compact
            chevron
            render={link}
            leading={<Icon icon={Landmark} className="text-muted" />}
            title="Bank details"
          />
          <Row
            compact
            chevron
            onClick={() => undefined}
            leading={<Icon icon={ShieldCheck} className="text-muted" />}
            title="Security settings"
            value={<span className="font-normal text-muted">2 to do</span>}
          />
          <Row
            compact
            leading={<Icon icon={FileText} className="text-muted" />}
            title="Statement"
            detail="November 2026"
          />
          <Row
            compact
            tone="danger"
            onClick={() => undefined}
            leading={<Icon icon={LogOut} />}
            title="Sign out"
          />
        </List>
      </Section>
      <Pictures />
    </>
  );
}

function Pictures() {
  return (
    <Section title="Pictures">
      <LineChart
        values={rising}
        summary="Rose from 10 to 14.2 in eight days"
        ends={['13-11-2026', '20-11-2026']}
      />
      <Tile className="mt-4">
        <Donut
          summary="Stocks are the larger part"
          parts={[
            {
              key: 'stocks',
              label: 'Stocks',
              value: '628150.00',
              shown: <Money value="628150" asset="INR" compact />,
            },
            {
              key: 'coins',
              label: 'Coins',
              value: '210300.00',
              shown: <Money value="210300" asset="INR" compact />,
            },
            {
              key: 'cash',
              label: 'Cash',
              value: '128400.00',
              shown: <Money value="128400" asset="INR" compact />,
            },
            {
              key: 'robots',
              label: 'Robots',
              value: '60400.00',
              shown: <Money value="60400" asset="INR" compact />,
            },
          ]}
        >
          <p className="text-small text-muted">Total</p>
          <p className="text-heading">
            <Money value="1027250" asset="INR" compact />
          </p>
        </Donut>
      </Tile>
      <div className="mt-4 grid grid-cols-2 gap-1 text-small">
        <div>
          <Level side="buy" quantity="420" price="2948.25" />
          <Level side="buy" quantity="900" price="2948.20" />
        </div>
        <div>
          <Level side="sell" quantity="120" price="2948.35" />
          <Level side="sell" quantity="640" price="2948.40" />
        </div>
      </div>
      <div className="mt-4">
        <RatioBar
          buyShare={0.62}
          buyLabel="Buy 62%"
          sellLabel="38% Sell"
          summary="62 % of the waiting quantity buys"
        />
      </div>
    </Section>
  );
}

function Level({ side, quantity, price }: { side: 'buy' | 'sell'; quantity: string; price: string }) {
  return (
    <DepthBar side={side} quantity={quantity} quantityMax="900">
      <div className="flex min-h-8 items-center justify-between px-2">
        <Price value={price} asset="INR" className={side === 'buy' ? 'text-up' : 'text-down'} />
        <Quantity value={quantity} />
      </div>
    </DepthBar>
  );
}
