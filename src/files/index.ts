export type { FileStore, IncomingFile, StoredFile } from './file-store.ts';
export { type FileKind, isCutShort, kindOf, kindsInWords } from './kind.ts';
export { createLocalFiles } from './local-files.ts';
export { placeOf } from './local-names.ts';
export { type Pins, pinFiles } from './pins.ts';
export { createFileReferences, type FileHolder, type FileReferences } from './reference-store.ts';
export { createUploadSlots, type UploadSlots } from './upload-slots.ts';
