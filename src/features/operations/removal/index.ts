export { createRemovalStore, type RemovalStore, type RemovedCounts } from './removal-store.ts';
export { createRemoveFiles, type RemoveFiles } from './removed-files.ts';
export { createRemovedUploadKeys, type RemovedUploadKeys } from './removed-upload-key-store.ts';
