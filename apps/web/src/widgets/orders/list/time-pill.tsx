import { useState } from 'react';
import { useTranslation } from '#locales/i18n.ts';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { formatDate } from '#ui/numbers/format.ts';
import { useFormat } from '#ui/numbers/use-format.ts';
import { Sheet } from '#ui/overlays/sheet.tsx';
import { Pill } from './pill.tsx';
import { dayOf, isSpan, TIMES, type TimeSpan } from './time-span.ts';

export interface TimePillProps {
  value: TimeSpan;
  onValueChange: (value: TimeSpan) => void;
}

/** Since when: one tap for the usual spans, two days for any other. */
export function TimePill({ value, onValueChange }: TimePillProps) {
  const { t } = useTranslation('trade');
  const settings = useFormat();
  const [isAsking, setAsking] = useState(false);
  const dayText = (text: string) => {
    const day = dayOf(text);
    return day === undefined ? '…' : formatDate(day.getTime(), settings);
  };
  const choose = (time: TimeSpan['time']) => {
    if (time === 'days') setAsking(true);
    else onValueChange({ time, fromDay: '', toDay: '' });
  };
  return (
    <>
      <Pill
        title={t('sinceWhen')}
        value={value.time}
        valueText={value.time === 'days' ? `${dayText(value.fromDay)} – ${dayText(value.toDay)}` : undefined}
        onValueChange={choose}
        options={TIMES.map((time) => ({ value: time, label: t(`time_${time}`) }))}
      />
      <Sheet open={isAsking} onOpenChange={setAsking} title={t('time_days')} closeLabel={t('close')}>
        <DaysForm
          key={String(isAsking)}
          value={value}
          onDone={(days) => {
            setAsking(false);
            onValueChange(days);
          }}
        />
      </Sheet>
    </>
  );
}

function DaysForm({ value, onDone }: { value: TimeSpan; onDone: (value: TimeSpan) => void }) {
  const { t } = useTranslation('trade');
  const [fromDay, setFromDay] = useState(value.fromDay);
  const [toDay, setToDay] = useState(value.toDay);
  const isGood = isSpan(fromDay, toDay);
  const isBackwards = !isGood && fromDay !== '' && toDay !== '';
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (isGood) onDone({ time: 'days', fromDay, toDay });
      }}
    >
      <TextField type="date" label={t('fromDay')} value={fromDay} onValueChange={setFromDay} />
      <TextField
        type="date"
        label={t('toDay')}
        value={toDay}
        onValueChange={setToDay}
        error={isBackwards ? t('daysBackwards') : undefined}
      />
      <Button type="submit" wide disabled={!isGood}>
        {t('showDays')}
      </Button>
    </form>
  );
}
