import { neverWaits, triggerWhen } from '@tarazu/core/checks';
import { amount, formatDecimal, RATE_SCALE, spotRatesOf } from '@tarazu/core/values';
import type { InstrumentProfile } from '@tarazu/protocol';
import { ChevronUp, Scale } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from '#locales/i18n.ts';
import type { Term } from '#locales/term.ts';
import { countsShares, productIn } from '#products/list.ts';
import { Icon } from '#ui/icon.tsx';
import { Disclosure } from '#ui/layout/disclosure.tsx';
import { FactList, type FactListProps } from '#ui/layout/tile.tsx';
import { type ChangeWords, Price, Quantity } from '#ui/numbers/number-text.tsx';
import { TimeText } from '#ui/numbers/time-text.tsx';
import { chargeTerms } from '#widgets/help/term.ts';
import { TermHelp } from '#widgets/help/term-help.tsx';
import { PlainChange, PlainMoney } from '#widgets/instrument/price/plain-money.tsx';
import { FeeRates } from '#widgets/instrument/profile/fee-rates.tsx';
import { useChangeWords } from '#widgets/instrument/use-words.ts';
import { useChargeName } from '#widgets/orders/detail/charges.tsx';
import { useTriggerText } from '#widgets/orders/words.ts';
import { RuleVersionLink } from '#widgets/rulebook/rule-version-link.tsx';
import type { BracketOutcomes } from '#widgets/ticket/checks/bracket.ts';
import type { Intent, Preview } from '#widgets/ticket/checks/preview.ts';
import { QueueAhead } from './queue-ahead.tsx';
import type { Reckoning } from './use-ticket.ts';

export interface OrderPreviewProps {
  reckoning: Reckoning;
  preview: Preview;
  profile: InstrumentProfile;
}

/**
 * Height of the breakdown, such that a low phone still shows
 * the button below, and the page scrolls on at its end.
 */
const ROOM = 'max-h-[clamp(7rem,calc(100dvh-29rem),45dvh)] lying:max-h-[45dvh]';

/**
 * Everything the order will do to the account, before the tap: the sum, the charges and the worst case in two
 * lines, and all the rest behind a tap on them. No charge is met first on the receipt.
 */
export function OrderPreview({ reckoning, preview, profile }: OrderPreviewProps) {
  const { t } = useTranslation('trade');
  const { terms, intent } = reckoning;
  const money = (units: bigint) => (
    <PlainMoney value={formatDecimal(units, terms.quoteScale)} asset={terms.quoteAsset} />
  );
  const isBuy = intent?.side !== 'sell';
  const usual = isBuy ? t('totalBuy') : t('totalSell');
  const totalLabel = preview.margin === undefined ? usual : t('setAside');
  const paysMoney = reckoning.product.offer.holdsMoney(isBuy ? 'buy' : 'sell');
  return (
    <section aria-label={t('truthTitle')}>
      <details className="group">
        <summary className="flex min-h-12 list-none items-center gap-3 py-1 -outline-offset-2 [&::-webkit-details-marker]:hidden">
          <Icon icon={Scale} size={20} className="shrink-0 text-brand" />
          <span className="min-w-0 grow">
            <span className="flex flex-wrap items-baseline justify-between gap-x-2">
              <span className="text-body">{totalLabel}</span>
              <span className="text-heading">{money(preview.total)}</span>
            </span>
            <span className="flex flex-wrap justify-between gap-x-2 text-small text-muted">
              <span>
                {t('charges')} {money(preview.chargesTotal)}
              </span>
              <span>
                {paysMoney ? t('atMost') : t('atLeast')} {money(preview.worst)}
              </span>
            </span>
          </span>
          <Icon
            icon={ChevronUp}
            size={20}
            className="shrink-0 text-muted transition-transform group-open:rotate-180"
          />
        </summary>
        <div className={`${ROOM} my-1 overflow-y-auto rounded-tile bg-sunken p-4`}>
          <PreviewFacts {...{ reckoning, preview, profile, totalLabel }} />
        </div>
      </details>
    </section>
  );
}

