import { t } from '../../language/text.ts';
import type { FieldNames } from '../../shared/versions/field-text.ts';

/** Names of the fields of an agent. */
export const agentFields: FieldNames = {
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
  version_note: t('Note on the version'),
};
