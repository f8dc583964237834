import { Button, Fieldset, Group, Stack, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import { t } from '../../language/text.ts';
import type { Agent, AgentBody } from '../../server/answers.ts';
import type { Answer } from '../../server/ask.ts';
import { type FormTrouble, noTrouble, troubleOf } from '../../shared/form/field-faults.ts';
import { focusFirstFault } from '../../shared/form/focus-first-fault.ts';
import { UnsavedChanges } from '../../shared/form/unsaved.tsx';
import { EngineNote } from '../../shared/page/engine-note.tsx';
import { TroubleLine } from '../../shared/page/trouble-line.tsx';
import { AgentDocuments } from './agent-documents.tsx';
import { type AgentDraft, bodyOf, shownFields } from './agent-draft.ts';
import type { AgentPartProps } from './agent-part.ts';
import { AgentTools } from './agent-tools.tsx';
import { AgentCalls, AgentTurns } from './agent-turns.tsx';
import { AgentVoice } from './agent-voice.tsx';

interface AgentFormProps {
  readonly from: AgentDraft;
  readonly action: string;
  readonly isReadOnly?: boolean;
  readonly send: (body: AgentBody) => Promise<Answer<Agent>>;
  readonly onDone: (agent: Agent) => Promise<void> | void;
}

/** Form with all settings of an agent. */
export function AgentForm({ from, action, isReadOnly = false, send, onDone }: AgentFormProps) {
  const [draft, setDraft] = useState(from);
  const [saved, setSaved] = useState(from);
  const [isBusy, setBusy] = useState(false);
  const [{ trouble, faults }, setTrouble] = useState<FormTrouble>(noTrouble);
  const change = (of: (draft: AgentDraft) => Partial<AgentDraft>): void =>
    setDraft((before) => ({ ...before, ...of(before) }));
  const set = (changed: Partial<AgentDraft>): void => change(() => changed);
  const part = { draft, set, change, faults };

  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const { currentTarget } = event;
    if (isBusy) return;
    const made = bodyOf(draft);
    if (!made.ok) {
      setTrouble(made);
      return focusFirstFault(currentTarget);
    }
    setBusy(true);
    setTrouble(noTrouble);
    const answer = await send(made.body);
    setBusy(false);
    if (!answer.ok) {
      setTrouble(troubleOf(answer, shownFields(draft)));
      return focusFirstFault(currentTarget);
    }
    // Before the page is left, so that leaving does not ask about unsaved changes.
    flushSync(() => setSaved(draft));
    await onDone(answer.value);
  };

  return (
    <form onSubmit={(event) => void submit(event)}>
      <UnsavedChanges isDirty={!isReadOnly && draft !== saved} />
      <Fieldset
        variant="unstyled"
        mx={0}
        disabled={isReadOnly}
        legend={<span className="unseen">{t('The agent')}</span>}
      >
        <Stack gap="md">
          <Words {...part} />
          <AgentVoice {...part} />
          <AgentTurns {...part} />
          <AgentCalls {...part} />
          <AgentDocuments {...part} />
          <AgentTools {...part} />
        </Stack>
        <div style={{ marginTop: 'var(--mantine-spacing-md)' }}>
          <TroubleLine text={trouble} />
        </div>
        {!isReadOnly && (
          <Group>
            <Button type="submit" loading={isBusy}>
              {action}
            </Button>
          </Group>
        )}
      </Fieldset>
    </form>
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
