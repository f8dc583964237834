import { Checkbox, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { t } from '../../language/text.ts';
import { addQueue, changeQueue, type Queue, useTeammates } from '../../server/queues.ts';
import { useMe } from '../../shared/account/use-account.ts';
import { useGoBack } from '../../shared/dialog/dialog.tsx';
import { FormDialog } from '../../shared/form/form-dialog.tsx';
import { NameInput } from '../../shared/form/name-input.tsx';
import { tagsIn } from '../../shared/form/tags-in.ts';
import { useSubmit } from '../../shared/form/use-submit.ts';

interface QueueDialogProps {
  /** Undefined for a new queue. */
  readonly queue: Queue | undefined;
  readonly onDone: (name: string) => Promise<void>;
  readonly onCancel: () => void;
}

/** Dialog that creates or edits a queue. Mounted only while open; returns the focus afterwards. */
export function QueueDialog({ queue, onDone, onCancel }: QueueDialogProps) {
  const { goBack, cancel } = useGoBack(onCancel);
  const teammates = useTeammates().data?.phone_numbers;
  const isAdmin = useMe().data?.role === 'admin';
  const [members, setMembers] = useState<readonly string[]>(queue?.members ?? []);
  const { isBusy, trouble, faults, onSubmit } = useSubmit(
    (field) => {
      const body = { name: field('name').trim(), tags: tagsIn(field('tags')), members: [...members] };
      return queue === undefined ? addQueue(body) : changeQueue(queue.uuid, body);
    },
    (stored) => onDone(stored.name).then(goBack),
    ['name', 'tags'],
  );
  return (
    <FormDialog
      title={queue === undefined ? t('Create queue') : t('Edit the queue')}
      action={queue === undefined ? t('Create') : t('Save')}
      trouble={trouble}
      isBusy={isBusy}
      onSubmit={onSubmit}
      onClose={cancel}
    >
      <NameInput
        description={t('Agents transfer calls to it by this name, for example sales.')}
        defaultValue={queue?.name ?? ''}
        error={faults.name}
        maxLength={100}
        data-autofocus
      />
      <Checkbox.Group label={t('People')} value={[...members]} onChange={setMembers}>
        <Stack gap="xs" mt="xs">
          {teammates?.length === 0 && (
            <Text size="sm" className="quiet">
              {isAdmin
                ? t('Nobody has a phone number yet. Close this dialog and add numbers under People.')
                : t('Nobody has a phone number yet. Ask an admin to add one under People.')}
            </Text>
          )}
          {teammates?.map(({ user_uuid: uuid, name, email, phone_number: number }) => (
            <Checkbox key={uuid} value={uuid} label={name ?? email} description={number} />
          ))}
        </Stack>
      </Checkbox.Group>
      <TextInput
        label={t('Tags')}
        description={t(
          'People assigned to one of these tags are members too. Separate them with commas: City:Pune, Plan:Gold',
        )}
        name="tags"
        defaultValue={queue?.tags.join(', ') ?? ''}
        error={faults.tags}
        autoComplete="off"
        spellCheck={false}
      />
    </FormDialog>
  );
}
