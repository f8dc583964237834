import { Problem } from '../../http/problem.ts';
import { tooLarge } from '../../http/uploads.ts';
import type { Ref } from '../interactions/index.ts';
import type { Added } from './intake.ts';

export const unknownCall = (id: string): Problem => new Problem('not_found', `Call ${id} does not exist.`);

/** The console's integer id. */
export const refOfId = (id: string): Ref => ({ id: Number(id) });

/** The accepted row, or why there is none. */
export function acceptedOf(added: Added, maxFileBytes: number) {
  switch (added.kind) {
    case 'added': {
      const { id, uuid, status } = added.row;
      return { id, uuid, status };
    }
    case 'unknown':
      throw new Problem('bad_request', added.detail);
    case 'empty':
      throw new Problem('bad_request', 'The file is empty.');
    case 'not_audio':
      throw new Problem('bad_request', 'Unsupported file type. Use MP3, WAV, M4A, OGG, FLAC or WebM.');
    case 'too_large':
      throw tooLarge(maxFileBytes);
    case 'no_room':
      throw new Problem('unavailable', 'The disk of the server is nearly full. Uploads are disabled.', {
        'retry-after': '60',
      });
  }
}

export const hasAudio = (): Problem => new Problem('conflict', 'The call has a recording already.');
