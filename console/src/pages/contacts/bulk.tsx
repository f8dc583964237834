import { Button } from '@mantine/core';
import { useState } from 'react';
import { t } from '../../language/text.ts';
import type { Answer } from '../../server/ask.ts';
import { type Contact, changeContact, removeContact, useTags } from '../../server/contacts.ts';
import { Confirm } from '../../shared/dialog/confirm.tsx';
import { useGoBack } from '../../shared/dialog/dialog.tsx';
import { FormDialog } from '../../shared/form/form-dialog.tsx';
import { KnownList } from '../../shared/form/known-list.tsx';
import { tagsIn } from '../../shared/form/tags-in.ts';
import { useSubmit } from '../../shared/form/use-submit.ts';
import { countOf } from './contact-words.ts';

const sentAtOnce = 4;

/**
 * Runs an action for each contact, a few at a time. A failure does not stop the others; the first reason is returned.
 */
async function toEach(contacts: readonly Contact[], send: (contact: Contact) => Promise<Answer<unknown>>) {
  const waiting = [...contacts];
  const refusals: Extract<Answer<unknown>, { ok: false }>[] = [];
  const work = async (): Promise<void> => {
    for (let contact = waiting.shift(); contact !== undefined; contact = waiting.shift()) {
      const answer = await send(contact);
      // A deleted contact needs no action.
      if (!answer.ok && answer.status !== 404) refusals.push(answer);
    }
  };
  await Promise.all(Array.from({ length: sentAtOnce }, work));
  const [first] = refusals;
  if (first === undefined) return { ok: true, value: undefined } as const;
  const done = contacts.length - refusals.length;
  return {
    ...first,
    status: 500,
    detail: t('Done for {done} of {count}. {detail}', { done, count: countOf(contacts.length), detail: first.detail }),
  };
}

interface BulkProps {
  readonly contacts: readonly Contact[];
  readonly onDone: (sentence: string) => Promise<void>;
}

/** Actions on the selected contacts. */
export function BulkActions({ contacts, onDone }: BulkProps) {
  const [asked, ask] = useState<'tag' | 'delete'>();
  const close = (): void => ask(undefined);
  const done = async (sentence: string): Promise<void> => {
    close();
    await onDone(sentence);
  };
  return (
    <>
      <Button variant="default" size="compact-sm" onClick={() => ask('tag')}>
        {t('Add tags')}
      </Button>
      <Button variant="default" size="compact-sm" onClick={() => ask('delete')}>
        {t('Delete')}
      </Button>
      {asked === 'tag' && <TagDialog contacts={contacts} onDone={done} onCancel={close} />}
      {asked === 'delete' && (
        <Confirm
          title={t('Delete {count}?', { count: countOf(contacts.length) })}
          action={t('Delete')}
          send={() => toEach(contacts, ({ uuid }) => removeContact(uuid))}
          onCancel={close}
          onGone={() => done(t('They were deleted already.'))}
          onDone={() => done(t('{count} deleted.', { count: countOf(contacts.length) }))}
        >
          {t(
            'This deletes everything stored about them and cannot be undone. Numbers that opted out stay on the do-not-call list.',
          )}
        </Confirm>
      )}
    </>
  );
}

function TagDialog({ contacts, onDone, onCancel }: BulkProps & { readonly onCancel: () => void }) {
  const { cancel } = useGoBack(onCancel);
  const { isBusy, trouble, onSubmit } = useSubmit(
    (field) => {
      const added = tagsIn(field('tags'));
      return toEach(contacts, ({ uuid, tags }) => changeContact(uuid, { tags: [...new Set([...tags, ...added])] }));
    },
    () => onDone(t('Tags added to {count}.', { count: countOf(contacts.length) })),
  );
  return (
    <FormDialog
      title={t('Add tags to {count}', { count: countOf(contacts.length) })}
      action={t('Add tags')}
      trouble={trouble}
      isBusy={isBusy}
      onSubmit={onSubmit}
      onClose={cancel}
    >
      <KnownList
        known={useTags().data?.tags ?? []}
        separator=","
        defaultValue=""
        label={t('Tags')}
        description={t('Separated by commas: City:Pune, Plan:Gold')}
        name="tags"
        required
        withAsterisk={false}
        autoComplete="off"
        data-autofocus
      />
    </FormDialog>
  );
}