function PreviewFacts({
  reckoning,
  preview,
  profile,
  totalLabel,
}: OrderPreviewProps & { totalLabel: string }) {
  const { t } = useTranslation('trade');
  const chargeName = useChargeName();
  const { terms } = reckoning;
  const { quoteAsset } = terms;
  const money = (units: bigint) => (
    <PlainMoney value={formatDecimal(units, terms.quoteScale)} asset={quoteAsset} />
  );
  const expected = priceText(preview.priceExpected, reckoning);
  const facts = useFacts({ reckoning, preview, profile });
  return (
    <>
      <FactList
        facts={[
          {
            label: t('priceExpected'),
            value: <Price value={expected} asset={quoteAsset} decimals={terms.priceScale} />,
          },
          { label: t('value'), value: money(preview.value) },
        ]}
      />
      <Disclosure
        title={<span className="text-small font-normal text-muted">{t('charges')}</span>}
        value={money(preview.chargesTotal)}
      >
        <FactList
          facts={[
            ...preview.charges.map((line) => ({
              label: chargeName(line.name),
              value: money(line.amount),
            })),
            ...feeTierFacts({ reckoning, label: t('feeTier', { tier: reckoning.buyingPower.feeTier + 1 }) }),
          ]}
        />
        <div className="flex items-center justify-between text-small">
          <RuleVersionLink version={versionOf(reckoning)} />
          <TermHelp label={t('charges')} terms={chargeTerms(preview.charges)} />
        </div>
      </Disclosure>
      <div className="border-t border-line pt-3">
        <FactList
          facts={[
            ...(preview.margin === undefined
              ? []
              : [
                  {
                    label: t('margin'),
                    help: <TermHelp label={t('margin')} terms={['margin']} />,
                    value: money(preview.margin),
                  },
                ]),
            { label: totalLabel, value: money(preview.total), strong: true },
            ...facts,
          ]}
        />
      </div>
    </>
  );
}

/** The version of the charges that the preview is made with. */
const versionOf = ({ terms, rules }: Reckoning): string =>
  productIn(terms)?.hasFeeTiers === true ? rules.spotCharges.version : rules.stockCharges.version;

/** Which of the published coin fees the charges above are made with. */
function feeTierFacts({ reckoning, label }: { reckoning: Reckoning; label: string }): FactListProps['facts'] {
  const { terms, rules, buyingPower } = reckoning;
  if (productIn(terms)?.hasFeeTiers !== true) return [];
  const { makerRate, takerRate } = spotRatesOf(rules.spotCharges, buyingPower.feeTier);
  return [
    {
      label,
      help: <TermHelp label={label} terms={['makerTaker']} />,
      value: (
        <FeeRates maker={formatDecimal(makerRate, RATE_SCALE)} taker={formatDecimal(takerRate, RATE_SCALE)} />
      ),
    },
  ];
}

/** A line whose label has its "?". */
function helped(label: string, terms: readonly Term[], value: ReactNode): FactListProps['facts'][number] {
  return { label, help: <TermHelp label={label} terms={terms} />, value };
}

function priceText(units: bigint, { terms }: Reckoning): string {
  return formatDecimal(units, terms.priceScale);
}

