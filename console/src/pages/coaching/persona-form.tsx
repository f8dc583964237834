import {
  Checkbox,
  Fieldset,
  NativeSelect,
  SegmentedControl,
  SimpleGrid,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import { useState } from 'react';
import { rich, t } from '../../language/text.ts';
import { useVoices } from '../../server/agents.ts';
import type { Answer } from '../../server/ask.ts';
import { type Persona, type PersonaBody, useAllCoachDocuments } from '../../server/coaching.ts';
import { DraftForm } from '../../shared/form/draft-form.tsx';
import { addressKey } from '../../shared/form/kept-draft.ts';
import { useDraft } from '../../shared/form/use-draft.ts';
import { Link } from '../../shared/navigation/router.tsx';
import { TroubleLine } from '../../shared/page/trouble-line.tsx';
import { SampleButton } from '../../shared/voices/sample-button.tsx';
import { FactRows } from './fact-rows.tsx';
import { ObjectionRows } from './objection-rows.tsx';
import { bodyOf, draftOf, type PersonaDraft } from './persona-draft.ts';

interface PersonaFormProps {
  readonly from: PersonaDraft;
  readonly action: string;
  readonly isReadOnly?: boolean;
  readonly send: (body: PersonaBody) => Promise<Answer<Persona>>;
  readonly onDone: (persona: Persona) => Promise<void> | void;
}

const shown = [
  ...['name', 'language_code', 'profile', 'hidden_state', 'objections', 'document_uuids', 'voice'],
  ...['speech_habits.pace', 'speech_habits.fillers', 'speech_habits.verbosity', 'speech_habits.interrupts'],
];
interface PartProps {
  readonly draft: PersonaDraft;
  readonly set: (change: Partial<PersonaDraft>) => void;
  readonly faults: Readonly<Record<string, string>>;
}

/** Form with all settings of a simulated customer. */
export function PersonaForm({ from, action, isReadOnly = false, send, onDone }: PersonaFormProps) {
  const [keepAs] = useState(addressKey);
  const form = useDraft({ from, prepare: bodyOf, shown: () => shown, send, savedAs: draftOf, onDone, keepAs });
  const { draft, set, faults } = form;
  return (
    <DraftForm form={form} legend={t('The persona')} action={action} isReadOnly={isReadOnly} maxWidth={860}>
      <Basics {...form} />
      <Profile {...form} />
      <Hidden {...form} />
      <Fieldset legend={t('Objections')} className="surface" mx={0}>
        <ObjectionRows
          objections={draft.objections}
          onChange={(objections) => set({ objections })}
          error={faults.objections}
        />
      </Fieldset>
      <Habits {...form} />
      <Documents {...form} />
    </DraftForm>
  );
}

function Basics({ draft, set, faults }: PartProps) {
  const voices = useVoices().data?.speakers ?? [];
  const known = voices.map(({ name, gender, age }) => ({ value: name, label: `${name} (${gender}, ${age})` }));
  const isKnown = draft.speaker === '' || known.some(({ value }) => value === draft.speaker);
  return (
    <Fieldset legend={t('Basics')} className="surface" mx={0}>
      <Stack gap="sm">
        <TextInput
          label={t('Name')}
          description={t('What the customer is called.')}
          value={draft.name}
          error={faults.name}
          onChange={({ currentTarget }) => set({ name: currentTarget.value })}
          required
          withAsterisk={false}
          maxLength={120}
          autoComplete="off"
        />
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
          <TextInput
            label={t('Language')}
            description={t('A code such as en-US.')}
            value={draft.language}
            error={faults.language_code}
            onChange={({ currentTarget }) => set({ language: currentTarget.value })}
            autoComplete="off"
            spellCheck={false}
          />
          <NativeSelect
            label={t('Voice')}
            description={t('For runs by voice.')}
            value={draft.speaker}
            error={faults.voice}
            onChange={({ currentTarget }) => set({ speaker: currentTarget.value })}
            data={[
              { value: '', label: t('The default voice') },
              ...known,
              ...(isKnown ? [] : [{ value: draft.speaker, label: draft.speaker }]),
            ]}
          />
        </SimpleGrid>
        {draft.speaker !== '' && (
          <div>
            <SampleButton key={draft.speaker} speaker={draft.speaker} language={draft.language} />
          </div>
        )}
      </Stack>
    </Fieldset>
  );
}

const Profile = ({ draft, set, faults }: PartProps) => (
  <Fieldset legend={t('Profile')} className="surface" mx={0}>
    <Text size="sm" className="quiet" mb="sm">
      {t('What the customer says when asked.')}
    </Text>
    <SegmentedControl
      mb="sm"
      aria-label={t('Form of the profile')}
      value={draft.profileKind}
      onChange={(kind) => set({ profileKind: kind as PersonaDraft['profileKind'] })}
      data={[
        { value: 'facts', label: t('Facts') },
        { value: 'text', label: t('Text') },
      ]}
    />
    {draft.profileKind === 'text' ? (
      <Textarea
        aria-label={t('Profile')}
        value={draft.profileText}
        error={faults.profile}
        onChange={({ currentTarget }) => set({ profileText: currentTarget.value })}
        rows={4}
        maxLength={10_000}
      />
    ) : (
      <>
        <FactRows what={t('fact')} facts={draft.profile} onChange={(profile) => set({ profile })} faults={faults} />
        {faults.profile !== undefined && <TroubleLine text={faults.profile} />}
      </>
    )}
  </Fieldset>
);

const Hidden = ({ draft, set, faults }: PartProps) => (
  <Fieldset legend={t('Hidden facts')} className="surface" mx={0}>
    <Text size="sm" className="quiet" mb="sm">
      {t('Withheld until the agent asks for them by name or by one of the phrases.')}
    </Text>
    {draft.hiddenText === '' ? (
      <FactRows
        what={t('hidden fact')}
        facts={draft.hidden}
        onChange={(hidden) => set({ hidden })}
        faults={faults}
        isHidden
      />
    ) : (
      <Textarea
        aria-label={t('Hidden facts')}
        description={t('One sentence a fact.')}
        value={draft.hiddenText}
        onChange={({ currentTarget }) => set({ hiddenText: currentTarget.value })}
        rows={3}
        maxLength={10_000}
      />
    )}
    {faults.hidden_state !== undefined && <TroubleLine text={faults.hidden_state} />}
  </Fieldset>
);

const withOwn = (names: Readonly<Record<string, string>>, own: string) =>
  Object.entries(Object.hasOwn(names, own) ? names : { ...names, [own]: own }).map(([value, label]) => ({
    value,
    label,
  }));

const Habits = ({ draft, set, faults }: PartProps) => (
  <Fieldset legend={t('Way of speaking')} className="surface" mx={0}>
    <Stack gap="sm">
      <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="sm">
        <NativeSelect
          label={t('Pace')}
          value={draft.pace}
          error={faults['speech_habits.pace']}
          onChange={({ currentTarget }) => set({ pace: currentTarget.value })}
          data={withOwn({ slow: t('Slow'), normal: t('Normal'), fast: t('Fast') }, draft.pace)}
        />
        <NativeSelect
          label={t('Says')}
          value={draft.verbosity}
          error={faults['speech_habits.verbosity']}
          onChange={({ currentTarget }) => set({ verbosity: currentTarget.value })}
          data={withOwn({ terse: t('Little'), normal: t('As most do'), talkative: t('Much') }, draft.verbosity)}
        />
        <NativeSelect
          label={t('Interrupts')}
          value={draft.interrupts}
          error={faults['speech_habits.interrupts']}
          onChange={({ currentTarget }) => set({ interrupts: currentTarget.value as PersonaDraft['interrupts'] })}
          data={withOwn({ none: t('Never'), some: t('Sometimes'), often: t('Often') }, draft.interrupts)}
        />
      </SimpleGrid>
      <TextInput
        label={t('Fillers (optional)')}
        description={t('With commas between: um, well, you know.')}
        value={draft.fillers}
        error={faults['speech_habits.fillers']}
        onChange={({ currentTarget }) => set({ fillers: currentTarget.value })}
        autoComplete="off"
      />
    </Stack>
  </Fieldset>
);

function Documents({ draft, set, faults }: PartProps) {
  const documents = useAllCoachDocuments().data?.results ?? [];
  return (
    <Fieldset legend={t('Documents')} className="surface" mx={0}>
      {documents.length === 0 ? (
        <Text>
          {rich('No coach documents yet. {link} to ground answers to objections.', {
            link: <Link href="/coach-documents">{t('Add one')}</Link>,
          })}
        </Text>
      ) : (
        <Checkbox.Group
          label={t('What answers to objections must fit')}
          value={[...draft.documents]}
          error={faults.document_uuids}
          onChange={(chosen) => set({ documents: chosen })}
        >
          <Stack gap="xs" mt="xs">
            {documents.map(({ uuid, title, status }) => (
              <Checkbox key={uuid} value={uuid} label={status === 'ready' ? title : `${title} (${status})`} />
            ))}
          </Stack>
        </Checkbox.Group>
      )}
    </Fieldset>
  );
}
