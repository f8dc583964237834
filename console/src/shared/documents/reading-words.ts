import { t } from '../../language/text.ts';
import type { Reading } from '../../server/answers.ts';

const words = {
  document: { unread: t('Not read yet'), queued: t('Waiting to be read'), running: t('Reading'), verb: t('Read') },
  audio: {
    unread: t('Not transcribed yet'),
    queued: t('Waiting to be transcribed'),
    running: t('Transcribing'),
    verb: t('Transcribe'),
  },
} as const;

const lowerFirst = (text: string): string => text.slice(0, 1).toLowerCase() + text.slice(1);
const upperFirst = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

/** Returns why processing failed, and what to do about it. */
export const failureText = ({ work }: Pick<Reading, 'work'>): string =>
  upperFirst(work?.detail ?? t('The server could not process it.'));

/** Returns the processing state of a document or a recording in a few words. */
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
        : t('Ready for questions; the last attempt to read it again failed');
    default:
      return processed_at === null ? unread : t('Ready for questions');
  }
}

/** Returns the label of the button that starts processing. */
export function readText({ kind, work, processed_at }: Pick<Reading, 'kind' | 'work' | 'processed_at'>): string {
  if (processed_at !== null) return t('{verb} again', { verb: words[kind].verb });
  return work?.status === 'failed' ? t('Try again') : words[kind].verb;
}
