import type { FileStore, UploadQuota } from '../../../files/index.ts';
import { oneLine } from '../../../http/fields.ts';
import { type Refused, refusalOf } from './recording-file.ts';
import type { About } from './upload-schema.ts';
import type { Viewer } from './viewer.ts';

export interface Upload {
  readonly name: string;
  readonly bytes: AsyncIterable<Uint8Array>;
  readonly expectedBytes: number | undefined;
  /** Called once the bytes have been read. */
  readonly about: () => Promise<About>;
}

export interface Recording {
  readonly digest: string;
  readonly name: string;
  readonly sizeBytes: number;
}

export interface FileIntakeOptions {
  readonly files: FileStore;
  readonly uploadQuota: UploadQuota;
  readonly maxFileBytes: number;
}

/** Returns a function that reads an uploaded recording, and keeps the file for `use` unless it is refused. */
export function createFileIntake({ files, uploadQuota, maxFileBytes }: FileIntakeOptions) {
  return async <T>(
    viewer: Viewer,
    upload: Upload,
    use: (recording: Recording, about: About) => Promise<T>,
  ): Promise<T | { readonly kind: Refused }> => {
    const { bytes, expectedBytes } = upload;
    if ((await uploadQuota.left(viewer.organisationId)) <= 0) return { kind: 'over_quota' };
    const source = {
      bytes,
      maxBytes: maxFileBytes,
      ...(expectedBytes === undefined ? {} : { expectedBytes }),
    };
    const taken = await files.take(source, async (file): Promise<T | { readonly kind: Refused }> => {
      const about = await upload.about();
      const refused = await refusalOf(file);
      if (refused !== undefined) return { kind: refused };
      if ((await uploadQuota.left(viewer.organisationId)) < file.sizeBytes) return { kind: 'over_quota' };
      await file.keep();
      const name = oneLine(upload.name).slice(0, 200) || 'recording';
      return use({ digest: file.digest, name, sizeBytes: file.sizeBytes }, about);
    });
    return taken.kind === 'taken' ? taken.value : taken;
  };
}
