import { createRootRoute, createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { isSignedIn } from '#client/session.ts';
import { loadTexts } from '#locales/i18n.ts';
import type { Namespace } from '#locales/namespaces.ts';
import StartPage from '#pages/common/start.tsx';
import { safeTarget } from '#shell/navigation.ts';
import { PageNotFound } from '#shell/page-fallbacks.tsx';
import { Shell } from '#shell/shell.tsx';
import { instrumentSearch, tabSearch, ticketSearch } from '#widgets/instrument/search.ts';
import { withRetry } from './load-page.ts';

/**
 * Every page of this build, one line each: address, code, texts. To add a page, add its line and put it into the tree at the
 * foot. Menus and tabs show a page as soon as it stands here.
 */
const root = createRootRoute({ component: Shell, notFoundComponent: PageNotFound });
const parent = { getParentRoute: () => root } as const;

/** Code and texts of a page come at the same time. */
function page(load: () => Promise<{ default: ComponentType }>, ...texts: readonly Namespace[]) {
  return {
    ...parent,
    component: lazyRouteComponent(withRetry(load)),
    loader: async () => {
      await loadTexts(texts);
    },
  };
}

/** For pages that mean nothing to a visitor: to the login page, and from there to where they wanted to go. */
const signedIn = {
  beforeLoad: ({ location }: { location: { href: string } }) => {
    if (!isSignedIn()) throw redirect({ to: '/pages/account/login', search: { to: location.href } });
  },
};

const goOn = (search: Record<string, unknown>): { to?: string } => {
  const to = safeTarget(search['to']);
  return to === undefined ? {} : { to };
};

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

const index = createRoute({ ...parent, path: '/', component: StartPage });
const start = createRoute({ ...parent, path: '/pages/common/start', component: StartPage });
const lang = createRoute({ ...page(() => import('#pages/common/lang.tsx')), path: '/pages/common/lang' });
const privacyPolicy = createRoute({
  ...page(() => import('#pages/common/privacyPolicy.tsx'), 'legal'),
  path: '/pages/common/privacyPolicy',
});
const disclaimer = createRoute({
  ...page(() => import('#pages/common/disclaimer.tsx'), 'legal'),
  path: '/pages/common/disclaimer',
});
const licences = createRoute({
  ...page(() => import('#pages/common/licences.tsx'), 'legal'),
  path: '/pages/common/licences',
});

/** The menu's login path leads to the login page and keeps where the person wanted to go. */
const commonLogin = createRoute({
  ...parent,
  path: '/pages/common/login',
  validateSearch: goOn,
  beforeLoad: ({ search }) => {
    throw redirect({ to: '/pages/account/login', search, replace: true });
  },
});
const login = createRoute({
  ...page(() => import('#pages/account/login.tsx'), 'account'),
  path: '/pages/account/login',
  validateSearch: goOn,
});
const coinLogin = createRoute({
  ...page(() => import('#pages/account/coinLogin.tsx'), 'account'),
  path: '/pages/account/coinLogin',
  validateSearch: goOn,
});
const reg = createRoute({
  ...page(() => import('#pages/account/reg.tsx'), 'account'),
  path: '/pages/account/reg',
  validateSearch: (search: Record<string, unknown>): { to?: string; invite?: string } => {
    const invite = textOf(search['invite']);
    return { ...goOn(search), ...(invite === '' ? {} : { invite }) };
  },
});

const home = createRoute({
  ...page(() => import('#pages/tabbar/home.tsx'), 'home', 'market'),
  path: '/pages/tabbar/home',
});
const mine = createRoute({
  ...page(() => import('#pages/tabbar/mine.tsx'), 'mine'),
  path: '/pages/tabbar/mine',
});

const assets = createRoute({
  ...page(() => import('#pages/user/assets.tsx'), 'assets'),
  ...signedIn,
  path: '/pages/user/assets',
});
const userInfo = createRoute({
  ...page(() => import('#pages/user/userInfo.tsx'), 'mine'),
  ...signedIn,
  path: '/pages/user/userInfo',
});
const about = createRoute({
  ...page(() => import('#pages/user/about.tsx'), 'legal'),
  path: '/pages/user/about',
});

const noticeList = createRoute({
  ...page(() => import('#pages/notice/list.tsx'), 'content'),
  path: '/pages/notice/list',
});
const noticeDetail = createRoute({
  ...page(() => import('#pages/notice/detail.tsx'), 'content'),
  path: '/pages/notice/detail',
  validateSearch: (search: Record<string, unknown>): { id: string; kind: 'personal' | 'platform' } => ({
    id: textOf(search['id']),
    kind: search['kind'] === 'personal' ? 'personal' : 'platform',
  }),
});
const newsList = createRoute({
  ...page(() => import('#pages/news/list.tsx'), 'content'),
  path: '/pages/news/list',
  validateSearch: (search: Record<string, unknown>): { instrumentId?: string } => {
    const instrumentId = textOf(search['instrumentId']);
    return instrumentId === '' ? {} : { instrumentId };
  },
});
const newsDetail = createRoute({
  ...page(() => import('#pages/news/detail.tsx'), 'content'),
  path: '/pages/news/detail',
  validateSearch: (search: Record<string, unknown>): { id: string } => ({ id: textOf(search['id']) }),
});
const sandbox = createRoute({
  ...page(() => import('#pages/sandbox/outbox.tsx'), 'content'),
  path: '/sandbox',
});

const markets = createRoute({
  ...page(() => import('#pages/tabbar/markets.tsx'), 'market'),
  path: '/pages/tabbar/markets',
  validateSearch: tabSearch(['stocks', 'indices', 'coins', 'watchlist']),
});
const trade = createRoute({
  ...page(() => import('#pages/tabbar/trade.tsx'), 'market', 'trade'),
  path: '/pages/tabbar/trade',
});
const position = createRoute({
  ...page(() => import('#pages/tabbar/position.tsx'), 'trade'),
  path: '/pages/tabbar/position',
  validateSearch: tabSearch(['stocks', 'spot']),
});
const stockList = createRoute({
  ...page(() => import('#pages/stock/list.tsx'), 'market'),
  path: '/pages/stock/list',
});
const stockSearch = createRoute({
  ...page(() => import('#pages/stock/search.tsx'), 'market'),
  path: '/pages/stock/search',
});
const stockIndex = createRoute({
  ...page(() => import('#pages/stock/index.tsx'), 'market'),
  path: '/pages/stock/index',
  validateSearch: instrumentSearch,
});
const stockKline = createRoute({
  ...page(() => import('#pages/stock/stockKline.tsx'), 'market', 'trade'),
  path: '/pages/stock/stockKline',
  validateSearch: instrumentSearch,
});
const stockOrder = createRoute({
  ...page(() => import('#pages/stock/order.tsx'), 'market', 'trade'),
  path: '/pages/stock/order',
  validateSearch: ticketSearch(['ticket', 'open', 'history', 'fills']),
});
const coinIndex = createRoute({
  ...page(() => import('#pages/coin/index.tsx'), 'market', 'trade'),
  path: '/pages/coin/index',
  validateSearch: ticketSearch(['ticket', 'open', 'history']),
});
const coinKline = createRoute({
  ...page(() => import('#pages/coin/coinKline.tsx'), 'market', 'trade'),
  path: '/pages/coin/coinKline',
  validateSearch: instrumentSearch,
});

export const routeTree = root.addChildren([
  index,
  start,
  lang,
  privacyPolicy,
  disclaimer,
  licences,
  commonLogin,
  login,
  coinLogin,
  reg,
  home,
  mine,
  assets,
  userInfo,
  about,
  noticeList,
  noticeDetail,
  newsList,
  newsDetail,
  sandbox,
  markets,
  trade,
  position,
  stockList,
  stockSearch,
  stockIndex,
  stockKline,
  stockOrder,
  coinIndex,
  coinKline,
]);
