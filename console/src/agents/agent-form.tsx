import { Button, Fieldset, Group, Stack, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import { TroubleLine } from '../components/trouble-line.tsx';
import { UnsavedChanges } from '../frame/unsaved.tsx';
import type { Agent, AgentBody } from '../server/answers.ts';
import type { Answer } from '../server/ask.ts';
import { AgentDocuments } from './agent-documents.tsx';
import { type AgentDraft, bodyOf } from './agent-draft.ts';
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

/** All there is to say of an agent. */
export function AgentForm({ from, action, isReadOnly = false, send, onDone }: AgentFormProps) {
  const [draft, setDraft] = useState(from);
  const [saved, setSaved] = useState(from);
  const [isBusy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<string>();
  const set = (change: Partial<AgentDraft>): void => setDraft((before) => ({ ...before, ...change }));

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (isBusy) return;
    const made = bodyOf(draft);
    if (!made.ok) return setTrouble(made.trouble);
    setBusy(true);
    setTrouble(undefined);
    const answer = await send(made.body);
    setBusy(false);
    if (!answer.ok) return setTrouble(answer.detail);
    // Before the page may be left, so that leaving is not questioned.
    flushSync(() => setSaved(draft));
    await onDone(answer.value);
  };

  return (
    <form onSubmit={(event) => void submit(event)}>
      <UnsavedChanges isDirty={!isReadOnly && draft !== saved} />
      <Fieldset variant="unstyled" mx={0} disabled={isReadOnly} legend={<span className="unseen">The agent</span>}>
        <Stack gap="md">
          <Words draft={draft} set={set} />
          <AgentVoice draft={draft} set={set} />
          <AgentTurns draft={draft} set={set} />
          <AgentCalls draft={draft} set={set} />
          <AgentDocuments draft={draft} set={set} />
          <AgentTools draft={draft} set={set} />
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

const Words = ({ draft, set }: AgentPartProps) => (
  <Fieldset legend="Words" className="surface" mx={0}>
    <Stack gap="sm">
      <TextInput
        label="Name"
        description="What it calls itself."
        value={draft.name}
        onChange={({ currentTarget }) => set({ name: currentTarget.value })}
        required
        withAsterisk={false}
        maxLength={120}
        autoComplete="off"
      />
      <Textarea
        label="Greeting"
        description="The first words of a call. Left empty, it says its name and asks how it can help."
        value={draft.greeting}
        onChange={({ currentTarget }) => set({ greeting: currentTarget.value })}
        maxLength={1000}
        rows={2}
      />
      <Textarea
        label="Persona"
        description="Who it is, how it speaks and what it never does, for the language model."
        value={draft.persona}
        onChange={({ currentTarget }) => set({ persona: currentTarget.value })}
        maxLength={20_000}
        rows={6}
      />
    </Stack>
  </Fieldset>
);
