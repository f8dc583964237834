const table = {
  recording_not_ready: 'The provider does not have the recording yet.',
  recording_provider: 'The request to the provider for the recording failed.',
  recording_download: 'The recording could not be downloaded.',
  recording_open: 'The call is still being recorded.',
  recording_no_room: 'There is not enough disk space for the recording.',
  recording_unread: 'The recording could not be read.',
  recording_untranscribed: 'The recording could not be transcribed.',
} as const;

/**
 * Whether an alarm of this code says that no words are to come, for a while at least. Of what cannot be transcribed the
 * rest is kept behind the alarm; what our own recorder tells is about another recording.
 */
export const isGivenUp = (code: string): boolean => Object.hasOwn(table, code) && code !== 'recording_untranscribed';

/** Why a recording is not there yet: it is tried again. */
export class RecordingFault extends Error {
  readonly code: keyof typeof table;

  constructor(code: keyof typeof table, detail = '') {
    super(detail === '' ? table[code] : `${table[code]} ${detail}`);
    this.name = 'RecordingFault';
    this.code = code;
  }
}
