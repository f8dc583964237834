export { createKnowledgeReader } from './reader.ts';
export { createKnowledgeStore } from './store.ts';
