import { createRootRoute, createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { isSignedIn } from '#client/session.ts';
import { loadTexts } from '#locales/load.ts';
import StartPage from '#pages/common/start.tsx';
import { LOGIN_PATH } from '#shell/navigation.ts';
import { PageNotFound } from '#shell/page-fallbacks.tsx';
import { Shell } from '#shell/shell.tsx';
import { anyTabSearch, instrumentSearch, tabSearch, ticketSearch } from '#widgets/instrument/lists/search.ts';
import { sendToLogin } from '#widgets/session/log-in-first.ts';
import { safeTarget } from '#widgets/session/target.ts';
import { withRetry } from './load-page.ts';
import { pageTexts } from './page-texts.ts';
import {
  goOn,
  identitySearch,
  linkSearch,
  newsSearch,
  placeSearch,
  registerSearch,
  rulebookSearch,
  serviceSearch,
  textOf,
} from './searches.ts';

/**
 * Every page of this build, one line each; a new one also has
 * a place in the tree at the foot and texts in page-texts.ts.
 */
const root = createRootRoute({ component: Shell, notFoundComponent: PageNotFound });
const parent = { getParentRoute: () => root } as const;

/** Code and texts of a page come at the same time. */
function page<Path extends keyof typeof pageTexts>(
  path: Path,
  load: () => Promise<{ default: ComponentType }>,
) {
  return {
    ...parent,
    path,
    component: lazyRouteComponent(withRetry(load)),
    loader: async () => {
      await loadTexts(pageTexts[path]);
    },
  };
}

/**
 * For every page but the public ones: a visitor is led to the login page,
 * and from there to where they wanted to go.
 */
const signedIn = {
  beforeLoad: ({ location, cause }: { location: { href: string }; cause: 'preload' | 'enter' | 'stay' }) => {
    // A page that is open stays when its session ends; its next call leads to the login page.
    if (isSignedIn() || cause === 'stay') return;
    // A link that a finger only came near to leads nowhere yet.
    if (cause === 'enter') sendToLogin();
    throw redirect({ to: LOGIN_PATH, search: { to: safeTarget(location.href) }, replace: true });
  },
};

const index = createRoute({ ...parent, path: '/', component: StartPage });
const start = createRoute({ ...parent, path: '/pages/common/start', component: StartPage });
const lang = createRoute(page('/pages/common/lang', () => import('#pages/common/lang.tsx')));
const welcome = createRoute(page('/pages/common/welcome', () => import('#pages/common/welcome.tsx')));
const privacyPolicy = createRoute(
  page('/pages/common/privacyPolicy', () => import('#pages/common/privacyPolicy.tsx')),
);
const disclaimer = createRoute(
  page('/pages/common/disclaimer', () => import('#pages/common/disclaimer.tsx')),
);
const companyIntroduction = createRoute(
  page('/pages/common/companyIntroduction', () => import('#pages/common/companyIntroduction.tsx')),
);
const download = createRoute(page('/pages/common/download', () => import('#pages/common/download.tsx')));
const androidAPP = createRoute(
  page('/pages/common/androidAPP', () => import('#pages/common/androidAPP.tsx')),
);
const iosAPP = createRoute(page('/pages/common/iosAPP', () => import('#pages/common/iosAPP.tsx')));
const loanService = createRoute(
  page('/pages/common/loanService', () => import('#pages/common/loanService.tsx')),
);
const licences = createRoute(page('/pages/common/licences', () => import('#pages/common/licences.tsx')));

const rulebook = createRoute({
  ...page('/pages/common/rulebook', () => import('#pages/common/rulebook.tsx')),
  validateSearch: rulebookSearch,
});

const commonService = createRoute({
  ...page('/pages/common/service', () => import('#pages/common/service.tsx')),
  ...signedIn,
  validateSearch: serviceSearch,
});

const commonServiceJs = createRoute({
  ...page('/pages/common/serviceJs', () => import('#pages/common/serviceJs.tsx')),
  ...signedIn,
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
  ...page('/pages/account/login', () => import('#pages/account/login.tsx')),
  validateSearch: goOn,
});
const coinLogin = createRoute({
  ...page('/pages/account/coinLogin', () => import('#pages/account/coinLogin.tsx')),
  validateSearch: goOn,
});
const reg = createRoute({
  ...page('/pages/account/reg', () => import('#pages/account/reg.tsx')),
  validateSearch: registerSearch,
});

const home = createRoute({
  ...page('/pages/tabbar/home', () => import('#pages/tabbar/home.tsx')),
  ...signedIn,
});
const mine = createRoute({
  ...page('/pages/tabbar/mine', () => import('#pages/tabbar/mine.tsx')),
  ...signedIn,
});

const assets = createRoute({
  ...page('/pages/user/assets', () => import('#pages/user/assets.tsx')),
  ...signedIn,
});
const portfolio = createRoute({
  ...page('/pages/user/portfolio', () => import('#pages/user/portfolio.tsx')),
  ...signedIn,
});
const userInfo = createRoute({
  ...page('/pages/user/userInfo', () => import('#pages/user/userInfo.tsx')),
  ...signedIn,
});
const invite = createRoute({
  ...page('/pages/user/invite', () => import('#pages/user/invite.tsx')),
  ...signedIn,
});
const creditScore = createRoute({
  ...page('/pages/user/creditScore', () => import('#pages/user/creditScore.tsx')),
  ...signedIn,
});
const security = createRoute({
  ...page('/pages/user/security', () => import('#pages/user/security.tsx')),
  ...signedIn,
});
const limits = createRoute({
  ...page('/pages/user/limits', () => import('#pages/user/limits.tsx')),
  ...signedIn,
});
const apiKeys = createRoute({
  ...page('/pages/user/apiKeys', () => import('#pages/user/apiKeys.tsx')),
  ...signedIn,
});
const loginPassword = createRoute({
  ...page('/pages/user/loginPassword', () => import('#pages/user/loginPassword.tsx')),
  ...signedIn,
});
const tradePassword = createRoute({
  ...page('/pages/user/tradePassword', () => import('#pages/user/tradePassword.tsx')),
  ...signedIn,
});
const contact = createRoute({
  ...page('/pages/user/contact', () => import('#pages/user/contact.tsx')),
  ...signedIn,
  validateSearch: (search: Record<string, unknown>): { kind: 'email' | 'phone' | 'word' } => ({
    kind: search['kind'] === 'phone' || search['kind'] === 'word' ? search['kind'] : 'email',
  }),
});
const secondFactor = createRoute({
  ...page('/pages/user/secondFactor', () => import('#pages/user/secondFactor.tsx')),
  ...signedIn,
});
/** For anybody who has the mail, without a session. */
const freeze = createRoute({
  ...page('/pages/user/freeze', () => import('#pages/user/freeze.tsx')),
  validateSearch: linkSearch,
});
const kyc = createRoute({
  ...page('/pages/user/kyc', () => import('#pages/user/kyc.tsx')),
  ...signedIn,
  validateSearch: identitySearch,
});
const dayNotes = createRoute({
  ...page('/pages/user/dayNotes', () => import('#pages/user/dayNotes.tsx')),
  ...signedIn,
});
const dayNote = createRoute({
  ...page('/pages/user/dayNote', () => import('#pages/user/dayNote.tsx')),
  ...signedIn,
  validateSearch: (search: Record<string, unknown>): { day: string } => ({ day: textOf(search['day']) }),
});
const statement = createRoute({
  ...page('/pages/user/statement', () => import('#pages/user/statement.tsx')),
  ...signedIn,
});
const stockFundsDetail = createRoute({
  ...page('/pages/fundsDetail/stockFundsDetail', () => import('#pages/fundsDetail/stockFundsDetail.tsx')),
  ...signedIn,
});
const cryptoFundsDetail = createRoute({
  ...page('/pages/fundsDetail/cryptoFundsDetail', () => import('#pages/fundsDetail/cryptoFundsDetail.tsx')),
  ...signedIn,
});
const about = createRoute(page('/pages/user/about', () => import('#pages/user/about.tsx')));
const proof = createRoute(page('/pages/user/proof', () => import('#pages/user/proof.tsx')));

const service = createRoute({
  ...page('/pages/user/service', () => import('#pages/user/service.tsx')),
  ...signedIn,
  validateSearch: serviceSearch,
});
const userServiceJs = createRoute({
  ...page('/pages/user/serviceJs', () => import('#pages/user/serviceJs.tsx')),
  ...signedIn,
});
const staffActs = createRoute(page('/pages/user/staffActs', () => import('#pages/user/staffActs.tsx')));
const noticeList = createRoute({
  ...page('/pages/notice/list', () => import('#pages/notice/list.tsx')),
  ...signedIn,
});
const noticeDetail = createRoute({
  ...page('/pages/notice/detail', () => import('#pages/notice/detail.tsx')),
  ...signedIn,
  validateSearch: (search: Record<string, unknown>): { id: string; kind: 'personal' | 'platform' } => ({
    id: textOf(search['id']),
    kind: search['kind'] === 'personal' ? 'personal' : 'platform',
  }),
});
/** For anybody who has the mail, without a session. */
const noticeDigest = createRoute({
  ...page('/pages/notice/digest', () => import('#pages/notice/digest.tsx')),
  validateSearch: linkSearch,
});
const alerts = createRoute({
  ...page('/pages/notice/alerts', () => import('#pages/notice/alerts.tsx')),
  ...signedIn,
});
const newsList = createRoute({
  ...page('/pages/news/list', () => import('#pages/news/list.tsx')),
  ...signedIn,
  validateSearch: newsSearch,
});
const newsDetail = createRoute({
  ...page('/pages/news/detail', () => import('#pages/news/detail.tsx')),
  ...signedIn,
  validateSearch: (search: Record<string, unknown>): { id: string } => ({ id: textOf(search['id']) }),
});
const chooseLocation = createRoute({
  ...page('/choose-location', () => import('#pages/places/choose.tsx')),
  ...signedIn,
});
/** For anybody who has the address, as a share's page that was sent to somebody is. */
const openLocation = createRoute({
  ...page('/open-location', () => import('#pages/places/open.tsx')),
  validateSearch: placeSearch,
});
const sandbox = createRoute(page('/sandbox', () => import('#pages/sandbox/outbox.tsx')));

const markets = createRoute({
  ...page('/pages/tabbar/markets', () => import('#pages/tabbar/markets.tsx')),
  ...signedIn,
  validateSearch: tabSearch(['stocks', 'indices', 'coins', 'watchlist']),
});
const trade = createRoute({
  ...page('/pages/tabbar/trade', () => import('#pages/tabbar/trade.tsx')),
  ...signedIn,
});
const position = createRoute({
  ...page('/pages/tabbar/position', () => import('#pages/tabbar/position.tsx')),
  ...signedIn,
  validateSearch: anyTabSearch,
});
const stockList = createRoute({
  ...page('/pages/stock/list', () => import('#pages/stock/list.tsx')),
  ...signedIn,
});
const stockSearch = createRoute({
  ...page('/pages/stock/search', () => import('#pages/stock/search.tsx')),
  ...signedIn,
});
const stockIndex = createRoute({
  ...page('/pages/stock/index', () => import('#pages/stock/index.tsx')),
  ...signedIn,
  validateSearch: instrumentSearch,
});
const stockKline = createRoute({
  ...page('/pages/stock/stockKline', () => import('#pages/stock/stockKline.tsx')),
  ...signedIn,
  validateSearch: instrumentSearch,
});
const stockOrder = createRoute({
  ...page('/pages/stock/order', () => import('#pages/stock/order.tsx')),
  ...signedIn,
  validateSearch: ticketSearch,
});
const rights = createRoute({
  ...page('/pages/stock/rights', () => import('#pages/stock/rights.tsx')),
  ...signedIn,
  validateSearch: instrumentSearch,
});
const basket = createRoute({
  ...page('/pages/stock/basket', () => import('#pages/stock/basket.tsx')),
  ...signedIn,
});
const coinIndex = createRoute({
  ...page('/pages/coin/index', () => import('#pages/coin/index.tsx')),
  ...signedIn,
  validateSearch: ticketSearch,
});
const coinKline = createRoute({
  ...page('/pages/coin/coinKline', () => import('#pages/coin/coinKline.tsx')),
  ...signedIn,
  validateSearch: instrumentSearch,
});

export const routeTree = root.addChildren([
  index,
  start,
  lang,
  welcome,
  privacyPolicy,
  disclaimer,
  companyIntroduction,
  download,
  androidAPP,
  iosAPP,
  loanService,
  licences,
  rulebook,
  commonService,
  commonServiceJs,
  commonLogin,
  login,
  coinLogin,
  reg,
  home,
  mine,
  assets,
  portfolio,
  userInfo,
  invite,
  creditScore,
  security,
  limits,
  apiKeys,
  loginPassword,
  tradePassword,
  contact,
  secondFactor,
  freeze,
  kyc,
  chooseLocation,
  openLocation,
  dayNotes,
  dayNote,
  statement,
  stockFundsDetail,
  cryptoFundsDetail,
  about,
  proof,
  service,
  userServiceJs,
  staffActs,
  noticeList,
  noticeDetail,
  noticeDigest,
  alerts,
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
  rights,
  basket,
  coinIndex,
  coinKline,
]);
