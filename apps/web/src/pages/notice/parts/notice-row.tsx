import { Link } from '@tanstack/react-router';
import type { TextBlock } from '@tarazu/protocol';
import { useTranslation } from '#locales/i18n.ts';
import { Row } from '#ui/layout/row.tsx';
import { TimeText } from '#ui/numbers/time-text.tsx';

export interface NoticeFacts {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  readonly blocks?: readonly TextBlock[] | undefined;
  readonly instrumentIds?: readonly string[] | undefined;
  readonly atMs: number;
}

export interface NoticeRowProps {
  notice: NoticeFacts;
  kind: 'personal' | 'platform';
  isRead: boolean;
}

/** Unread is a dot, a heavier title and a word for those who hear it. */
export function NoticeRow({ notice, kind, isRead }: NoticeRowProps) {
  const { t } = useTranslation('content');
  return (
    <Row
      leading={
        <span className={`size-2.5 shrink-0 rounded-full ${isRead ? 'bg-transparent' : 'bg-brand'}`} />
      }
      title={
        <span className={isRead ? 'font-normal' : 'font-semibold'}>
          {!isRead && <span className="sr-only">{t('unreadMark')} </span>}
          {notice.title}
        </span>
      }
      detail={
        <>
          <span className="line-clamp-2">{notice.text}</span>
          <TimeText atMs={notice.atMs} />
        </>
      }
      render={<Link to="/pages/notice/detail" search={{ id: notice.id, kind }} />}
    />
  );
}
