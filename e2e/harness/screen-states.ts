/**
 * States of the app beside its pages: sheets and dialogs over them, and pages that are empty, broken,
 * refused, full or still loading.
 */
import type { Locator, Page } from 'playwright-core';
import { filled, type Texts } from '../texts.ts';
import { whenReady } from './browser.ts';
import { tapToSend } from './tap.ts';

const STOCK = '/pages/stock/order?instrumentId=NSE_SIM%3AARUNA';
const STOCK_PAGE = '/pages/stock/stockKline?instrumentId=NSE_SIM%3AARUNA';
const COIN_PAGE = '/pages/coin/coinKline?instrumentId=COIN_SIM%3ABTC-USDT';
const API = '**/ipop-api/**';

export interface ScreenState {
  /** `sheet-order-types`: its kind, then its subject. */
  readonly name: string;
  readonly path: string;
  /** `guest` has a past, `newcomer` has none and as many watchlists as there may be, `visitor` is nobody. */
  readonly who: 'guest' | 'newcomer' | 'visitor';
  /** Before the page is opened. */
  readonly before?: (page: Page) => Promise<unknown>;
  /** On the open page; what it waits for last is what the picture shows. */
  readonly act: (page: Page, t: Texts) => Promise<unknown>;
}

const button = (page: Page, name: string, exact = true) => page.getByRole('button', { name, exact }).first();
const dialog = (page: Page) => page.getByRole('dialog').or(page.getByRole('alertdialog')).last();
/** The words before the first place of a text, for names whose end is not known. */
const startOf = (text: string) => new RegExp(`^${(text.split('{')[0] ?? '').replaceAll(/[()]/g, '\\$&')}`);
const around = (text: string, place: string) =>
  text.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&').replaceAll(/\{\w+\}/g, place);
const aroundOf = (text: string) => new RegExp(around(text, '.+'));
const wholeOf = (text: string) => new RegExp(`^${around(text, '\\S+')}$`);

/** Opens what a button opens. */
const opened =
  (nameOf: (t: Texts) => string): ScreenState['act'] =>
  async (page, t) => {
    await whenReady(page);
    await button(page, nameOf(t)).click();
    await dialog(page).waitFor();
  };

async function menuOfFirst(page: Page, t: Texts): Promise<void> {
  await whenReady(page);
  await page
    .getByRole('button', { name: aroundOf(t.trade.menuOf) })
    .first()
    .click();
  await dialog(page).waitFor();
}

/** Opens the details of the last of some rows that names an instrument. */
async function openRow(page: Page, rows: Locator, symbol: string): Promise<void> {
  await rows.filter({ hasText: symbol }).last().getByRole('button').first().click();
  await dialog(page).waitFor();
}

const typeQuantity = (page: Page, t: Texts, quantity: string) =>
  page.getByRole('textbox', { name: startOf(t.trade.quantityIn) }).fill(quantity);

