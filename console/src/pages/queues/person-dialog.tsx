import { TextInput } from '@mantine/core';
import { t } from '../../language/text.ts';
import type { Member } from '../../server/answers.ts';
import type { Answer } from '../../server/ask.ts';
import { removeNumber, removeTags, setNumber, setTags } from '../../server/queues.ts';
import { useGoBack } from '../../shared/dialog/dialog.tsx';
import { FormDialog } from '../../shared/form/form-dialog.tsx';
import { tagsIn } from '../../shared/form/tags-in.ts';
import { useSubmit } from '../../shared/form/use-submit.ts';

interface PersonDialogProps {
  readonly member: Member;
  readonly number: string;
  readonly tags: readonly string[];
  readonly onDone: (name: string) => Promise<void>;
  readonly onCancel: () => void;
}

const unchanged: Answer<unknown> = { ok: true, value: undefined };

/** Dialog for a teammate's phone number and the contact tags assigned to them. */
export function PersonDialog({ member, number, tags, onDone, onCancel }: PersonDialogProps) {
  const { goBack, cancel } = useGoBack(onCancel);
  const { user_uuid: uuid } = member;
  const called = member.name ?? member.email;
  const { isBusy, trouble, faults, onSubmit } = useSubmit<unknown>(
    async (field) => {
      const [givenNumber, givenTags] = [field('phone').trim(), tagsIn(field('tags'))];
      const numbered = await storeNumber(uuid, number, givenNumber);
      return numbered.ok ? storeTags(uuid, tags, givenTags) : numbered;
    },
    () => onDone(called).then(goBack),
    ['phone_number', 'tags'],
  );
  const plain = { autoComplete: 'off', spellCheck: false } as const;
  return (
    <FormDialog
      title={called}
      action={t('Save')}
      trouble={trouble}
      isBusy={isBusy}
      onSubmit={onSubmit}
      onClose={cancel}
    >
      <TextInput
        {...plain}
        label={t('Phone number')}
        description={t('With its country code: +12025550143. Left empty, no call comes to them.')}
        name="phone"
        type="tel"
        defaultValue={number}
        maxLength={40}
        error={faults.phone_number}
        data-autofocus
      />
      <TextInput
        {...plain}
        label={t('Sees contacts with the tags')}
        description={t('With commas between: City:Pune, Plan:Gold. Left empty, they see every contact.')}
        name="tags"
        defaultValue={tags.join(', ')}
        error={faults.tags}
      />
    </FormDialog>
  );
}

async function storeNumber(uuid: string, before: string, now: string): Promise<Answer<unknown>> {
  if (now === before) return unchanged;
  return now === '' ? removeNumber(uuid) : setNumber(uuid, now);
}

async function storeTags(uuid: string, before: readonly string[], now: string[]): Promise<Answer<unknown>> {
  if (now.join() === before.join()) return unchanged;
  return now.length === 0 ? removeTags(uuid) : setTags(uuid, now);
}
