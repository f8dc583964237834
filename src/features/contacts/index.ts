export { refusalTexts, type Sight } from './contact-change.ts';
export { createOptOuts, type OptOuts } from './opt-out-store.ts';
export { registerContactRoutes } from './routes.ts';
export { sampleContacts } from './samples.ts';
export { type CheckedRow, checkRow, createContacts, type Viewer } from './service.ts';
export { type ContactStore, createContactStore } from './store.ts';
