import type { Reading } from '../server/answers.ts';

const words = {
  document: { unread: 'Not read yet', queued: 'Waiting to be read', running: 'Reading', verb: 'Read' },
  audio: {
    unread: 'Not transcribed yet',
    queued: 'Waiting to be transcribed',
    running: 'Transcribing',
    verb: 'Transcribe',
  },
} as const;

const lowerFirst = (text: string): string => text.slice(0, 1).toLowerCase() + text.slice(1);
const upperFirst = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

/** Why it was not read, and what to do about it. */
export const failureText = ({ work }: Pick<Reading, 'work'>): string =>
  upperFirst(work?.detail ?? 'The server could not process it.');

/** How far a document or a recording is read, in a few words. */
export function stateText(reading: Pick<Reading, 'kind' | 'work' | 'processed_at'>): string {
  const { kind, work, processed_at } = reading;
  const { unread, queued, running } = words[kind];
  switch (work?.status) {
    case 'queued':
      return queued;
    case 'running':
      return work.note === null ? running : `${running}: ${lowerFirst(work.note).replace(/\.$/, '')}`;
    case 'failed':
      return processed_at === null
        ? failureText(reading)
        : 'Ready for questions; the last attempt to read it again failed';
    default:
      return processed_at === null ? unread : 'Ready for questions';
  }
}

/** On the button that has it read. */
export function readText({ kind, work, processed_at }: Pick<Reading, 'kind' | 'work' | 'processed_at'>): string {
  if (processed_at !== null) return `${words[kind].verb} again`;
  return work?.status === 'failed' ? 'Try again' : words[kind].verb;
}
