import type { Namespace } from '#locales/namespaces.ts';

/**
 * Which texts each page needs. The build reads this too: the server tells the
 * browser of a page's code and texts along with the document (vite.config.ts),
 * so that they come with the first load and not a round trip after it.
 */
export const pageTexts = {
  '/pages/common/lang': [],
  '/pages/common/privacyPolicy': ['legal'],
  '/pages/common/disclaimer': ['legal'],
  '/pages/common/licences': ['legal'],
  '/pages/account/login': ['account'],
  '/pages/account/coinLogin': ['account'],
  '/pages/account/reg': ['account'],
  '/pages/tabbar/home': ['home', 'market'],
  '/pages/tabbar/mine': ['mine'],
  '/pages/user/assets': ['assets'],
  '/pages/user/userInfo': ['mine'],
  '/pages/user/dayNotes': ['papers'],
  '/pages/user/dayNote': ['papers', 'trade'],
  '/pages/user/statement': ['papers'],
  '/pages/user/about': ['legal'],
  '/pages/user/proof': ['proof'],
  '/pages/notice/list': ['content'],
  '/pages/notice/detail': ['content'],
  '/pages/notice/alerts': ['market', 'alerts'],
  '/pages/news/list': ['content'],
  '/pages/news/detail': ['content'],
  '/sandbox': ['content'],
  '/pages/tabbar/markets': ['market'],
  '/pages/tabbar/trade': ['market', 'trade'],
  '/pages/tabbar/position': ['trade', 'rights'],
  '/pages/stock/list': ['market'],
  '/pages/stock/search': ['market'],
  '/pages/stock/index': ['market', 'alerts'],
  '/pages/stock/stockKline': ['market', 'trade', 'alerts', 'rights'],
  '/pages/stock/order': ['market', 'trade'],
  '/pages/stock/rights': ['market', 'rights'],
  '/pages/stock/basket': ['basket', 'market', 'trade'],
  '/pages/coin/index': ['market', 'trade'],
  '/pages/coin/coinKline': ['market', 'trade', 'alerts', 'rights'],
} as const satisfies Readonly<Record<string, readonly Namespace[]>>;
