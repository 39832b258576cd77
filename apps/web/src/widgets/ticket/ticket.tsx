import { useRouterState } from '@tanstack/react-router';
import { isPricedType, namesTrigger } from '@tarazu/core/checks';
import { BASIS_POINTS, parseDecimal } from '@tarazu/core/values';
import type { InstrumentProfile } from '@tarazu/protocol';
import { type ReactNode, useState } from 'react';
import { tickerNow } from '#client/prices.ts';
import { newClientId } from '#client/query.ts';
import { useSession } from '#client/session.ts';
import { useTranslation } from '#locales/i18n.ts';
import type { Attempt } from '#products/attempt.ts';
import { delivery } from '#products/delivery/delivery.ts';
import { wireNameOf } from '#products/list.ts';
import { Button } from '#ui/button.tsx';
import { SkeletonGroup, SkeletonTile } from '#ui/feedback/skeleton.tsx';
import type { LiveBook } from '#widgets/book/use-book.ts';
import { FirstTicketCoach } from '#widgets/coach/first-ticket-coach.tsx';
import { SessionNotice } from '#widgets/instrument/price/session-state.tsx';
import { LargeOrderDialog } from '#widgets/orders/change/large-order-dialog.tsx';
import { fieldOfRefusal, refusalText, sentences } from '#widgets/orders/change/refusal-field.ts';
import { CallFailed } from '#widgets/session/call-state.tsx';
import { PathLink } from '#widgets/session/path-link.tsx';
import { useCheckWords } from '#widgets/ticket/checks/check-words.ts';
import { mayBeIceberg, type TicketFields } from '#widgets/ticket/checks/checks.ts';
import { isAfterMarket } from '#widgets/ticket/checks/expiry.ts';
import { gtdEndMs } from '#widgets/ticket/checks/gtd-end.ts';
import type { Side } from '#widgets/ticket/checks/terms.ts';
import type { FieldErrors } from '#widgets/ticket/fields/form-props.ts';
import { TicketForm } from '#widgets/ticket/fields/ticket-form.tsx';
import { VenueNotice } from '#widgets/venue/venue-notice.tsx';
import { timesOfTap } from './attempt.ts';
import { OrderPreview } from './order-preview.tsx';
import { type Halt, isLargeRefusal, PlacementNotice } from './placement-notice.tsx';
import { ResultSheet } from './result-sheet.tsx';
import { SubmitButton } from './submit-button.tsx';
import { type Placing, usePlacement } from './use-placement.ts';
import { type FieldChange, type Reckoning, useFields, useReckoning } from './use-ticket.ts';

export interface TicketProps {
  profile: InstrumentProfile;
  side: Side;
  onSideChange: (side: Side) => void;
  book: LiveBook;
  aboveTabs?: boolean | undefined;
  /** The best prices, where they stand beside the form: under the button that sends. */
  prices?: ReactNode;
}

/**
 * A price that moved this many parts of a hundred since it was drawn is shown again before anything is sent.
 */
const MOVED_PERCENT = 1n;

/** A limit price this far from the last price, in basis points, is asked about before it is sent. */
const FAR_BPS = 200n;

/** The order ticket: what to do, what it will cost, and one tap that can never become two orders. */
export function Ticket(props: TicketProps) {
  const { t } = useTranslation('trade');
  const { fields, change, reset } = useFields(props.profile, props.side);
  const { reckoning, query } = useReckoning(props.profile, fields, props.book.book);
  if (reckoning !== undefined) {
    return <TicketBody {...props} {...{ reckoning, fields, change, reset }} />;
  }
  if (query.error !== null) return <CallFailed error={query.error} onRetry={() => void query.refetch()} />;
  return (
    <SkeletonGroup label={t('loading')}>
      <SkeletonTile height={props.profile.intraday === undefined ? HEIGHT : HEIGHT + PRODUCT_HEIGHT} />
    </SkeletonGroup>
  );
}

/** As tall as a ticket in which nothing was chosen yet: what stands below it stays there. */
const HEIGHT = 371;
const PRODUCT_HEIGHT = 54;

interface TicketBodyProps extends TicketProps {
  reckoning: Reckoning;
  fields: TicketFields;
  change: (changes: FieldChange) => void;
  /** Forgets everything that was typed. */
  reset: () => void;
}

