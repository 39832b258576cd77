import { KeyRound, Plus } from 'lucide-react';
import { useState } from 'react';
import { refreshShown, useCall } from '#client/query.ts';
import { useTranslation } from '#locales/i18n.ts';
import { BackBar } from '#shell/app-bars.tsx';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/feedback/page-state.tsx';
import { PullToRefresh } from '#ui/feedback/pull-to-refresh.tsx';
import { SkeletonRows } from '#ui/feedback/skeleton.tsx';
import { Icon } from '#ui/icon.tsx';
import { Page } from '#ui/layout/app-frame.tsx';
import { List, Row } from '#ui/layout/row.tsx';
import { TimeText } from '#ui/numbers/time-text.tsx';
import { Sheet } from '#ui/overlays/sheet.tsx';
import { CallState } from '#widgets/session/call-state.tsx';
import { KeyForm, type MadeKey } from './api-keys/key-form.tsx';
import { type ApiKey, KeySheet } from './api-keys/key-sheet.tsx';
import { MadeSheet } from './api-keys/made-sheet.tsx';

const KEYS_MAX = 10;

/** Keys for programs of one's own: what each may do, when it was last used, and its end. */
export default function ApiKeysPage() {
  const { t } = useTranslation('security');
  const keys = useCall('apiKeyList', {});
  return (
    <Page flush header={<BackBar title={t('key_title')} />}>
      <PullToRefresh label={t('key_title')} onRefresh={refreshShown}>
        <p className="px-4 pt-4 text-body text-muted">{t('key_intro')}</p>
        <p className="px-4 pt-1 text-body">
          <a
            href="/api"
            target="_blank"
            rel="noreferrer"
            className="inline-flex min-h-11 items-center font-medium text-brand"
          >
            {t('key_docs')}
          </a>
        </p>
        <CallState query={keys} data={keys.data} skeleton={<SkeletonRows count={3} />}>
          {({ list }) => <Keys list={list} />}
        </CallState>
      </PullToRefresh>
    </Page>
  );
}

function Keys({ list }: { list: readonly ApiKey[] }) {
  const { t } = useTranslation('security');
  const [shown, setShown] = useState<ApiKey>();
  const [isMaking, setMaking] = useState(false);
  const [made, setMade] = useState<MadeKey>();
  const done = (key: MadeKey) => {
    setMaking(false);
    setMade(key);
  };
  const isFull = list.length >= KEYS_MAX;
  return (
    <>
      {list.length === 0 ? (
        <EmptyState icon={KeyRound} title={t('key_none')} detail={t('key_noneText')} />
      ) : (
        <div className="pt-4">
          <List label={t('key_title')}>
            {list.map((key) => (
              <KeyRow key={key.id} shown={key} onOpen={() => setShown(key)} />
            ))}
          </List>
        </div>
      )}
      <div className="flex flex-col gap-2 px-4 pt-4">
        <Button wide disabled={isFull} icon={<Icon icon={Plus} size={18} />} onClick={() => setMaking(true)}>
          {t('key_add')}
        </Button>
        {isFull && <p className="text-center text-small text-muted">{t('key_full')}</p>}
      </div>
      <Sheet open={isMaking} onOpenChange={setMaking} title={t('key_add')} closeLabel={t('close')}>
        {isMaking && <KeyForm onMade={done} />}
      </Sheet>
      <MadeSheet made={made} onClose={() => setMade(undefined)} />
      <KeySheet shown={shown} onClose={() => setShown(undefined)} />
    </>
  );
}

function KeyRow({ shown, onOpen }: { shown: ApiKey; onOpen: () => void }) {
  const { t } = useTranslation('security');
  return (
    <Row
      chevron
      leading={<Icon icon={KeyRound} className="text-muted" />}
      title={shown.name}
      detail={
        shown.usedAtMs === undefined ? (
          t('key_unused')
        ) : (
          <>
            {t('key_usedAt')} <TimeText atMs={shown.usedAtMs} />
          </>
        )
      }
      value={
        <Badge tone={shown.scope === 'trade' ? 'warn' : 'neutral'}>{t(`key_scope_${shown.scope}`)}</Badge>
      }
      onClick={onOpen}
    />
  );
}
