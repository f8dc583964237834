export { countInFile } from './byte-search.ts';
export { createErasureStore } from './erasure-store.ts';
export { enqueueErasure, handleErasures } from './erasure-work.ts';
export { spellingsOf } from './number-spellings.ts';
export { createQuotesStore, noNumber, type QuotesStore } from './quotes-store.ts';
export { createErasureRegister } from './register.ts';
export { registerErasureRoutes } from './routes.ts';
export { createErasures, createReapply, type Erasures } from './service.ts';
export { createTraceStore } from './trace-store.ts';