function useFacts({ reckoning, preview, profile }: OrderPreviewProps): FactListProps['facts'] {
  const { t } = useTranslation('trade');
  const triggerText = useTriggerText();
  const change = useChangeWords();
  const labels = { atTakeProfit: t('resultAtTakeProfit'), atStop: t('resultAtStop') };
  const { terms, intent, buyingPower, product } = reckoning;
  if (intent === undefined) return [];
  const { quoteAsset } = terms;
  const money = (units: bigint) => (
    <PlainMoney value={formatDecimal(units, terms.quoteScale)} asset={quoteAsset} />
  );
  const price = (units: bigint) => (
    <Price value={formatDecimal(units, terms.priceScale)} asset={quoteAsset} decimals={terms.priceScale} />
  );
  const isBuy = intent.side === 'buy';
  const paysMoney = product.offer.holdsMoney(intent.side);
  const squaredOffAtMs = product.squaredOffAtMs?.(profile);
  const unit = countsShares(terms) ? t('shares') : terms.baseAsset;
  const cashLeft = amount(buyingPower.cash - preview.worst);
  const goodsLeft = buyingPower.sellable - intent.quantity;
  return [
    ...(intent.priceTrigger === undefined
      ? []
      : [helped(t('triggersWhen'), ['trigger'], triggerText(triggerOf(intent, reckoning)))]),
    helped(isBuy ? t('worstBuy') : t('worstSell'), ['priceWorst'], price(preview.priceWorst)),
    { label: t(product.worstLabel[intent.side]), value: money(preview.worst) },
    ...(paysMoney && buyingPower.isKnown && cashLeft >= 0n
      ? [{ label: t('cashLeft'), value: money(cashLeft) }]
      : []),
    ...(squaredOffAtMs === undefined
      ? []
      : [{ label: t('squaredOffAt'), value: <TimeText atMs={squaredOffAtMs} /> }]),
    ...(!paysMoney && buyingPower.isKnown && goodsLeft >= 0n
      ? [
          {
            label: t('goodsLeft'),
            value: <Quantity value={formatDecimal(goodsLeft, terms.baseScale)} unit={unit} />,
          },
        ]
      : []),
    ...(isBuy && product.offer.settles === 'lots' && profile.sellableFromMs !== undefined
      ? [{ label: t('sellableFrom'), value: <TimeText atMs={profile.sellableFromMs} /> }]
      : []),
    ...(isBuy && profile.lockDays === 0 ? [{ label: t('sellableFrom'), value: t('atOnce') }] : []),
    ...outcomeFacts({ reckoning, preview }, { labels, change }),
    ...(preview.priceBreakEven === undefined
      ? []
      : [helped(t('breakEven'), ['breakEven'], price(preview.priceBreakEven))]),
    ...(preview.quantityTaken < intent.quantity && intent.priceTrigger === undefined
      ? [
          {
            label: neverWaits(intent) ? t('maybeDropped') : t('willWait'),
            value: (
              <Quantity
                value={formatDecimal(intent.quantity - preview.quantityTaken, terms.baseScale)}
                unit={unit}
              />
            ),
          },
          ...(neverWaits(intent) || terms.auctionPhase !== undefined || intent.type !== 'limit'
            ? []
            : [helped(t('aheadEstimate'), ['queue'], <QueueAhead intent={intent} terms={terms} />)]),
        ]
      : []),
  ];
}

/** The amounts that a bracket leaves at each of its ends, every charge of buying and selling paid. */
function outcomeFacts(
  { reckoning, preview }: Omit<OrderPreviewProps, 'profile'>,
  words: { labels: Readonly<Record<keyof BracketOutcomes, string>>; change: ChangeWords },
): FactListProps['facts'] {
  const { terms } = reckoning;
  const { outcomes } = preview;
  if (outcomes === undefined) return [];
  return (['atTakeProfit', 'atStop'] as const).map((end) => ({
    label: words.labels[end],
    value: (
      <PlainChange
        value={formatDecimal(outcomes[end], terms.quoteScale)}
        asset={terms.quoteAsset}
        words={words.change}
      />
    ),
  }));
}

/** The trigger as an order would say it. */
function triggerOf(intent: Intent, { terms }: Reckoning) {
  return {
    triggerPrice: formatDecimal(intent.priceTrigger ?? 0n, terms.priceScale),
    triggerWhen: triggerWhen(intent.type, intent.side),
    quoteAsset: terms.quoteAsset,
  };
}
