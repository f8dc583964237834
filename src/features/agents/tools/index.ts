export { boundIn, callerFields } from './caller-fields.ts';
export { isLinearPattern, weightOfPattern } from './linear-pattern.ts';
export { createToolRunner } from './service.ts';
