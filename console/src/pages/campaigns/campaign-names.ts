import { t } from '../../language/text.ts';
import type { FieldNames } from '../../shared/versions/field-text.ts';

/** Names of the fields of a campaign. */
export const campaignFieldNames: FieldNames = {
  kind: t('What it does'),
  name: t('Name'),
  provider: t('Provider'),
  voice_agent_id: t('Agent'),
  phone_number: t('Phone number'),
  extension: t('Extension'),
  branches: t('Tags of those to call'),
  start_date: t('Calls from'),
  end_date: t('Calls until'),
  time_window: t('Hours'),
  'config.goals': t('Steps'),
  'config.opening_goal': t('First step'),
  'config.greeting': t('Greeting'),
  'config.persona_prompt': t('Instructions for the agent'),
  'config.recording_disclosure': t('Recording disclosure'),
  'config.recording_disclosure_required': t('Say the disclosure first, in full, without interruption'),
  'config.guardrails': t('Guardrails'),
  'config.transfer_targets': t('Queues for transfers'),
  'config.menu_choices': t('Choices in telephone menus'),
  'config.dialer': t('Dialing'),
  config: t('Conversation'),
};
