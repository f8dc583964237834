import { Button, Group, Text } from '@mantine/core';
import { t } from '../../language/text.ts';
import { discardDraft } from '../../server/agent-versions.ts';
import type { Agent } from '../../server/answers.ts';
import { useSending } from '../../shared/form/use-sending.ts';
import { Announcement, type Announcer } from '../../shared/page/announcement.tsx';
import { TroubleLine } from '../../shared/page/trouble-line.tsx';
import type { AgentForm } from './agent-editor.tsx';

/** Values of the buttons of the bar. */
export const actions = { save: 'save', publish: 'publish' } as const;

interface SaveBarProps {
  readonly form: AgentForm;
  readonly agent: Agent;
  readonly announcer: Announcer;
  readonly onDiscarded: () => Promise<void> | void;
}

/** Shows what is not saved or published, with the buttons for it. */
export function SaveBar({ form, agent, announcer, onDiscarded }: SaveBarProps) {
  const { uuid, draft_version: draft } = agent;
  const discarding = useSending();
  const hasDraft = draft !== null;
  const discard = async (): Promise<void> => {
    if (draft === null) return;
    const answer = await discarding.send(() => discardDraft(uuid, draft));
    if (answer?.ok) await onDiscarded();
  };
  return (
    <>
      <TroubleLine text={form.trouble ?? discarding.trouble} />
      <Group justify="space-between" gap="sm">
        <div>
          <Announcement {...announcer} />
          <Text size="sm" className="quiet">
            {stateText(form.isDirty, agent)}
          </Text>
        </div>
        <Group gap="sm">
          {hasDraft && (
            <Button variant="subtle" loading={discarding.isBusy} onClick={() => void discard()}>
              {t('Discard draft')}
            </Button>
          )}
          <Button type="submit" value={actions.save} variant="default" disabled={!form.isDirty || form.isBusy}>
            {t('Save')}
          </Button>
          <Button
            type="submit"
            value={actions.publish}
            loading={form.isBusy}
            disabled={!(form.isDirty || hasDraft) && !form.isBusy}
          >
            {t('Publish')}
          </Button>
        </Group>
      </Group>
    </>
  );
}

function stateText(isDirty: boolean, { version, draft_version: draft }: Agent): string {
  if (isDirty) return t('Unsaved changes. Save keeps them as a draft; calls use them once you publish.');
  if (draft !== null) return t('This is a draft. Calls do not use it until you publish it.');
  return t('Calls use version {number}.', { number: `${version}` });
}

/** The bar of an agent that is not saved yet. */
export const CreateBar = ({ form }: { readonly form: AgentForm }) => (
  <>
    <TroubleLine text={form.trouble} />
    <Group justify="flex-end">
      <Button type="submit" loading={form.isBusy}>
        {t('Create agent')}
      </Button>
    </Group>
  </>
);
