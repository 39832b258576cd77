import { formatDecimal, parseDecimal } from '@tarazu/core/values';
import type { OwnEntitlement } from '@tarazu/protocol';
import { type FormEvent, useRef, useState } from 'react';
import { newClientId, useCommand } from '#client/query.ts';
import { useTranslation } from '#locales/i18n.ts';
import { productAt } from '#products/list.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { showToast } from '#ui/feedback/toast.ts';
import { QuantityField } from '#ui/fields/quantity-field.tsx';
import { FactList } from '#ui/layout/tile.tsx';
import { compareDecimal } from '#ui/numbers/decimal-text.ts';
import { formatNumber } from '#ui/numbers/format.ts';
import { Money } from '#ui/numbers/number-text.tsx';
import { useFormat } from '#ui/numbers/use-format.ts';
import { ConfirmDialog } from '#ui/overlays/dialog.tsx';
import { STALE_AFTER_ORDER } from '#widgets/orders/change/stale-after-order.ts';
import { ActLoader } from '#widgets/session/act-loader.tsx';
import { useErrorText } from '#widgets/session/use-account-actions.ts';
import { useAssets } from '#widgets/session/use-assets.ts';

/** How many new shares to apply for, what that sets aside, and the way back. */
export function ApplicationForm({ entitlement }: { entitlement: OwnEntitlement }) {
  const { t } = useTranslation('rights');
  const { quantity: most, quantityApplied: before } = entitlement;
  const settings = useFormat();
  const write = (text: string) => formatNumber(text, { settings, decimalsMin: 0 });
  const [wanted, setWanted] = useState(before === '0' ? most : before);
  const [wasTried, setTried] = useState(false);
  const applying = useApplication(entitlement);
  const isFit = compareDecimal(wanted || '0', '1') >= 0 && compareDecimal(wanted, most) <= 0;
  const isSame = wanted === before;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (isFit && !isSame) applying.send(wanted);
  };
  const edit = (value: string) => {
    applying.forget();
    setWanted(value);
  };
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      <QuantityField
        label={t('quantityLabel')}
        value={wanted}
        onValueChange={edit}
        min="0"
        max={most}
        lessLabel={t('less')}
        moreLabel={t('more')}
        error={wasTried && !isFit ? t('quantityMissing', { quantity: write(most) }) : undefined}
        aside={
          <Button size="small" tone="quiet" onClick={() => edit(most)}>
            {t('all', { quantity: write(most) })}
          </Button>
        }
      />
      <BuyingPower entitlement={entitlement} wanted={wanted || '0'} />
      <ActLoader active={applying.isPending} />
      <Failure error={applying.error} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" loading={applying.isPending} disabled={isSame}>
          {before === '0'
            ? t('applyFor', { quantity: write(wanted || '0') })
            : t('changeTo', { quantity: write(wanted || '0') })}
        </Button>
        {before !== '0' && <Withdraw entitlement={entitlement} applying={applying} />}
      </div>
    </form>
  );
}

/** The amount that would be set aside, and the amount that is free for it. */
function BuyingPower({ entitlement, wanted }: { entitlement: OwnEntitlement; wanted: string }) {
  const { t } = useTranslation('rights');
  const { data: assets } = useAssets();
  const { asset, priceIssue, held } = entitlement;
  const isSame = wanted === entitlement.quantityApplied;
  const free = assets && (productAt(entitlement.instrumentId).moneyIn(assets, asset) ?? '0');
  return (
    <FactList
      facts={[
        ...(entitlement.quantityApplied === '0'
          ? []
          : [{ label: t('setAside'), value: <Money value={held} asset={asset} />, strong: isSame }]),
        ...(isSame
          ? []
          : [
              {
                label: t('setAsideAfter'),
                value: <Money value={costOf(priceIssue, wanted)} asset={asset} />,
                strong: true,
              },
            ]),
        ...(free === undefined ? [] : [{ label: t('freeNow'), value: <Money value={free} asset={asset} /> }]),
      ]}
    />
  );
}

const PRICE_DECIMALS = 2;

function costOf(priceIssue: string, shares: string): string {
  return formatDecimal((parseDecimal(priceIssue, PRICE_DECIMALS) ?? 0n) * BigInt(shares), PRICE_DECIMALS);
}

type Applying = ReturnType<typeof useApplication>;

/** The same wish keeps its id over retries, so that it is taken once; another wish is another one. */
function useApplication({ issueId }: OwnEntitlement) {
  const { t } = useTranslation('rights');
  const settings = useFormat();
  const sent = useRef({ quantity: '', clientId: '' });
  const command = useCommand('rightsApply', {
    touches: ['rightsList', ...STALE_AFTER_ORDER],
    onDone: (_output, { quantity }) => {
      sent.current = { quantity: '', clientId: '' };
      const words = { quantity: formatNumber(quantity, { settings, decimalsMin: 0 }) };
      showToast(quantity === '0' ? t('doneWithdrawn') : t('doneApplied', words), { tone: 'success' });
    },
  });
  return {
    isPending: command.isPending,
    error: command.error,
    forget: () => command.reset(),
    send: (quantity: string) => {
      if (sent.current.quantity !== quantity) sent.current = { quantity, clientId: newClientId() };
      command.mutate({ clientId: sent.current.clientId, issueId, quantity });
    },
  };
}

function Failure({ error }: Pick<Applying, 'error'>) {
  const textOf = useErrorText();
  if (error === null) return null;
  const { title, fix } = textOf(error);
  return (
    <Notice tone="danger" title={title} live>
      {fix}
    </Notice>
  );
}

function Withdraw({ entitlement, applying }: { entitlement: OwnEntitlement; applying: Applying }) {
  const { t } = useTranslation('rights');
  const settings = useFormat();
  const [isAsked, setAsked] = useState(false);
  const { symbol, quantityApplied } = entitlement;
  return (
    <>
      <Button tone="secondary" disabled={applying.isPending} onClick={() => setAsked(true)}>
        {t('withdraw')}
      </Button>
      <ConfirmDialog
        open={isAsked}
        onOpenChange={setAsked}
        title={t('withdrawTitle', {
          symbol,
          quantity: formatNumber(quantityApplied, { settings, decimalsMin: 0 }),
        })}
        confirmLabel={t('withdraw')}
        cancelLabel={t('keep')}
        tone="danger"
        onConfirm={() => {
          setAsked(false);
          applying.send('0');
        }}
      >
        {t('withdrawText')}
      </ConfirmDialog>
    </>
  );
}
