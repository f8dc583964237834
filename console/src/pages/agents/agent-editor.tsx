import { Fieldset, Loader, Stack } from '@mantine/core';
import { type ReactNode, Suspense, useEffect, useRef } from 'react';
import { t } from '../../language/text.ts';
import type { Agent, AgentBody } from '../../server/answers.ts';
import type { Answer } from '../../server/ask.ts';
import { focusFirstFault } from '../../shared/form/focus-first-fault.ts';
import { RestoredNote } from '../../shared/form/restored-note.tsx';
import { UnsavedChanges } from '../../shared/form/unsaved.tsx';
import { type DraftForm, useDraft } from '../../shared/form/use-draft.ts';
import { lazyPage } from '../../shared/navigation/lazy-page.tsx';
import { navigate } from '../../shared/navigation/router.tsx';
import { AgentDocuments } from './agent-documents.tsx';
import { type AgentDraft, bodyOf, draftOf, shownFields } from './agent-draft.ts';
import { AgentModel } from './agent-model.tsx';
import styles from './agent-page.module.css';
import type { AgentPartProps } from './agent-part.ts';
import { AgentCalls, AgentTurns } from './agent-turns.tsx';
import { AgentVoice } from './agent-voice.tsx';
import { PromptSection } from './prompt-section.tsx';
import { SectionNav } from './section-nav.tsx';
import { addressOf, faultySections, type SectionKey } from './sections.ts';

const AgentTools = lazyPage(() => import('./agent-tools.tsx').then(({ AgentTools }) => AgentTools));

/** The form of an agent, as its bar and its tests use it. */
export type AgentForm = DraftForm<AgentDraft, Agent>;

interface AgentEditorProps {
  /** Address of the page without a section. */
  readonly base: string;
  readonly section: SectionKey;
  readonly from: AgentDraft;
  readonly isReadOnly?: boolean;
  /** `action` is the value of the button that was pressed. */
  readonly send: (body: AgentBody, action: string) => Promise<Answer<Agent>>;
  readonly onDone: (agent: Agent) => Promise<void> | void;
  /** The bar below the fields, which has the buttons. */
  readonly bar: (form: AgentForm) => ReactNode;
  /** Sections that are not part of the form. */
  readonly others?: Partial<Record<SectionKey, ReactNode>>;
  /** The tests beside the form. */
  readonly beside?: (form: AgentForm) => ReactNode;
}

/** The sections of an agent. All of them belong to one form, which is saved as a whole. */
export function AgentEditor(props: AgentEditorProps) {
  const { base, section, from, isReadOnly = false, send, onDone, bar, others = {}, beside } = props;
  const action = useRef('');
  const element = useRef<HTMLFormElement>(null);
  const form = useDraft({
    from,
    prepare: bodyOf,
    shown: shownFields,
    savedAs: draftOf,
    send: (body) => send(body, action.current),
    onDone,
    keepAs: base,
  });
  const faulty = faultySections(form.faults);
  useShownFault({ base, section, faulty, element });
  const onSubmit: typeof form.onSubmit = (event) => {
    const { submitter } = event.nativeEvent as SubmitEvent;
    action.current = submitter?.getAttribute('value') ?? '';
    form.onSubmit(event);
  };
  return (
    <div className={styles.editor} data-new={beside === undefined || undefined}>
      <SectionNav base={base} section={section} faulty={faulty} isNew={beside === undefined} />
      <div className={styles.form}>
        <Suspense fallback={<Loader size="sm" aria-label={t('Loading')} />}>{others[section]}</Suspense>
        <form ref={element} onSubmit={onSubmit}>
          <UnsavedChanges
            isDirty={!isReadOnly && form.isDirty}
            isWithin={(path) => path === base || path.startsWith(`${base}/`)}
          />
          <Fieldset
            variant="unstyled"
            mx={0}
            disabled={isReadOnly}
            legend={<span className="unseen">{t('The agent')}</span>}
          >
            <Stack gap="md">
              <RestoredNote form={form} />
              <Suspense fallback={<Loader size="sm" aria-label={t('Loading')} />}>
                <Fields section={section} {...form} />
              </Suspense>
            </Stack>
          </Fieldset>
          {!isReadOnly && (
            <div className={`surface ${styles.bar}`} data-idle={!form.isDirty || undefined}>
              {bar(form)}
            </div>
          )}
        </form>
      </div>
      {beside?.({
        ...form,
        save: () => {
          action.current = '';
          return form.save();
        },
      })}
    </div>
  );
}

const Fields = ({ section, ...part }: AgentPartProps & { readonly section: SectionKey }) => {
  switch (section) {
    case 'prompt':
      return <PromptSection {...part} />;
    case 'voice':
      return <AgentVoice {...part} />;
    case 'model':
      return <AgentModel {...part} />;
    case 'knowledge':
      return <AgentDocuments {...part} />;
    case 'tools':
      return <AgentTools {...part} />;
    case 'behaviour':
      return (
        <>
          <AgentTurns {...part} />
          <AgentCalls {...part} />
        </>
      );
    default:
      return null;
  }
};

interface ShownFault {
  readonly base: string;
  readonly section: SectionKey;
  readonly faulty: readonly SectionKey[];
  readonly element: { readonly current: HTMLFormElement | null };
}

/** Opens the first section with a refused field, unless the section that is shown has one. */
function useShownFault({ base, section, faulty, element }: ShownFault): void {
  const first = faulty[0];
  const isElsewhere = first !== undefined && !faulty.includes(section);
  const list = faulty.join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: only new faults open a section, not the person who leaves it
  useEffect(() => {
    if (!isElsewhere) return;
    navigate(addressOf(base, first));
    focusFirstFault(element.current);
  }, [list]);
}
