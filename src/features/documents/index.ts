/** What other wings use of this one. */
export { refusal as documentRefusal, uploadOf } from './documents/routes.ts';
export type { AddResult, Documents, NewUpload } from './documents/service.ts';
export type { DocumentOwner, DocumentRow, DocumentStore } from './documents/store.ts';
export { markdownOf } from './ocr/markdown.ts';
export type { Reading, Readings } from './readings/service.ts';
