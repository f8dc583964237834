import { Checkbox, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { t } from '../../language/text.ts';
import { useFlows } from '../../server/queries.ts';
import { type Project, type Segment, saveProject, saveSegment, useSegments } from '../../server/segments.ts';
import { useGoBack } from '../../shared/dialog/dialog.tsx';
import { FormDialog } from '../../shared/form/form-dialog.tsx';
import { NameInput } from '../../shared/form/name-input.tsx';
import { tagsIn } from '../../shared/form/tags-in.ts';
import { useSubmit } from '../../shared/form/use-submit.ts';

interface DialogProps<T> {
  /** Undefined for a new one. */
  readonly item: T | undefined;
  readonly onDone: (name: string) => void;
  readonly onCancel: () => void;
}

export const kindNames = { campaign: t('Campaign'), region: t('Region'), custom: t('Other') } as const;

/** Dialog that creates or edits a segment. */
export function SegmentDialog({ item, onDone, onCancel }: DialogProps<Segment>) {
  const { cancel } = useGoBack(onCancel);
  const flows = useFlows().data?.flows ?? [];
  const submit = useSubmit(
    (field) =>
      saveSegment(item?.id, {
        name: field('name').trim(),
        kind: field('kind') as Segment['kind'],
        rule: { campaign_uuid: field('campaign') || null, tags: tagsIn(field('tags')) },
      }),
    ({ name }) => onDone(name),
  );
  return (
    <FormDialog
      title={item === undefined ? t('Create a segment') : t('Edit {name}', { name: item.name })}
      action={t('Save')}
      {...submit}
      onClose={cancel}
    >
      <NameInput defaultValue={item?.name ?? ''} data-autofocus />
      <NativeSelect
        label={t('Kind')}
        name="kind"
        defaultValue={item?.kind ?? 'custom'}
        data={Object.entries(kindNames).map(([value, label]) => ({ value, label }))}
      />
      <NativeSelect
        key={flows.length}
        label={t('Calls of the campaign')}
        name="campaign"
        defaultValue={item?.rule.campaign_uuid ?? ''}
        data={[
          { value: '', label: t('Any campaign') },
          ...flows.map(({ uuid, name }) => ({ value: uuid, label: name })),
        ]}
      />
      <TextInput
        label={t('Contacts with one of the tags')}
        description={t(
          'With commas between. Without a campaign and tags, the segment has the calls that people assign to it.',
        )}
        name="tags"
        defaultValue={item?.rule.tags.join(', ') ?? ''}
        autoComplete="off"
      />
    </FormDialog>
  );
}

/** Dialog that creates or edits a project. */
export function ProjectDialog({ item, onDone, onCancel }: DialogProps<Project>) {
  const { cancel } = useGoBack(onCancel);
  const segments = useSegments().data?.segments ?? [];
  const [chosen, setChosen] = useState<string[]>(() => [...(item?.segment_uuids ?? [])]);
  const submit = useSubmit(
    (field) => saveProject(item?.id, { name: field('name').trim(), segment_uuids: chosen }),
    ({ name }) => onDone(name),
  );
  return (
    <FormDialog
      title={item === undefined ? t('Create a project') : t('Edit {name}', { name: item.name })}
      action={t('Save')}
      {...submit}
      onClose={cancel}
    >
      <NameInput defaultValue={item?.name ?? ''} data-autofocus />
      <Checkbox.Group
        label={t('Segments')}
        description={t('Without a segment, the project covers every call.')}
        value={chosen}
        onChange={setChosen}
      >
        <Stack gap="xs" mt="xs">
          {segments.map(({ uuid, name }) => (
            <Checkbox key={uuid} value={uuid} label={name} />
          ))}
          {segments.length === 0 && (
            <Text size="sm" className="quiet">
              {t('There are no segments yet.')}
            </Text>
          )}
        </Stack>
      </Checkbox.Group>
    </FormDialog>
  );
}
