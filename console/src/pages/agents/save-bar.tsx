import { Button, Group, Text } from '@mantine/core';
import { Suspense } from 'react';
import { t } from '../../language/text.ts';
import { discardDraft } from '../../server/agents.ts';
import type { Agent } from '../../server/answers.ts';
import { useSending } from '../../shared/form/use-sending.ts';
import { lazyPage } from '../../shared/navigation/lazy-page.tsx';
import { Announcement, type Announcer } from '../../shared/page/announcement.tsx';
import { TroubleLine } from '../../shared/page/trouble-line.tsx';
import type { AgentForm } from './agent-editor.tsx';

const NoteInput = lazyPage(() => import('../../shared/versions/note-input.tsx').then(({ NoteInput }) => NoteInput));
const DraftState = lazyPage(() => import('./draft-state.tsx').then(({ DraftState }) => DraftState));

/** Values of the buttons of the bar. */
export const actions = { save: 'save', publish: 'publish' } as const;

interface SaveBarProps {
  readonly form: AgentForm;
  readonly agent: Agent;
  /** A remark on the next version. */
  readonly note: string;
  readonly onNote: (note: string) => void;
  readonly announcer: Announcer;
  readonly onDiscarded: () => Promise<void> | void;
}

/** Shows what is not saved or published, with the buttons for it. */
export function SaveBar({ form, agent, note, onNote, announcer, onDiscarded }: SaveBarProps) {
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
            {form.isDirty || !hasDraft ? (
              stateText(form.isDirty, agent)
            ) : (
              <Suspense fallback={null}>
                <DraftState agent={agent} />
              </Suspense>
            )}
          </Text>
        </div>
        <Group gap="sm">
          {(form.isDirty || hasDraft) && (
            <Suspense fallback={null}>
              <NoteInput note={note} onNote={onNote} />
            </Suspense>
          )}
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

const stateText = (isDirty: boolean, { version }: Agent): string =>
  isDirty
    ? t('Unsaved changes. Save keeps them as a draft; calls use them once you publish.')
    : t('Calls use version {number}.', { number: `${version}` });

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
