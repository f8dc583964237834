export { createToolRunner } from './service.ts';
