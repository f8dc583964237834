import type { FileStore } from '../../../files/index.ts';
import type { DerivedFiles, StoredRecordings } from '../../../recordings/index.ts';

export interface RemovedFilesOptions {
  readonly files: Pick<FileStore, 'removeUnheld'>;
  readonly derivedFiles: Pick<DerivedFiles, 'remove'>;
  readonly recordings: Pick<StoredRecordings, 'discard'>;
}

export interface FilesOfConversations {
  readonly digests: readonly string[];
  readonly uuids: readonly string[];
}

/** Removes the files of deleted conversations: from the store, the spool, and the copies made of them. */
export type RemoveFiles = (gone: FilesOfConversations) => Promise<void>;

/** Throws if the store is away; call it again then. */
export function createRemoveFiles({ files, derivedFiles, recordings }: RemovedFilesOptions): RemoveFiles {
  return async ({ digests, uuids }) => {
    await recordings.discard(uuids);
    await derivedFiles.remove([...digests, ...uuids]);
    await files.removeUnheld(digests);
  };
}
