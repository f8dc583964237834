import { Button, Group, NativeSelect, Stack, TextInput } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { t } from '../../language/text.ts';
import { useTags } from '../../server/contacts.ts';
import type { ListAddress } from '../data-table/list-address.ts';
import { LayerButton } from '../menu/layer-button.tsx';
import { endReasonNames } from './end-reasons.ts';

/** Names in the URL and in the request. */
export const moreFilterNames = [
  'min_seconds',
  'max_seconds',
  'min_latency_ms',
  'max_latency_ms',
  'min_cost',
  'max_cost',
  'min_score',
  'max_score',
  'tag',
  'end_reason',
] as const;
type MoreFilterName = (typeof moreFilterNames)[number];

/** Pairs of a least and a greatest number. */
const spans = [
  { title: t('Length in seconds'), names: ['min_seconds', 'max_seconds'], most: 86_400, step: 1 },
  { title: t('Median latency in ms'), names: ['min_latency_ms', 'max_latency_ms'], most: 600_000, step: 1 },
  { title: t('Cost'), names: ['min_cost', 'max_cost'], most: 1_000_000, step: 0.0001 },
  { title: t('Score, 0 to 100'), names: ['min_score', 'max_score'], most: 100, step: 1 },
] as const;

/** Filters that are needed less often, in a layer behind a button. They apply together. */
export function MoreFilters({ address }: { readonly address: ListAddress }) {
  const [isOpen, setOpen] = useState(false);
  const tagsId = useId();
  const tags = useTags(isOpen).data?.tags ?? [];
  const count = moreFilterNames.filter((name) => address.get(name) !== '').length;
  const apply = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const chosen = moreFilterNames.map((name) => [name, String(form.get(name) ?? '').trim()] as const);
    setOpen(false);
    address.set(Object.fromEntries(chosen));
  };
  return (
    <LayerButton
      isChoice
      text={count === 0 ? t('More filters') : t('More filters ({count})', { count })}
      leftSection={<IconFilter size={16} aria-hidden />}
      name={t('More filters')}
      width={320}
      position="bottom-start"
      isOpen={isOpen}
      onChange={setOpen}
      content={
        <form onSubmit={apply}>
          <Stack gap="sm">
            {spans.map(({ title, names: [least, greatest], ...bounds }) => (
              <Group key={title} gap="xs" grow align="flex-end">
                <Bound address={address} name={least} {...bounds} label={title} placeholder={t('at least')} />
                <Bound
                  address={address}
                  name={greatest}
                  {...bounds}
                  label={<span className="unseen">{t('{title}, at most', { title })}</span>}
                  placeholder={t('at most')}
                />
              </Group>
            ))}
            <TextInput
              name="tag"
              label={t('Tag of the contact')}
              placeholder={t('Name:Value')}
              pattern="[^:\s][^:]*:\S.*"
              title={t('Name:Value')}
              maxLength={200}
              defaultValue={address.get('tag')}
              list={tagsId}
              autoComplete="off"
            />
            <datalist id={tagsId}>
              {tags.map((tag) => (
                <option key={tag} value={tag} />
              ))}
            </datalist>
            <NativeSelect
              name="end_reason"
              label={t('End of the call')}
              data={[
                { value: '', label: t('Any reason') },
                ...Object.entries(endReasonNames).map(([value, label]) => ({ value, label })),
              ]}
              defaultValue={address.get('end_reason')}
            />
            <Button type="submit">{t('Show the calls')}</Button>
          </Stack>
        </form>
      }
    />
  );
}

interface BoundProps {
  readonly address: ListAddress;
  readonly name: MoreFilterName;
  readonly label: ReactNode;
  readonly placeholder: string;
  readonly most: number;
  readonly step: number;
}

const Bound = ({ address, name, most, step, ...texts }: BoundProps) => (
  <TextInput {...texts} type="number" name={name} min={0} max={most} step={step} defaultValue={address.get(name)} />
);
