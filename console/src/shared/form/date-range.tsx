import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { useState } from 'react';
import { dateLocale } from '../../language/language.ts';
import { t } from '../../language/text.ts';
import { LayerButton } from '../menu/layer-button.tsx';
import { useZone } from '../zone/use-zone.ts';
import { ownZone } from '../zone/zones.ts';
import { type DayRange, isDay, type NamedRange, rangesUntil } from './day-ranges.ts';

interface DateRangeProps {
  readonly value: DayRange;
  readonly onChange: (range: DayRange) => void;
  /** What can be chosen at once; the usual ones until today if left out. */
  readonly ranges?: readonly NamedRange[];
  /** For screen readers, before what is chosen. */
  readonly label?: string;
}

const format = new Intl.DateTimeFormat(dateLocale, { dateStyle: 'medium', timeZone: 'UTC' });
const dayText = (day: string): string => (isDay(day) ? format.format(new Date(`${day}T00:00:00Z`)) : day);

/** Keeps Escape from closing a surrounding dialog. */
const keepsDialog = { 'data-mantine-stop-propagation': true } as const;

/** The days of a list or a form: a preset range, or any first and last day, each of which may be open. */
export function DateRange({ value, onChange, label = t('Days'), ...props }: DateRangeProps) {
  const [isOpen, setOpen] = useState(false);
  const zone = useZone() ?? ownZone;
  const ranges = props.ranges ?? rangesUntil(zone, new Date());
  const chosen = ranges.find(({ from, to }) => from === value.from && to === value.to);
  const choose = (range: DayRange): void => {
    setOpen(false);
    onChange({ from: range.from, to: range.to });
  };
  return (
    <LayerButton
      isChoice
      text={
        <>
          <span className="unseen">{t('{label}:', { label })} </span>
          {chosen?.name ?? rangeText(value)}
        </>
      }
      leftSection={<IconCalendar size={16} aria-hidden />}
      name={label}
      width={300}
      position="bottom-start"
      isOpen={isOpen}
      onChange={setOpen}
      content={
        <Stack gap="sm">
          <Group gap={6}>
            {ranges.map((range) => (
              <Button
                key={range.name}
                size="compact-sm"
                variant={range === chosen ? 'filled' : 'default'}
                {...keepsDialog}
                aria-pressed={range === chosen}
                onClick={() => choose(range)}
              >
                {range.name}
              </Button>
            ))}
          </Group>
          <Group gap="xs" grow align="flex-start">
            <TextInput
              {...keepsDialog}
              type="date"
              label={t('First day')}
              value={value.from}
              max={value.to}
              onChange={({ currentTarget }) => onChange({ ...value, from: currentTarget.value })}
            />
            <TextInput
              {...keepsDialog}
              type="date"
              label={t('Last day')}
              value={value.to}
              min={value.from}
              onChange={({ currentTarget }) => onChange({ ...value, to: currentTarget.value })}
            />
          </Group>
          {props.ranges === undefined && (
            <Text size="xs" className="quiet">
              {t('Days in the time zone {zone}', { zone })}
            </Text>
          )}
        </Stack>
      }
    />
  );
}

function rangeText({ from, to }: DayRange): string {
  if (from === to) return dayText(from);
  if (to === '') return t('Since {day}', { day: dayText(from) });
  if (from === '') return t('Until {day}', { day: dayText(to) });
  return t('{from} to {to}', { from: dayText(from), to: dayText(to) });
}
