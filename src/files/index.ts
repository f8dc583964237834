export { FileElsewhere } from './file-elsewhere.ts';
export type { AdoptedFile, FileSource, FileStore, IncomingFile, StoredFile } from './file-store.ts';
export { limitFolder } from './folder-limit.ts';
export {
  type FileKind,
  isCutShort,
  kindOf,
  kindOfStored,
  kindsInWords,
  mimeTypes,
  soundKindsInWords,
  soundTypes,
  troubleOf,
} from './kind.ts';
export { placeOf } from './local-names.ts';
export { websiteType } from './office-kind.ts';
export { type BucketConfig, type BucketFiles, openBucketFiles, openFileStore, probeBucket } from './open-files.ts';
export { type Pins, pinFiles } from './pins.ts';
export { createFileReferences, type FileHolder, type FileReferences } from './reference-store.ts';
export { BucketFault } from './s3/fault.ts';
export { placeOfStore } from './store-place.ts';
export { createUploadQuota, type UploadQuota } from './upload-quota-store.ts';
export { createUploadSlots } from './upload-slots.ts';
