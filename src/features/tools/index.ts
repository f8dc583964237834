export { boundIn, callerFields } from './caller-fields.ts';
export { createToolRunner } from './service.ts';
