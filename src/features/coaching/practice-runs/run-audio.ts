import { bind, type Database, forOrganisation, type OrganisationId, type Queries } from '../../../data/index.ts';
import type { FileHolder, FileReferences, FileStore, StoredFile } from '../../../files/index.ts';
import type { RunRef } from './store.ts';

export interface RunAudioOptions {
  readonly database: Database;
  readonly files: Pick<FileStore, 'take' | 'adopt' | 'find' | 'removeUnheld'>;
  readonly references: FileReferences;
}

/** Runs in the transaction that writes the run. */
export type Hold = (queries: Queries) => Promise<void>;

/** Recordings of runs, in the file store. */
export type RunAudio = ReturnType<typeof createRunAudio>;

/** Four hours of 16 kHz stereo. */
const maxBytes = 2 ** 30;
const holderOf = (uuid: string): FileHolder => ({ kind: 'practice_run', uuid });

export function createRunAudio({ database, files, references }: RunAudioOptions) {
  /** A repeated attempt replaces the recording of the previous one. */
  const holding =
    ({ organisation, uuid }: RunRef, digest: string, replaced: string[]): Hold =>
    async (queries) => {
      const tenantQueries = bind(queries, organisation);
      replaced.push(...(await references.release(tenantQueries, holderOf(uuid))).filter((each) => each !== digest));
      await references.hold(tenantQueries, holderOf(uuid), digest);
    };

  return {
    /** `commit` must call `hold` in its transaction. Returns false if the disk is full. */
    async keep(ref: RunRef, wav: Uint8Array, commit: (hold: Hold) => Promise<void>): Promise<boolean> {
      const replaced: string[] = [];
      const source = { bytes: once(wav), maxBytes, expectedBytes: wav.byteLength };
      const stored = await files.take(source, async (file) => {
        await file.keep();
        await commit(holding(ref, file.digest, replaced));
      });
      await files.removeUnheld(replaced);
      return stored.kind === 'taken';
    },
    /** Same as `keep` for a local file, which the caller removes. */
    async adopt(ref: RunRef, path: string, commit: (hold: Hold) => Promise<void>): Promise<void> {
      const replaced: string[] = [];
      await files.adopt(path, ({ digest }) => commit(holding(ref, digest, replaced)));
      await files.removeUnheld(replaced);
    },
    async find(
      organisation: OrganisationId,
      uuid: string,
    ): Promise<(StoredFile & { readonly etag: string }) | undefined> {
      const { read } = forOrganisation(database, organisation);
      const digest = (await references.digestsOf(read, 'practice_run', [uuid])).get(uuid);
      const file = digest === undefined ? undefined : await files.find(digest);
      return file && { ...file, etag: `"${file.digest}"` };
    },
    /** Runs in the transaction that deletes the run. Call `removeUnheld` afterwards. */
    release: (queries: Parameters<FileReferences['release']>[0], uuid: string): Promise<string[]> =>
      references.release(queries, holderOf(uuid)),
    removeUnheld: files.removeUnheld,
  };
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
