import { Problem } from '../../../http/problem.ts';
import type { DocumentOwner } from '../documents/index.ts';
import type { Refused } from './service.ts';

/** Maps a refusal of the audio agent to its error. */
export function refusal(result: Refused, { userUuid }: DocumentOwner, documentUuid: string): Problem {
  switch (result.why) {
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
        `The document ${documentUuid} has no transcript. Process it first with POST /api/agents/audio_agent/process-audio.`,
      );
    case 'busy':
      return new Problem('unavailable', 'Too many requests wait for documents. Try again shortly.', {
        'retry-after': '30',
      });
    case 'stopping':
      return new Problem(
        'unavailable',
        'The server is shutting down. The transcription resumes after restart; retry then.',
        {
          'retry-after': '10',
        },
      );
    case 'cancelled':
      return new Problem(
        'conflict',
        `The transcription of the document ${documentUuid} was cancelled. Repeat the request to start again.`,
      );
    case 'failed':
      return new Problem('internal', `Transcription failed: ${result.detail}`);
  }
}
