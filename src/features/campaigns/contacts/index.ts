export { refusalTexts, type Sight } from './contact-change.ts';
export { createNumberHashes, type HashNumber, type NumberHashes } from './number-hash-store.ts';
export { createOptOuts, type OptOuts } from './opt-out-store.ts';

export { registerContactRoutes, registerSuppressionRoutes } from './routes.ts';
export { sampleContacts } from './samples.ts';

export {
  type CheckedRow,
  type Contacts,
  checkRow,
  createContacts,
  createSuppressions,
  type Viewer,
} from './service.ts';
export { type ContactStore, type ContactUndo, createContactStore, type Undone } from './store.ts';
export { createSuppressionStore } from './suppression-store.ts';