function TicketBody(props: TicketBodyProps) {
  const { profile, side, reckoning, book } = props;
  const actions = useActions(props);
  const { placing, halt } = actions;
  return (
    <div className="flex flex-col gap-3 lying:grid lying:grid-cols-2 lying:gap-x-6 lying:gap-y-2">
      <div className="flex flex-col gap-3 empty:hidden lying:col-span-2">
        <SessionNotice instrument={profile} />
        <VenueNotice instrument={profile} />
      </div>
      <TicketForm
        profile={profile}
        reckoning={reckoning}
        fields={props.fields}
        onChange={actions.edit}
        onRefit={actions.refit}
        onSideChange={(chosen) => {
          placing.dismiss();
          props.onSideChange(chosen);
        }}
        errors={useFieldErrors(props, placing, actions.wasTried)}
        priceBest={side === 'buy' ? book.book?.asks[0]?.[0] : book.book?.bids[0]?.[0]}
        disabled={placing.isBusy || placing.isShut}
      />
      <SendBar
        {...props}
        {...{ placing, halt }}
        onSubmit={() => actions.submit(false)}
        onDiscard={actions.startOver}
        onAgain={actions.again}
      />
      <LargeOrderDialog
        open={halt === 'large' || isLargeRefusal(placing)}
        side={side}
        onClose={actions.giveUp}
        onConfirm={() => {
          placing.dismiss();
          actions.submit(true);
        }}
      />
      <ResultSheet placing={placing} profile={profile} onAnother={actions.startOver} />
      <FirstTicketCoach />
    </div>
  );
}

/** A person's actions on a ticket. */
function useActions({ profile, reckoning, fields, book, ...props }: TicketBodyProps) {
  const { environment } = useSession();
  const placing = usePlacement(profile.instrumentId, environment);
  const [halt, setHalt] = useState<Halt>('none');
  const [wasTried, setTried] = useState(false);
  const giveUp = () => {
    setHalt('none');
    placing.dismiss();
  };
  const edit = (changes: FieldChange) => {
    giveUp();
    props.change(changes);
  };
  const isFree = placing.placement.phase === 'idle' && halt === 'none';
  const refit = (changes: FieldChange) => isFree && props.change(changes);
  const submit = (confirmLarge: boolean) => {
    setTried(true);
    const verdict = verdictAtTap(reckoning, book, confirmLarge);
    if (verdict === 'stop') return;
    // The second tap on the same far price is the answer.
    if (verdict !== 'moved' && halt !== 'far' && !confirmLarge && isFar(fields, reckoning, profile)) {
      setHalt('far');
      return;
    }
    setHalt(verdict === 'send' ? 'none' : verdict);
    if (verdict === 'send') placing.submit(attemptOf({ fields, profile, environment, confirmLarge }));
  };
  const startOver = () => {
    setTried(false);
    giveUp();
    props.reset();
  };
  /** The lost order's fields on the ticket, at the prices of now: it is sent by a tap of its own. */
  const again = (lost: Attempt) => {
    giveUp();
    props.onSideChange(lost.side);
    const { type, validity, price, quantity, trigger, trail, shown, minutes } = lost;
    const isBracket = lost.takeProfit !== '';
    const ends = isBracket ? { takeProfit: lost.takeProfit, stopLoss: lost.stopLoss } : {};
    props.change({
      ...{ type, validity, price, quantity, trigger, trail, shown, minutes, product: lost.product },
      ...{ ...ends, bracket: isBracket, stopTrails: isBracket && lost.stopLoss === '' },
    });
  };
  return { placing, halt, wasTried, giveUp, edit, refit, submit, startOver, again };
}

/** The fault of each field, in the words of the refusal that it would meet or has met. */
function useFieldErrors(
  { reckoning, fields }: TicketBodyProps,
  { placement }: Placing,
  wasTried: boolean,
): FieldErrors {
  const { t } = useTranslation('trade');
  const { failure, intent, terms } = reckoning;
  const words = useCheckWords(terms);
  const refused = placement.phase === 'refused' ? placement.error : undefined;
  const field = fieldOfRefusal(refused);
  if (field !== undefined) return { [fieldHere(field, reckoning)]: refusalText(refused, field) };
  if (failure !== undefined) {
    const { reason, fix } = words(failure);
    return { [failure.field]: sentences(reason, fix) };
  }
  const isZero = isZeroText(fields.quantity);
  if (isZero) return { quantity: t('quantityZero') };
  if (isPricedType(fields.type) && isZeroText(fields.price)) return { price: t('priceZero') };
  if (!wasTried || intent !== undefined) return {};
  if (fields.quantity === '') return { quantity: t('enterQuantity') };
  return { [missingField(fields)]: t('enterThis') };
}

function isZeroText(text: string): boolean {
  return text !== '' && !/[1-9]/.test(text);
}

/** A bracket has no trigger of its own: a side that the market has moved over is said at its first end. */
function fieldHere(field: keyof FieldErrors, { intent }: Reckoning): keyof FieldErrors {
  return field === 'trigger' && intent?.bracket !== undefined ? 'takeProfit' : field;
}

/** The first field that the type needs and that says nothing yet. */
function missingField({ type, trigger = '', price, ...fields }: TicketFields): keyof FieldErrors {
  const isEmpty = (text: string) => !/[1-9]/.test(text);
  if (namesTrigger(type) && isEmpty(trigger)) return 'trigger';
  if (isPricedType(type) && isEmpty(price)) return 'price';
  if (fields.bracket !== true) return 'trail';
  if (isEmpty(fields.takeProfit ?? '')) return 'takeProfit';
  return fields.stopTrails ? 'trail' : 'stopLoss';
}

