import { Button, Fieldset, Stack, Textarea, TextInput } from '@mantine/core';
import { useRef } from 'react';
import { t } from '../../language/text.ts';
import type { Agent, AgentBody } from '../../server/answers.ts';
import type { Answer } from '../../server/ask.ts';
import { DraftForm } from '../../shared/form/draft-form.tsx';
import { useDraft } from '../../shared/form/use-draft.ts';
import { EngineNote } from '../../shared/page/engine-note.tsx';
import { AgentDocuments } from './agent-documents.tsx';
import { type AgentDraft, bodyOf, draftOf, shownFields } from './agent-draft.ts';
import { AgentModel } from './agent-model.tsx';
import type { AgentPartProps } from './agent-part.ts';
import { AgentTools } from './agent-tools.tsx';
import { AgentCalls, AgentTurns } from './agent-turns.tsx';
import { AgentVoice } from './agent-voice.tsx';

interface AgentFormProps {
  readonly from: AgentDraft;
  readonly action: string;
  readonly isReadOnly?: boolean;
  /** Whether the form can be saved as a draft too. */
  readonly hasDraftButton?: boolean;
  readonly send: (body: AgentBody, isDraft: boolean) => Promise<Answer<Agent>>;
  readonly onDone: (agent: Agent) => Promise<void> | void;
}

/** Form with all settings of an agent. */
export function AgentForm({ from, action, isReadOnly = false, hasDraftButton = false, send, onDone }: AgentFormProps) {
  const isDraft = useRef(false);
  const form = useDraft({
    from,
    prepare: bodyOf,
    shown: shownFields,
    savedAs: draftOf,
    send: (body) => send(body, isDraft.current),
    onDone,
  });
  const onSubmit: typeof form.onSubmit = (event) => {
    const { submitter } = event.nativeEvent as SubmitEvent;
    isDraft.current = submitter?.getAttribute('value') === 'draft';
    form.onSubmit(event);
  };
  const draftButton = (
    <Button type="submit" value="draft" variant="default" disabled={form.isBusy}>
      {t('Save as draft')}
    </Button>
  );
  return (
    <DraftForm
      form={{ ...form, onSubmit }}
      legend={t('The agent')}
      action={action}
      isReadOnly={isReadOnly}
      also={hasDraftButton && draftButton}
    >
      <Words {...form} />
      <AgentModel {...form} />
      <AgentVoice {...form} />
      <AgentTurns {...form} />
      <AgentCalls {...form} />
      <AgentDocuments {...form} />
      <AgentTools {...form} />
    </DraftForm>
  );
}

const Words = ({ draft, set, faults }: AgentPartProps) => (
  <Fieldset legend={t('Basics')} className="surface" mx={0}>
    <Stack gap="sm">
      <TextInput
        label={t('Name')}
        description={t('Name the agent gives to callers.')}
        value={draft.name}
        error={faults.name}
        onChange={({ currentTarget }) => set({ name: currentTarget.value })}
        required
        withAsterisk={false}
        maxLength={120}
        autoComplete="off"
      />
      <Textarea
        label={t('Greeting')}
        description={t('The first words of a call. Left empty, it says its name and asks how it can help.')}
        value={draft.greeting}
        error={faults.greeting}
        onChange={({ currentTarget }) => set({ greeting: currentTarget.value })}
        maxLength={1000}
        rows={2}
      />
      <Textarea
        label={t('Persona')}
        description={t('Who it is, what it knows about the business, how it speaks and what it never does.')}
        value={draft.persona}
        error={faults.persona_prompt}
        onChange={({ currentTarget }) => set({ persona: currentTarget.value })}
        maxLength={20_000}
        rows={6}
      />
      <EngineNote
        does={t('answers from the facts in this text and from the documents, and does not repeat instructions.')}
      />
    </Stack>
  </Fieldset>
);
