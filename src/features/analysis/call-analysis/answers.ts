import { soundKindsInWords } from '../../../files/index.ts';
import { Problem } from '../../../http/problem.ts';
import { tooLarge } from '../../../http/uploads.ts';
import type { Ref } from '../interactions/index.ts';
import type { Added, Unwanted } from './intake.ts';
import type { Refused } from './recording-file.ts';

export const unknownCall = (id: string): Problem => new Problem('not_found', `Call ${id} does not exist.`);

/** Refers to a call by the console's integer id. */
export const refOfId = (id: string): Ref => ({ id: Number(id) });

/** Returns the accepted row. Throws the reason if the upload was refused. */
export function acceptedOf(added: Added, limits: UploadLimits) {
  if (added.kind === 'unknown') throw new Problem('bad_request', added.detail);
  if (added.kind === 'key_used') throw usedKey();
  if (added.kind === 'key_removed' || added.kind === 'being_erased')
    throw new Problem('conflict', unwantedTexts[added.kind]);
  if (added.kind !== 'added') throw refusedFile(added.kind, limits);
  const { id, uuid, status } = added.row;
  return { id, uuid, status };
}

export const unwantedTexts: Readonly<Record<Unwanted, string>> = {
  key_removed: 'The call of this Idempotency-Key was deleted. Send a new key to add the call again.',
  being_erased:
    'The customer with this number is being erased, and the call would be erased too. Send it again when the erasure is done.',
};

export interface UploadLimits {
  readonly maxFileBytes: number;
  /** Limit for all uploaded recordings of one organisation. */
  readonly quotaBytes: number;
}

/** Maps the reason why a file was refused to its error. */
export function refusedFile(kind: Refused, { maxFileBytes, quotaBytes }: UploadLimits): Problem {
  switch (kind) {
    case 'empty':
      return new Problem('bad_request', 'The file is empty.');
    case 'not_audio':
      return new Problem('bad_request', `Unsupported file type. Use ${soundKindsInWords}.`);
    case 'cut_short':
      return new Problem(
        'bad_request',
        'The file is an MP4 or M4A without its index: it was cut short. Upload it whole.',
      );
    case 'over_quota':
      return new Problem(
        'conflict',
        `Your organisation has reached its quota of ${Math.floor(quotaBytes / 2 ** 20)} MiB for uploaded recordings and clips of voices. Delete some first.`,
      );
    case 'too_large':
      return tooLarge(maxFileBytes);
    case 'no_room':
      return new Problem('unavailable', 'The disk of the server is nearly full. Uploads are disabled.', {
        'retry-after': '60',
      });
  }
}

const usedKey = (): Problem =>
  new Problem(
    'conflict',
    'This Idempotency-Key belongs to an earlier request with another body. Repeat that request unchanged, or send a new key.',
  );

export const hasAudio = (): Problem => new Problem('conflict', 'The call has a recording already.');
