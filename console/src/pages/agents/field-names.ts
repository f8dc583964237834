import { t } from '../../language/text.ts';

/** Names of the fields of a version, as the form calls them. */
const names: Readonly<Record<string, string>> = {
  name: t('Name'),
  persona_prompt: t('Persona'),
  greeting: t('Greeting'),
  voice_config: t('Voice'),
  languages: t('Languages'),
  turn: t('Turn-taking'),
  tools: t('Tools'),
  built_in_tools: t('Built-in tools'),
  knowledge_document_ids: t('Documents'),
  max_call_seconds: t('Longest call in seconds'),
  voicemail: t('Voicemail'),
  model: t('Language model'),
};

/** Returns the name of a field such as `turn.endpointing_ms`, whose parts keep their names of the API. */
export function fieldName(field: string): string {
  const [first = field, ...parts] = field.split('.');
  return [names[first] ?? first, ...parts].join(' · ');
}

/** Returns a value as a person can compare it. */
export function valueText(value: unknown): string {
  if (value === null || value === undefined || value === '') return t('Nothing');
  if (Array.isArray(value) && value.every((each) => typeof each === 'string')) return value.join(', ') || t('Nothing');
  return typeof value === 'object' ? JSON.stringify(value, null, 2) : String(value);
}
