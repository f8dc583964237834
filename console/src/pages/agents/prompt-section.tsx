import { Fieldset, Stack, Textarea, TextInput } from '@mantine/core';
import { type ComponentProps, type ReactNode, Suspense, useRef } from 'react';
import { t } from '../../language/text.ts';
import { lazyPage } from '../../shared/navigation/lazy-page.tsx';
import { EngineNote } from '../../shared/page/engine-note.tsx';
import styles from './agent-page.module.css';
import type { AgentPartProps } from './agent-part.ts';
import { useDraftWording } from './use-wording.ts';

const PlaceholderMenu = lazyPage(() => import('./placeholder-menu.tsx').then((part) => part.PlaceholderMenu));
const WordingPreview = lazyPage(() => import('./wording-preview.tsx').then((part) => part.WordingPreview));

/** The words of an agent: its name, its first sentence, its prompt, and how they read in a call. */
export function PromptSection({ draft, set, faults }: AgentPartProps) {
  const greeting = useRef<HTMLTextAreaElement>(null);
  const persona = useRef<HTMLTextAreaElement>(null);
  const wording = useDraftWording(draft);
  const { custom } = wording;
  return (
    <>
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
          <WithPlaceholders
            label={t('Insert a placeholder into the greeting')}
            field={greeting}
            custom={custom}
            onChange={(text) => set({ greeting: text })}
          >
            <Textarea
              ref={greeting}
              label={t('Greeting')}
              description={t('The first words of a call. Left empty, it says its name and asks how it can help.')}
              value={draft.greeting}
              error={faults.greeting}
              onChange={({ currentTarget }) => set({ greeting: currentTarget.value })}
              maxLength={1000}
              rows={2}
            />
          </WithPlaceholders>
          <WithPlaceholders
            label={t('Insert a placeholder into the persona')}
            field={persona}
            custom={custom}
            onChange={(text) => set({ persona: text })}
          >
            <Textarea
              ref={persona}
              label={t('Persona')}
              description={t('Who it is, what it knows about the business, how it speaks and what it never does.')}
              value={draft.persona}
              error={faults.persona_prompt}
              onChange={({ currentTarget }) => set({ persona: currentTarget.value })}
              maxLength={20_000}
              rows={18}
            />
          </WithPlaceholders>
          <EngineNote
            does={t('answers from the facts in this text and from the documents, and does not repeat instructions.')}
          />
        </Stack>
      </Fieldset>
      <Suspense fallback={null}>
        <WordingPreview wording={wording} persona={draft.persona} />
      </Suspense>
    </>
  );
}

interface WithPlaceholdersProps extends ComponentProps<typeof PlaceholderMenu> {
  readonly children: ReactNode;
}

/** A text field with its menu at the right of the label. */
const WithPlaceholders = ({ children, ...menu }: WithPlaceholdersProps) => (
  <div className={styles.withMenu}>
    {children}
    <div className={styles.menu}>
      <Suspense fallback={null}>
        <PlaceholderMenu {...menu} />
      </Suspense>
    </div>
  </div>
);
