import { t } from '../../language/text.ts';

/** Texts for the reasons why a call ended. */
export const endReasonNames: Readonly<Record<string, string>> = {
  caller_hung_up: t('The caller hung up'),
  agent_goodbye: t('The agent said goodbye'),
  caller_goodbye: t('The caller said goodbye'),
  voicemail: t('A voicemail answered'),
  nobody_answered: t('A robot answered, and nobody after it'),
  max_duration: t('Maximum duration reached'),
  fault: t('An error ended the call'),
  shutdown: t('The server was stopped'),
  operator: t('Ended from the console'),
  transferred: t('Transferred'),
  silence: t('The caller went silent'),
  stream_lost: t('The connection was lost'),
  interrupted: t('Cut off: the server stopped'),
  lease_expired: t('The server stopped responding'),
  audio_not_agreed: t('No codec or encryption in common'),
  stream_never_opened: t('The media stream never opened'),
  microphone_lost: t('The microphone was disconnected'),
  dnc_request: t('The caller opted out'),
  wrong_number: t('Wrong number'),
  workflow_close: t('Ended by a teammate'),
};

export const reasonText = (reason: string | null | undefined): string =>
  reason === null || reason === undefined ? t('Unknown') : (endReasonNames[reason] ?? reason.replaceAll('_', ' '));
