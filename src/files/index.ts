export type { AdoptedFile, FileStore, IncomingFile, StoredFile } from './file-store.ts';
export { limitFolder } from './folder-limit.ts';
export { type FileKind, isCutShort, kindOf, kindsInWords } from './kind.ts';
export { placeOf } from './local-names.ts';
export { type BucketConfig, openFileStore, probeBucket } from './open-files.ts';
export { type Pins, pinFiles } from './pins.ts';
export { createFileReferences, type FileHolder, type FileReferences } from './reference-store.ts';
export { BucketFault } from './s3/fault.ts';
export { createUploadSlots, type UploadSlots } from './upload-slots.ts';
