import { OPERATIONS } from '@tarazu/protocol';
import {
  type ContentParts,
  readAds,
  readArticle,
  readNews,
  readPlatformNotices,
  readProp,
  readProps,
} from '#domains/content/service.ts';
import { type Binding, bind } from '#gateway/binding.ts';
import { reply } from '#ports.ts';

const PAGE_LENGTH = 20;
const lengthOf = (limit: string | undefined): number => (limit === undefined ? PAGE_LENGTH : Number(limit));

export function contentRoutes(parts: ContentParts): readonly Binding[] {
  return [
    bind(OPERATIONS.props, async (_input, _session, { nowMs }) => reply(readProps(parts, nowMs))),
    bind(OPERATIONS.prop, async ({ name }, _session, { nowMs }) => readProp(parts, name, nowMs)),
    bind(OPERATIONS.platformNotices, ({ cursor, limit }, _session, { language }) =>
      readPlatformNotices(parts, { cursor, limit: lengthOf(limit), language }),
    ),
    bind(OPERATIONS.ads, async (_input, _session, { language }) => reply(await readAds(parts, language))),
    bind(OPERATIONS.news, ({ instrumentId, cursor, limit }, _session, { language }) =>
      readNews(parts, { instrumentId, cursor, limit: lengthOf(limit), language }),
    ),
    bind(OPERATIONS.newsInfo, ({ id }, _session, { language }) => readArticle(parts, id, language)),
  ];
}
