export { addExamples } from './store.ts';
