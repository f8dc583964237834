import { Problem } from '../../http/problem.ts';
import type { DocumentOwner } from '../documents/index.ts';
import type { Refused } from './service.ts';

/** What the audio agent answers where it does not do what it was asked. */
export function refusal(given: Refused, { userUuid }: DocumentOwner, documentUuid: string): Problem {
  switch (given.why) {
    case 'unknown':
      return new Problem('bad_request', `The document ${documentUuid} does not exist in the knowledge base.`);
    case 'foreign':
      return new Problem(
        'bad_request',
        `Access denied: the document ${documentUuid} does not belong to the user ${userUuid}.`,
      );
    case 'no_file':
      return new Problem('not_found', `The file path of the document ${documentUuid} was not found.`);
    case 'not_audio':
      return new Problem('bad_request', `Transcription failed: the document ${documentUuid} is not audio.`);
    case 'unprocessed':
      return new Problem(
        'not_found',
        `The document ${documentUuid} has no transcript: it must be processed first, with POST /api/agents/audio_agent/process-audio.`,
      );
    case 'busy':
      return new Problem('unavailable', 'Too many wait for documents; try again shortly.', { 'retry-after': '30' });
    case 'stopping':
      return new Problem('unavailable', 'The server stops; the work goes on when it is back: ask again then.', {
        'retry-after': '10',
      });
    case 'cancelled':
      return new Problem(
        'conflict',
        `The transcription of the document ${documentUuid} was called off: ask again to begin anew.`,
      );
    case 'failed':
      return new Problem('internal', `Transcription failed: ${given.detail}`);
  }
}
