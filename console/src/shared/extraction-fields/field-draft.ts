import { t } from '../../language/text.ts';
import type { ExtractionField } from '../../server/answers.ts';

export const typeNames: Readonly<Record<ExtractionField['field_type'], string>> = {
  text: t('Text'),
  enum: t('Choice'),
  boolean: t('Yes or no'),
  number: t('Number'),
  date: t('Date'),
  time: t('Time'),
  score: t('Score'),
};

/** Built-in fields have their own rules, so they stay active and keep their options. */
export const isBuiltIn = ({ key }: Pick<ExtractionField, 'key'>): boolean =>
  ['outcome', 'disposition', 'next_action'].includes(key);

/** An unsaved field. */
export interface FieldDraft {
  readonly key: string;
  readonly name: string;
  readonly group: string;
  readonly field_type: ExtractionField['field_type'];
  /** One per line. */
  readonly options: string;
  readonly description: string;
  readonly is_active: boolean;
  readonly required: boolean;
  readonly only_if_connected: boolean;
  readonly min_seconds: number;
  /** Weight of a score in the total of its category. */
  readonly weight: number;
  /** What a score measures; empty if it looks for phrases. */
  readonly measure: NonNullable<ExtractionField['measure']> | '';
  readonly scope: ExtractionField['scope'];
}

/** Returns a draft of a field, or of a new one. `category` is the scorecard of a new criterion. */
export const draftOf = (
  field: ExtractionField | undefined,
  { category, scope = 'organisation' }: { readonly category?: string; readonly scope?: ExtractionField['scope'] },
): FieldDraft => ({
  key: field?.key ?? '',
  name: field?.name ?? '',
  group: field?.group ?? category ?? 'general',
  field_type: field?.field_type ?? (category === undefined ? 'text' : 'score'),
  options: field?.options.join('\n') ?? '',
  description: field?.description ?? '',
  is_active: field?.is_active ?? true,
  required: field?.required ?? false,
  only_if_connected: field?.only_if_connected ?? false,
  min_seconds: field?.min_seconds ?? 0,
  weight: field?.weight ?? 1,
  measure: field?.measure ?? '',
  scope: field?.scope ?? scope,
});

/** Converts a name to a programmatic key. */
export const keyOf = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[^a-z]+|_+$/g, '')
    .slice(0, 63);

/** Messages by the name of a field, which is that of the API. */
export type Faults = Readonly<Record<string, string>>;

export const shownFields: readonly (keyof FieldDraft)[] = ['name', 'key', 'options', 'description', 'group'];

export function faultsOf(draft: FieldDraft, keys: readonly string[]): Faults {
  const key = draft.key || keyOf(draft.name);
  return {
    ...(draft.name.trim() === '' ? { name: t('Enter a name.') } : {}),
    ...(draft.name.trim() !== '' && key === ''
      ? { key: t('Enter a key of lower-case letters, digits and underscores.') }
      : {}),
    ...(keys.includes(key) ? { key: t('A field with the key {key} exists.', { key }) } : {}),
    ...(draft.field_type === 'enum' && optionsOf(draft).length === 0
      ? { options: t('Enter at least one choice.') }
      : {}),
  };
}

const optionsOf = ({ options }: Pick<FieldDraft, 'options'>): string[] => [
  ...new Set(options.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trim()]))),
];

const hasOptions = ({ field_type: type }: Pick<FieldDraft, 'field_type'>): boolean =>
  type === 'enum' || type === 'score';

/** Returns the body of a change. The key and the type of a field cannot change. */
export function patchOf(draft: FieldDraft, isOwn: boolean) {
  const { name, group, description, is_active, required, only_if_connected, min_seconds } = draft;
  const own = isOwn ? { is_active, ...(hasOptions(draft) ? { options: optionsOf(draft) } : {}) } : {};
  const weight = draft.field_type === 'score' ? { weight: draft.weight } : {};
  const asked = { required, only_if_connected, min_seconds, ...weight };
  return { name: name.trim(), group: group.trim() || 'general', description, ...asked, ...own };
}

export const newFieldOf = (draft: FieldDraft) => ({
  ...patchOf(draft, true),
  key: draft.key || keyOf(draft.name),
  field_type: draft.field_type,
  scope: draft.scope,
  ...(draft.measure === '' ? {} : { measure: draft.measure }),
});