const sheets: readonly ScreenState[] = [
  { name: 'sheet-side-menu', path: '/pages/tabbar/home', who: 'guest', act: opened((t) => t.shell.openMenu) },
  { name: 'sheet-order-types', path: STOCK, who: 'guest', act: opened((t) => t.trade.moreTypes) },
  {
    name: 'sheet-help',
    path: STOCK_PAGE,
    who: 'guest',
    act: opened((t) => filled(t.shell.helpOn, { term: t.market.keyFigures })),
  },
  {
    name: 'sheet-order-result',
    path: STOCK,
    who: 'guest',
    act: async (page, t) => {
      await whenReady(page);
      await typeQuantity(page, t, '1');
      await tapToSend(
        page,
        page.getByRole('button', { name: wholeOf(filled(t.trade.submitBuy, { name: 'ARUNA' })) }),
      );
      await dialog(page).waitFor();
    },
  },
  {
    name: 'sheet-order',
    path: `${STOCK}&tab=history`,
    who: 'guest',
    act: async (page) => {
      await whenReady(page);
      // A table where there is room.
      await openRow(page, page.getByRole('listitem').or(page.getByRole('row')), 'ARUNA');
    },
  },
  { name: 'sheet-order-menu', path: `${STOCK}&tab=open`, who: 'guest', act: menuOfFirst },
  {
    name: 'sheet-modify',
    path: `${STOCK}&tab=open`,
    who: 'guest',
    act: async (page, t) => {
      await menuOfFirst(page, t);
      await dialog(page).getByRole('button', { name: t.trade.modifyTitle }).click();
      await page.getByRole('dialog', { name: t.trade.modifyTitle }).waitFor();
    },
  },
  {
    name: 'sheet-gtt',
    path: STOCK_PAGE,
    who: 'guest',
    act: async (page, t) => {
      await whenReady(page);
      await button(page, t.trade.gttNew, false).click();
      await dialog(page).waitFor();
    },
  },
  { name: 'sheet-indicators', path: COIN_PAGE, who: 'guest', act: opened((t) => t.market.indicators) },
  { name: 'sheet-chart-settings', path: COIN_PAGE, who: 'guest', act: opened((t) => t.market.chartLook) },
  { name: 'sheet-chart-table', path: COIN_PAGE, who: 'guest', act: opened((t) => t.market.viewAsTable) },
  {
    name: 'sheet-alert',
    path: STOCK_PAGE,
    who: 'guest',
    act: opened((t) => filled(t.alerts.alertOf, { symbol: 'ARUNA' })),
  },
  {
    name: 'sheet-watchlists',
    path: '/pages/tabbar/markets?tab=watchlist',
    who: 'guest',
    act: opened((t) => t.market.editWatchlists),
  },
  {
    name: 'sheet-position',
    path: '/pages/tabbar/position',
    who: 'guest',
    act: async (page, t) => {
      await whenReady(page);
      await openRow(page, page.getByRole('list', { name: t.trade.stocks }).getByRole('listitem'), 'ARUNA');
    },
  },
  {
    name: 'sheet-limit',
    path: '/pages/user/limits',
    who: 'guest',
    act: async (page, t) => {
      await whenReady(page);
      await page.getByRole('button', { name: t.security.limit_name_dayLoss }).first().click();
      await dialog(page).waitFor();
    },
  },
  { name: 'sheet-call-back', path: '/pages/user/service', who: 'guest', act: opened((t) => t.chat.callBack) },
];

const dialogs: readonly ScreenState[] = [
  { name: 'dialog-sign-out', path: '/pages/tabbar/mine', who: 'guest', act: opened((t) => t.mine.signOut) },
  {
    name: 'dialog-cancel-all',
    path: `${STOCK}&tab=open`,
    who: 'guest',
    act: opened((t) => t.trade.cancelAll),
  },
  {
    name: 'dialog-cancel-order',
    path: `${STOCK}&tab=open`,
    who: 'guest',
    act: async (page, t) => {
      await menuOfFirst(page, t);
      await dialog(page).getByRole('button', { name: t.trade.cancelOrder }).click();
      await page.getByRole('alertdialog').waitFor();
    },
  },
];

/** A page whose first answers have nothing to show. */
const empty = (name: string, path: string): ScreenState => ({
  name: `empty-${name}`,
  path,
  who: 'newcomer',
  act: whenReady,
});

const empties: readonly ScreenState[] = [
  empty('coin-positions', '/pages/tabbar/position?tab=spot'),
  empty('open-orders', '/pages/stock/order?tab=open'),
  empty('history', '/pages/coin/index?tab=history'),
  empty('fills', '/pages/coin/index?tab=fills'),
  empty('watchlist', '/pages/tabbar/markets?tab=watchlist'),
  empty('alerts', '/pages/notice/alerts'),
  empty('basket', '/pages/stock/basket'),
  empty('contract-notes', '/pages/user/dayNotes'),
  empty('rights', '/pages/stock/rights'),
  {
    ...empty('search', '/pages/stock/search'),
    act: async (page, t) => {
      await page.getByRole('searchbox').fill('Reliance');
      await page.getByText(aroundOf(t.market.searchNothing)).waitFor();
    },
  },
];

