import { Fieldset, Stack, Textarea, TextInput } from '@mantine/core';
import { t } from '../../language/text.ts';
import { EngineNote } from '../../shared/page/engine-note.tsx';
import type { AgentPartProps } from './agent-part.ts';

/** The words of an agent: its name, its first sentence, and its prompt. */
export const PromptSection = ({ draft, set, faults }: AgentPartProps) => (
  <Fieldset legend={t('Prompt')} className="surface" mx={0}>
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
        maw={420}
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
        rows={18}
      />
      <EngineNote
        does={t('answers from the facts in this text and from the documents, and does not repeat instructions.')}
      />
    </Stack>
  </Fieldset>
);
