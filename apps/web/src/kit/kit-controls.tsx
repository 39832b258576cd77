import { ArrowDownToLine, ArrowUpFromLine, Star, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Badge, CountBadge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Spinner } from '#ui/feedback/spinner.tsx';
import { Chips, Segmented } from '#ui/fields/choice.tsx';
import { Slider } from '#ui/fields/slider.tsx';
import { Checkbox, Switch } from '#ui/fields/toggle.tsx';
import { Icon } from '#ui/icon.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Section } from '#ui/layout/app-frame.tsx';
import { TabPanel, Tabs } from '#ui/layout/tabs.tsx';
import { TextLink } from '#ui/text-link.tsx';

const tabs = [
  { value: 'watchlist', label: 'Watchlist' },
  { value: 'stocks', label: 'Stocks', count: '24' },
  { value: 'coins', label: 'Coins' },
  { value: 'offerings', label: 'IPO' },
  { value: 'block', label: 'Block deals' },
] as const;
type TabValue = (typeof tabs)[number]['value'];

const intervals = ['1m', '5m', '15m', '1H', '1D', '1W', '1M'] as const;
type Interval = (typeof intervals)[number];

export function KitControls() {
  return (
    <>
      <Section title="Buttons">
        <div className="flex flex-col gap-3">
          <div className="flex gap-3 *:flex-1">
            <Button tone="sell">Sell</Button>
            <Button tone="buy">Buy</Button>
          </div>
          <Button wide>Continue</Button>
          <Button wide loading>
            Placing the order
          </Button>
          <Button wide disabled>
            Disabled
          </Button>
          <div className="flex gap-3 *:flex-1">
            <Button size="medium" icon={<Icon icon={ArrowDownToLine} size={20} />}>
              Deposit
            </Button>
            <Button size="medium" tone="secondary" icon={<Icon icon={ArrowUpFromLine} size={20} />}>
              Withdraw
            </Button>
          </div>
          <div className="flex flex-wrap items-center gap-3">
            <Button size="small">Small</Button>
            <Button size="small" tone="secondary">
              Small
            </Button>
            <Button size="small" tone="quiet">
              See all
            </Button>
            <Button size="small" tone="danger">
              Delete
            </Button>
          </div>
          <div className="flex items-center">
            <PressedStar />
            <IconButton icon={Trash2} label="Delete" tone="danger" />
            <IconButton icon={Trash2} label="Delete, not now" disabled />
            <Spinner label="Loading" />
            <span className="w-3" />
            <CountBadge count={3} label="3 unread" />
            <CountBadge count={120} label="120 unread" />
          </div>
        </div>
      </Section>
      <Choices />
      <Section title="Badges">
        <div className="flex flex-wrap gap-2">
          <Badge>Neutral</Badge>
          <Badge tone="brand">Open</Badge>
          <Badge tone="good">Verified</Badge>
          <Badge tone="warn">On hold</Badge>
          <Badge tone="danger">Refused</Badge>
          <Badge tone="up">Buy</Badge>
          <Badge tone="down">Sell</Badge>
        </div>
      </Section>
    </>
  );
}

function PressedStar() {
  const [isPressed, setPressed] = useState(true);
  return (
    <IconButton
      icon={Star}
      label="On the watchlist"
      pressed={isPressed}
      onClick={() => setPressed(!isPressed)}
    />
  );
}

function Choices() {
  const [tab, setTab] = useState<TabValue>('watchlist');
  const [interval, setInterval] = useState<Interval>('1D');
  const [filter, setFilter] = useState<'all' | 'open' | 'done'>('all');
  return (
    <>
      <Section title="Tabs" flush>
        <Tabs id="kit-tabs" label="Markets" items={tabs} value={tab} onValueChange={setTab} />
        <TabPanel tabsId="kit-tabs" value={tab}>
          <p className="px-4 py-3 text-body text-muted">The panel of {tab}</p>
        </TabPanel>
        <Chips
          even
          className="px-4"
          label="Interval"
          items={intervals.map((value) => ({ value, label: value }))}
          value={interval}
          onValueChange={setInterval}
        />
        <Chips
          className="px-4"
          label="Orders"
          items={[
            { value: 'all', label: 'All' },
            { value: 'open', label: 'Open' },
            { value: 'done', label: 'Done', disabled: true },
          ]}
          value={filter}
          onValueChange={setFilter}
        />
      </Section>
      <Answers />
    </>
  );
}

function Answers() {
  const [kind, setKind] = useState<'market' | 'limit'>('limit');
  const [percent, setPercent] = useState(25);
  const [isOn, setOn] = useState(true);
  return (
    <Section title="Choices">
      <Segmented
        label="Kind of order"
        items={[
          { value: 'market', label: 'Market' },
          { value: 'limit', label: 'Limit' },
        ]}
        value={kind}
        onValueChange={setKind}
      />
      <Slider
        label="Share of what is available"
        percent={percent}
        onPercentChange={setPercent}
        valueText={`${percent} %`}
        tone="up"
        marks={[0, 25, 50, 75, 100].map((mark) => ({ percent: mark, label: `${mark}%` }))}
      />
      <Switch
        label="Automatic IPO"
        detail="Applies to each new offering"
        checked={isOn}
        onCheckedChange={setOn}
      />
      <Switch label="Off" checked={!isOn} onCheckedChange={(value) => setOn(!value)} />
      <Switch label="Not now" checked={false} disabled onCheckedChange={() => undefined} />
      <Checkbox checked={isOn} onCheckedChange={setOn}>
        I have read the <TextLink render={<a href="#privacy">.</a>}>privacy policy</TextLink> and the
        disclaimer
      </Checkbox>
      <Checkbox checked={false} onCheckedChange={() => undefined} error="Please agree before you continue.">
        I agree
      </Checkbox>
    </Section>
  );
}
