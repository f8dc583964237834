import { NativeSelect, NumberInput, Text, Textarea, TextInput } from '@mantine/core';
import { t } from '../../language/text.ts';
import { type Faults, type FieldDraft, keyOf, typeNames } from './field-draft.ts';
import { hasLimits, measureLabelOf, measureNames } from './score-kinds.ts';

export interface FieldInputsProps {
  readonly draft: FieldDraft;
  readonly faults: Faults;
  readonly set: (change: Partial<FieldDraft>) => void;
}

/** Returns what a score measures; undefined if it looks for phrases. */
const measureOf = ({ field_type: type, key, measure }: FieldDraft): string | undefined =>
  type === 'score' ? measureLabelOf({ key, measure }) : undefined;

/** Returns the props of a text input of the draft. */
export const textOf =
  ({ draft, faults, set }: FieldInputsProps) =>
  (name: 'name' | 'key' | 'group' | 'options' | 'description') => ({
    value: draft[name],
    error: faults[name],
    onChange: ({ currentTarget }: { readonly currentTarget: { readonly value: string } }) =>
      set({ [name]: currentTarget.value }),
  });

/** The choice of a criterion that measures nothing. */
const phrases = '';

const judgings = [
  { value: phrases, label: t('Phrases that the agent should say') },
  ...Object.entries(measureNames).map(([value, label]) => ({ value, label })),
];

/** Inputs for the kind of a new field: type and key, or for a criterion how it is judged. */
export function KindInputs({ isCriterion, ...inputs }: FieldInputsProps & { readonly isCriterion: boolean }) {
  const { draft, set } = inputs;
  if (isCriterion)
    return (
      <NativeSelect
        label={t('Judged by')}
        data={judgings}
        value={draft.measure}
        onChange={({ currentTarget }) => set({ measure: currentTarget.value as FieldDraft['measure'] })}
      />
    );
  return (
    <>
      <NativeSelect
        label={t('Type')}
        data={Object.entries(typeNames).map(([value, label]) => ({ value, label }))}
        value={draft.field_type}
        onChange={({ currentTarget }) => set({ field_type: currentTarget.value as FieldDraft['field_type'] })}
      />
      <TextInput
        label={t('Key')}
        description={t('How programs name it. It cannot change later.')}
        placeholder={keyOf(draft.name)}
        maxLength={63}
        {...textOf(inputs)('key')}
      />
    </>
  );
}

/** Input for where a new field applies. */
export const ScopeInput = ({ draft, set }: FieldInputsProps) => (
  <NativeSelect
    label={t('Applies to')}
    data={[
      { value: 'installation', label: t('Every organisation of this server') },
      { value: 'organisation', label: t('Your organisation') },
    ]}
    value={draft.scope}
    onChange={({ currentTarget }) => set({ scope: currentTarget.value as FieldDraft['scope'] })}
  />
);

const choices = { label: t('Choices'), description: t('One on each line.') };
const limits = {
  label: t('Limits'),
  description: t('Empty for the usual limits, or two lines: the value that scores 100, then the value that scores 0.'),
};
const sayings = {
  label: t('Phrases that the agent should say'),
  description: t(
    'One on each line. “if refund: the money arrives within five days” counts only when the customer says “refund”.',
  ),
};

const ofScore = {
  label: t('Description'),
  description: t(
    'Begin with “If …,” for a criterion that applies to some calls only, for example “If a refund is asked for, the agent explains when the money arrives”. Other calls are not applicable.',
  ),
};
const ofOthers = {
  label: t('What to look for'),
  description: t(
    'Use the words that agents and customers say, for example “how much money the customer wants to spend”.',
  ),
};

/** Inputs for the phrases by which a field is found, and the weight of a score. */
export function WordsInputs({ isOwn, ...inputs }: FieldInputsProps & { readonly isOwn: boolean }) {
  const { draft, set } = inputs;
  const text = textOf(inputs);
  const isScore = draft.field_type === 'score';
  const measure = measureOf(draft);
  const ofScores = measure === undefined ? sayings : limits;
  const hasOptions = !isScore || measure === undefined || hasLimits(draft);
  return (
    <>
      {isOwn && hasOptions && (isScore || draft.field_type === 'enum') && (
        <Textarea {...(isScore ? ofScores : choices)} autosize minRows={3} maxRows={8} {...text('options')} />
      )}
      {isOwn && isScore && measure === undefined && draft.options.trim() === '' && (
        <Text size="sm" className="quiet">
          {t('Without phrases, only a language model can judge this criterion.')}
        </Text>
      )}
      {isScore && (
        <NumberInput
          label={t('Weight')}
          description={t('How much it counts in the total of its scorecard. 0 shows it without counting it.')}
          min={0}
          max={100}
          allowDecimal={false}
          value={draft.weight}
          onChange={(value) => set({ weight: Number(value) || 0 })}
        />
      )}
      <Textarea
        {...(isScore ? ofScore : ofOthers)}
        autosize
        minRows={2}
        maxRows={6}
        maxLength={1000}
        {...text('description')}
      />
    </>
  );
}
