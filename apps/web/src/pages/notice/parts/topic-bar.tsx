import { BellDot } from 'lucide-react';
import { useState } from 'react';
import { useCall, useCommand } from '#client/query.ts';
import { useTranslation } from '#locales/i18n.ts';
import { SkeletonRows } from '#ui/feedback/skeleton.tsx';
import { Chips } from '#ui/fields/choice.tsx';
import { Switch } from '#ui/fields/toggle.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { useFormat } from '#ui/numbers/use-format.ts';
import { Sheet } from '#ui/overlays/sheet.tsx';
import { CallState } from '#widgets/session/call-state.tsx';
import { useErrorToast } from '#widgets/session/use-account-actions.ts';
import { chosenTopic } from './chosen-topics.ts';
import { DigestSettings } from './digest-settings.tsx';
import { type Choice, PushSettings } from './push-settings.tsx';

export type Topic = Choice['topic'];

/** Topics in the order of the filter. */
const TOPICS = [
  'orders',
  'alerts',
  'corporate',
  'service',
  'margin',
  'security',
  'identity',
  'account',
  'market',
] as const satisfies readonly Topic[];

interface TopicBarProps {
  topic: Topic | 'all';
  onTopicChange: (topic: Topic | 'all') => void;
}

/** Filters the messages by topic, and leads to the choice of those that are marked. */
export function TopicBar({ topic, onTopicChange }: TopicBarProps) {
  const { t } = useTranslation('content');
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="flex items-center gap-1 pt-2 pl-4">
      <Chips
        className="min-w-0 grow"
        label={t('topics')}
        value={topic}
        onValueChange={onTopicChange}
        items={[
          { value: 'all', label: t('allTopics') },
          ...TOPICS.map((one) => ({ value: one, label: t(`topic_${one}`) })),
        ]}
      />
      <IconButton icon={BellDot} label={t('choices')} onClick={() => setOpen(true)} />
      <Sheet open={isOpen} onOpenChange={setOpen} title={t('choices')}>
        <Choices />
      </Sheet>
    </div>
  );
}

function Choices() {
  const { t } = useTranslation('content');
  const choices = useCall('noticeChoices', {});
  return (
    <>
      <h3 className="text-heading">{t('marks')}</h3>
      <p className="text-small text-muted">{t('choicesText')}</p>
      <CallState query={choices} data={choices.data} skeleton={<SkeletonRows count={4} />}>
        {({ list }) => (
          <>
            {list.map((choice) => (choice.isFixed ? null : <ChoiceSwitch key={choice.topic} {...choice} />))}
            <Fixed list={list} />
            <PushSettings choices={list} />
            <DigestSettings />
          </>
        )}
      </CallState>
    </>
  );
}

function ChoiceSwitch({ topic, isQuiet }: Choice) {
  const { t } = useTranslation('content');
  const say = useErrorToast();
  const choose = useCommand('noticeChoose', { touches: ['noticeChoices'], onFailed: say });
  const set = (isMarked: boolean) => {
    const chosen = chosenTopic(topic);
    if (chosen !== undefined) choose.mutate({ topic: chosen, marks: isMarked ? 'marked' : 'quiet' });
  };
  return (
    <Switch
      label={t(`topic_${topic}`)}
      checked={!isQuiet}
      disabled={choose.isPending}
      onCheckedChange={set}
    />
  );
}

function Fixed({ list }: { list: readonly Choice[] }) {
  const { t } = useTranslation('content');
  const { language } = useFormat();
  const names = list.filter(({ isFixed }) => isFixed).map(({ topic }) => t(`topic_${topic}`));
  const topics = new Intl.ListFormat(language).format(names);
  return <p className="pt-2 text-small text-muted">{t('choicesFixed', { topics })}</p>;
}