/** A page whose calls don't come through. */
const broken = (name: string, path: string): ScreenState => ({
  name: `error-${name}`,
  path,
  who: 'guest',
  before: (page) => page.route(API, (route) => route.abort('connectionfailed')),
  act: (page, t) => page.getByText(t.shell.noAnswerTitle).first().waitFor(),
});

const errors: readonly ScreenState[] = [
  broken('home', '/pages/tabbar/home'),
  broken('markets', '/pages/tabbar/markets'),
  broken('positions', '/pages/tabbar/position'),
  broken('portfolio', '/pages/user/portfolio'),
  broken('stock-page', STOCK_PAGE),
  broken('orders', `${STOCK}&tab=history`),
  broken('alerts', '/pages/notice/alerts'),
  {
    name: 'error-no-page',
    path: '/pages/nowhere',
    who: 'guest',
    act: (page, t) => page.getByText(t.shell.notFoundText).waitFor(),
  },
  {
    name: 'error-offline',
    path: '/pages/tabbar/home',
    who: 'guest',
    act: async (page, t) => {
      await whenReady(page);
      await page.context().setOffline(true);
      await page.getByText(t.shell.offline).waitFor();
    },
  },
];

const refusals: readonly ScreenState[] = [
  {
    name: 'refused-funds',
    path: STOCK,
    who: 'guest',
    act: async (page, t) => {
      await whenReady(page);
      await typeQuantity(page, t, '99999');
      await page
        .getByText(t.trade.refusal_INSUFFICIENT_FUNDS_msg)
        .or(page.getByText(startOf(t.trade.refusal_QUANTITY_MAX_msg)))
        .or(page.getByText(startOf(t.trade.refusal_VALUE_MAX_msg)))
        .first()
        .waitFor();
    },
  },
  {
    name: 'refused-login',
    path: '/pages/account/login',
    who: 'visitor',
    act: async (page, t) => {
      await page.getByRole('radio', { name: t.account.email }).check();
      await page.getByLabel(t.account.emailLabel).fill('nobody@screens.example');
      await page.getByLabel(t.account.password, { exact: true }).fill('Not-the-one-1');
      await button(page, t.account.logIn).click();
      await page.getByRole('alert').filter({ hasText: /./ }).first().waitFor();
    },
  },
];

const fulls: readonly ScreenState[] = [
  {
    name: 'full-watchlists',
    path: '/pages/tabbar/markets?tab=watchlist',
    who: 'newcomer',
    act: async (page, t) => {
      await opened((of) => of.market.editWatchlists)(page, t);
      await dialog(page).getByRole('radio', { name: t.watchlists.lists, exact: true }).check();
      await dialog(page).getByText(startOf(t.watchlists.listsFull)).waitFor();
    },
  },
];

/** A page whose calls never answer. */
const loading = (name: string, path: string): ScreenState => ({
  name: `loading-${name}`,
  path,
  who: 'guest',
  before: (page) => page.route(API, () => undefined),
  act: (page) => page.locator('#root [aria-busy="true"]').first().waitFor(),
});

const loadings: readonly ScreenState[] = [
  loading('home', '/pages/tabbar/home'),
  loading('markets', '/pages/tabbar/markets'),
  loading('stock-page', STOCK_PAGE),
  loading('ticket', STOCK),
  loading('positions', '/pages/tabbar/position'),
];

export const screenStates: readonly ScreenState[] = [
  ...sheets,
  ...dialogs,
  ...empties,
  ...errors,
  ...refusals,
  ...fulls,
  ...loadings,
];
