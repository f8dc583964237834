import { Group, NativeSelect, TextInput } from '@mantine/core';
import { t } from '../../language/text.ts';
import type { Website } from '../../server/answers.ts';

type Visiting = Pick<Website, 'max_pages' | 'max_depth' | 'refresh_hours'>;

const visits = [
  { hours: 24, label: t('Every day') },
  { hours: 168, label: t('Every week') },
  { hours: 720, label: t('Every month') },
];
const onRequest = t('Only when asked to');

/** Returns how often a website is read, in words. */
export const visitsText = (hours: number | null): string =>
  hours === null
    ? onRequest
    : (visits.find((each) => each.hours === hours)?.label ?? t('Every {hours} hours', { hours: String(hours) }));

/** Asks how much of a website is read, and how often. */
export function WebsiteFields({ visiting }: { readonly visiting: Visiting }) {
  const { refresh_hours: hours } = visiting;
  // The API accepts any number of hours.
  const isOther = hours !== null && visits.every((each) => each.hours !== hours);
  const data = [
    ...visits.map((each) => ({ value: String(each.hours), label: each.label })),
    ...(isOther ? [{ value: String(hours), label: visitsText(hours) }] : []),
    { value: '', label: onRequest },
  ];
  return (
    <>
      <Group grow align="end">
        <TextInput
          label={t('Pages at most')}
          name="pages"
          type="number"
          min={1}
          max={1000}
          defaultValue={visiting.max_pages}
          required
          withAsterisk={false}
        />
        <TextInput
          label={t('Links from the start')}
          name="depth"
          type="number"
          min={0}
          max={10}
          defaultValue={visiting.max_depth}
          required
          withAsterisk={false}
        />
      </Group>
      <NativeSelect
        label={t('Read again')}
        name="visits"
        data={data}
        defaultValue={hours === null ? '' : String(hours)}
      />
    </>
  );
}

/** Returns what is entered in `WebsiteFields`. */
export const visitingIn = (field: (name: string) => string): Visiting => ({
  max_pages: Number(field('pages')),
  max_depth: Number(field('depth')),
  refresh_hours: field('visits') === '' ? null : Number(field('visits')),
});
