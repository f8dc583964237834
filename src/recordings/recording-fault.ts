import { defineFaults } from '../../media/line/define-faults.ts';

/** Failure to write a recording. */
export const RecordingFault = defineFaults('RecordingFault', {
  file_foreign: { message: 'the recording is not a WAV file written by this server' },
  file_full: { message: 'the recording has reached the maximum length of a WAV file' },
});
