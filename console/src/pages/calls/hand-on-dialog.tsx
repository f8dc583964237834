import { Button, Group, NativeSelect, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { rich, t } from '../../language/text.ts';
import { handOn } from '../../server/live-calls.ts';
import { type QueueState, useQueueStates, useQueues } from '../../server/queues.ts';
import { Dialog, useGoBack } from '../../shared/dialog/dialog.tsx';
import { FormDialog } from '../../shared/form/form-dialog.tsx';
import { useSubmit } from '../../shared/form/use-submit.ts';
import { Link } from '../../shared/navigation/router.tsx';
import type { LiveDialogProps } from './end-dialog.tsx';

const maxBriefCharacters = 280;

/** Dialog that transfers a call to a queue. Mounted only while open. */
export function HandOnDialog({ call, who, onDone, onCancel }: LiveDialogProps) {
  const { cancel } = useGoBack(onCancel);
  const query = useQueues();
  const queues = query.data?.queues;
  const [chosen, setChosen] = useState<string>();
  const [brief, setBrief] = useState('');
  const target = chosen ?? queues?.[0]?.name;
  const state = useQueueStates(target === undefined ? [] : [target]).get(target ?? '');
  const title = t('Transfer the call with {who}', { who });
  const { isBusy, trouble, onSubmit } = useSubmit(
    () => handOn(call.uuid, { target: target ?? '', agent_brief: brief }),
    () => onDone(t('Somebody of “{target}” is being called for {who}.', { target, who })),
  );
  if (queues?.length === 0) {
    return (
      <Dialog title={title} onClose={cancel}>
        <Text>
          {rich('There are no queues yet. {link} of teammates who take calls.', {
            link: <Link href="/queues">{t('Create queue')}</Link>,
          })}
        </Text>
        <Group mt="lg" justify="flex-end">
          <Button onClick={cancel} data-autofocus>
            {t('Close')}
          </Button>
        </Group>
      </Dialog>
    );
  }
  return (
    <FormDialog
      title={title}
      action={t('Transfer')}
      trouble={trouble ?? query.error?.message}
      isBusy={isBusy || query.isPending}
      onSubmit={(event) => (target === undefined ? event.preventDefault() : onSubmit(event))}
      onClose={cancel}
    >
      <NativeSelect
        label={t('Queue')}
        data={(queues ?? []).map(({ name }) => name)}
        value={target ?? ''}
        onChange={({ currentTarget }) => setChosen(currentTarget.value)}
        data-autofocus
      />
      <Text size="sm" role="status">
        {stateText(state)}
      </Text>
      <Textarea
        label={t('Briefing')}
        description={t('They hear it before they accept the call. {maxBriefCharacters} characters left.', {
          maxBriefCharacters: maxBriefCharacters - brief.length,
        })}
        value={brief}
        onChange={({ currentTarget }) => setBrief(currentTarget.value)}
        maxLength={maxBriefCharacters}
        rows={3}
      />
    </FormDialog>
  );
}

/** Returns a sentence on whether a teammate in the queue is available. */
function stateText(state: QueueState | undefined): string {
  if (state === undefined) return t('Checking availability.');
  const ringing = state.queue_depth === 0 ? '' : t(' {queueDepth} ringing now.', { queueDepth: state.queue_depth });
  return `${state.available ? t('Somebody is free.') : t('No member is available.')}${ringing}`;
}
