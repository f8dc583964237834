import type { ConversationTrouble } from '../index.ts';
import { t } from './language.ts';

/** Texts that visitors read about what does not work, in plain words. */
export const troubleTexts = {
  insecure_page: () =>
    t('This page cannot use the microphone, because it is not opened over https. You can write instead.'),
  browser_too_old: () => t('This browser cannot make calls. You can write instead.'),
  microphone_refused: () =>
    t('The microphone is blocked for this page. You can write instead, or allow it in the settings of your browser.'),
  microphone_missing: () => t('No microphone was found. You can write instead.'),
  microphone_busy: () => t('Another program uses the microphone. You can write instead.'),
  microphone_lost: () => t('The microphone was disconnected. You can write instead.'),
  audio_failed: () => t('The sound of this page could not start. You can write instead.'),
  server_unreachable: () => t('There is no connection. Check that you are online, and try again.'),
  server_busy: () => t('All lines are busy. Please try again in a moment.'),
  server_refused: () => t('This page may not use the assistant.'),
  not_allowed_here: () => t('This page may not use the assistant.'),
  agent_missing: () => t('The assistant is not available at present.'),
  agent_unknown: () => t('The assistant is not available at present.'),
  stream_refused: () => t('The call could not begin. Please try again.'),
  stream_lost: () => t('The connection was lost. Please try again.'),
  too_many: () => t('You have reached the limit of conversations. Please try again later.'),
  chat_over: () => t('This conversation is over. Write again to begin a new one.'),
  agent_failed: () => t('The assistant did not answer. Please try again.'),
} as const satisfies Record<ConversationTrouble, () => string>;