interface SendBarProps extends TicketBodyProps {
  placing: Placing;
  halt: Halt;
  onSubmit: () => void;
  onDiscard: () => void;
  onAgain: (lost: Attempt) => void;
}

/** Beside the form on a phone that lies on its side: below it would cover what is typed. */
const ASIDE =
  'lying:top-[calc(var(--bar-top)+3.5rem)] lying:bottom-auto lying:mx-0 lying:max-h-[calc(100dvh-var(--bar-top)-3.5rem)] lying:self-start lying:overflow-y-auto lying:overscroll-contain lying:border-0 lying:p-0';

/**
 * The cost, the result, and the button that sends it: always seen together, in reach of the thumb, above the
 * tabs where there are tabs and above the keyboard while somebody types.
 */
function SendBar({
  aboveTabs = false,
  prices,
  reckoning,
  profile,
  side,
  placing,
  halt,
  onSubmit,
  onDiscard,
  onAgain,
}: SendBarProps) {
  const { t } = useTranslation('trade');
  const { isSignedIn } = useSession();
  const { preview } = reckoning;
  const place = aboveTabs ? 'foot-above-tabs' : 'foot safe-bottom';
  return (
    <div className={`${place} sticky z-10 -mx-4 border-t border-line bg-bg px-4 ${ASIDE}`}>
      <div className="flex flex-col gap-2 pb-3">
        <div data-coach="cost">
          {preview === undefined ? (
            <p className="flex min-h-12 items-center text-small text-muted">{t('truthHint')}</p>
          ) : (
            <OrderPreview reckoning={reckoning} preview={preview} profile={profile} />
          )}
        </div>
        <PlacementNotice {...{ placing, halt, onDiscard, onAgain }} />
        <div data-send data-coach="send" className="flex flex-col">
          {isSignedIn ? (
            <SubmitButton {...{ reckoning, profile, side, placing, onSubmit }} />
          ) : (
            <SignInButton />
          )}
        </div>
        {prices !== undefined && <div className="-mx-4">{prices}</div>}
      </div>
    </div>
  );
}

/** Asked at the tap, of the newest book: not of what was drawn up to a quarter of a second ago. */
function verdictAtTap(
  reckoning: Reckoning,
  book: LiveBook,
  confirmLarge: boolean,
): 'send' | 'stop' | 'moved' | 'large' {
  const { preview: shown, intent } = reckoning;
  if (intent === undefined || shown === undefined || reckoning.failure !== undefined) return 'stop';
  const { preview: newest, failure } = reckoning.again(book.newest());
  // Nothing was wrong with what was drawn, so nothing on the screen would say why the tap did nothing.
  if (newest === undefined || failure !== undefined) return 'moved';
  const difference = newest.worst > shown.worst ? newest.worst - shown.worst : shown.worst - newest.worst;
  if (difference * 100n > shown.worst * MOVED_PERCENT) return 'moved';
  return reckoning.isLarge && !confirmLarge ? 'large' : 'send';
}

/** Whether a limit is so far from the last price that it may be one of before. */
function isFar(
  { type, price: typed }: TicketFields,
  { terms }: Reckoning,
  { instrumentId, price: known }: InstrumentProfile,
): boolean {
  if (type !== 'limit') return false;
  const { priceScale } = terms;
  const limit = parseDecimal(typed, priceScale);
  const last = parseDecimal(tickerNow(instrumentId)?.price ?? known, priceScale);
  if (limit === undefined || last === undefined) return false;
  const distance = limit > last ? limit - last : last - limit;
  return distance * BASIS_POINTS > last * FAR_BPS;
}

interface Draft {
  fields: TicketFields;
  profile: InstrumentProfile;
  environment: Attempt['environment'];
  confirmLarge: boolean;
}

function attemptOf({ fields, profile, environment, confirmLarge }: Draft): Attempt {
  const { days = '', trigger = '', trail = '', minutes = '', bracket = false, ...others } = fields;
  const { stopTrails = false, ...texts } = others;
  return {
    ...texts,
    ...{ trigger, trail, minutes },
    takeProfit: bracket ? (fields.takeProfit ?? '') : '',
    stopLoss: bracket && !stopTrails ? (fields.stopLoss ?? '') : '',
    shown: mayBeIceberg(fields) ? (fields.shown ?? '') : '',
    expiresAtMs: String(gtdEndMs(Number(days), Date.now())),
    afterMarket: isAfterMarket(fields, profile),
    product: profile.intraday === undefined ? delivery.wireName : wireNameOf(fields.product),
    clientId: newClientId(),
    ...timesOfTap(),
    environment,
    instrumentId: profile.instrumentId,
    confirmLarge,
  };
}

function SignInButton() {
  const { t } = useTranslation('trade');
  const href = useRouterState({ select: (state) => state.location.href });
  return (
    <Button wide render={<PathLink href={`/pages/account/login?to=${encodeURIComponent(href)}`} />}>
      {t('signInToTrade')}
    </Button>
  );
}
