import { ok as assert } from 'node:assert/strict';
import type { AccountGrants } from '@tarazu/core';
import type { CountryCode } from '@tarazu/core/countries';
import {
  accountId,
  amount,
  assetId,
  COIN_SCALE,
  instrumentId,
  parseDecimal,
  price,
  quantity,
  valueOf as tradeValueOf,
} from '@tarazu/core/values';
import { type LoginAccount, listAccounts, saveOpened } from '#domains/account/store.ts';
import { currencyAt, EXCHANGES, HOME_EXCHANGE, isListedAt } from '#market/exchanges.ts';
import type { Queryable } from '#platform/database/pool.ts';
import type { EnginePort, Listing, MarketPort } from '#ports.ts';
import { delivery } from '#products/delivery/delivery.ts';
import { hasPhases } from '#products/list.ts';
import { spot } from '#products/spot/spot.ts';

/** The money of the stock side with which a demo account begins, for each exchange that there is. */
const DEMO_MONEY: Readonly<Record<CountryCode, bigint>> = { IN: 1_000_000n, BD: 1_000_000n, BR: 50_000n };
const DEMO_TETHERS = 10_000n;
const DEMO_STOCKS = 3;
/** About how much of each stock, in rupees. */
const DEMO_STOCK_RUPEES = 50_000n;

const NO_GRANTS: AccountGrants = { cash: [], shares: [] };

/**
 * The accounts of a login, opened in the engine if they are not yet: a crash between the two leaves the login
 * without accounts until its next sign-in. Opening twice changes nothing.
 */
export async function openAccounts(
  on: Queryable,
  parts: { readonly engine: EnginePort; readonly market: MarketPort },
  loginId: number,
): Promise<readonly LoginAccount[]> {
  const accounts = await listAccounts(on, loginId);
  for (const account of accounts) {
    if (account.opened) continue;
    const grants = account.environment === 'demo' ? demoGrants(parts.market) : NO_GRANTS;
    const answer = await parts.engine.submit({
      type: 'account.open',
      accountId: accountId(account.accountId),
      environment: account.environment,
      grants,
    });
    assert(answer.outcome.ok, 'Invariant: an account with grants of its environment can be opened');
    await saveOpened(on, account.accountId);
  }
  return accounts;
}

/**
 * Play money, and settled lots of stocks of different sectors at their prices of now. The money is the same
 * on every market, whatever it lists; of stocks a market may list fewer, or none.
 */
export function demoGrants(market: MarketPort): AccountGrants {
  const listings = market.listings();
  const money = EXCHANGES.map((exchange) => {
    const { asset, scale } = currencyAt(exchange);
    return { wallet: delivery.wallet, assetName: asset, units: DEMO_MONEY[exchange.country], scale };
  });
  const cash = [...money, { wallet: spot.wallet, assetName: 'USDT', units: DEMO_TETHERS, scale: COIN_SCALE }];
  return {
    cash: cash.map(({ wallet, assetName, units, scale }) => ({
      wallet,
      assetId: assetId(assetName),
      amount: amount(units * 10n ** BigInt(scale)),
    })),
    shares: demoStocks(listings).map((listing) =>
      shareGrant(listing, market.ticker(listing.instrumentId).price),
    ),
  };
}

/** The first stock at home of each of the first sectors, so that every demo account begins alike. */
function demoStocks(listings: readonly Listing[]): readonly Listing[] {
  const bySector = new Map<string, Listing>();
  for (const listing of listings) {
    const sector = listing.sector ?? '';
    const isOffered = hasPhases(listing) && isListedAt(HOME_EXCHANGE, listing.instrumentId);
    if (isOffered && !bySector.has(sector)) bySector.set(sector, listing);
  }
  return [...bySector.values()].slice(0, DEMO_STOCKS);
}

function shareGrant(listing: Listing, priceText: string): AccountGrants['shares'][number] {
  const parsed = parseDecimal(priceText, listing.priceScale);
  assert(parsed !== undefined && parsed > 0n, `Invariant: ${listing.instrumentId} has a price`);
  const wanted = DEMO_STOCK_RUPEES * 10n ** BigInt(listing.priceScale);
  // Whole shares, rounded down toward the smaller grant; at least one.
  const count = wanted / parsed > 0n ? wanted / parsed : 1n;
  const shares = quantity(count * 10n ** BigInt(listing.baseScale));
  const cost = tradeValueOf({ price: price(parsed), quantity: shares, scales: listing, rounding: 'half-up' });
  return { instrumentId: instrumentId(listing.instrumentId), quantity: shares, cost };
}

const INDIAN = new Intl.NumberFormat('en-IN');

/** For people: ₹10,00,000 is written `10,00,000`. */
export const DEMO_CASH_TEXT = { INR: INDIAN.format(DEMO_MONEY.IN), USDT: INDIAN.format(DEMO_TETHERS) };
