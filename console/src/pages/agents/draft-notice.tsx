import { Alert, Button, Group } from '@mantine/core';
import { t } from '../../language/text.ts';
import { discardDraft, publishDraft } from '../../server/agent-versions.ts';
import type { Agent } from '../../server/answers.ts';
import { useSending } from '../../shared/form/use-sending.ts';
import { TroubleLine } from '../../shared/page/trouble-line.tsx';

interface DraftNoticeProps {
  readonly uuid: string;
  readonly draft: number;
  readonly isReadOnly: boolean;
  readonly onPublished: (agent: Agent) => Promise<void> | void;
  readonly onDiscarded: () => Promise<void> | void;
}

/** Says that the form shows a draft, which can be published or discarded. */
export function DraftNotice({ uuid, draft, isReadOnly, onPublished, onDiscarded }: DraftNoticeProps) {
  const sending = useSending<'publish' | 'discard'>();
  const publish = async (): Promise<void> => {
    const answer = await sending.send(() => publishDraft(uuid, draft), { action: 'publish' });
    if (answer?.ok) await onPublished(answer.value);
  };
  const discard = async (): Promise<void> => {
    const answer = await sending.send(() => discardDraft(uuid, draft), { action: 'discard' });
    if (answer?.ok) await onDiscarded();
  };
  return (
    <Alert mb="md" title={t('This is a draft')}>
      {t('Calls do not use it until you publish it. The tests beside the form do.')}
      <TroubleLine text={sending.trouble} />
      {!isReadOnly && (
        <Group mt="sm" gap="sm">
          <Button size="xs" loading={sending.busy === 'publish'} onClick={() => void publish()}>
            {t('Publish')}
          </Button>
          <Button size="xs" variant="default" loading={sending.busy === 'discard'} onClick={() => void discard()}>
            {t('Discard draft')}
          </Button>
        </Group>
      )}
    </Alert>
  );
}
