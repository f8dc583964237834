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
 * Returns whether an alarm of this code means that no words will arrive, at least for a while. Excludes
 * `recording_untranscribed`, after which other parts may still be stored, and the codes of our own recorder, which
 * concern another recording.
 */
export const isGivenUp = (code: string): boolean => Object.hasOwn(table, code) && code !== 'recording_untranscribed';

/** A recording that is not available yet. The job is retried. */
export class RecordingFault extends Error {
  readonly code: keyof typeof table;

  constructor(code: keyof typeof table, detail = '') {
    super(detail === '' ? table[code] : `${table[code]} ${detail}`);
    this.name = 'RecordingFault';
    this.code = code;
  }
}
