export { boundIn, callerFields } from './caller-fields.ts';
export { type CallTool, templatesOf, toolMethods } from './definition.ts';
export { createToolExecution, type ExecuteTool, type McpCaller, type SecretReader } from './execution.ts';
export { headersInput } from './headers.ts';
export { signingSecret } from './http-request.ts';
export { isLinearPattern, weightOfPattern } from './linear-pattern.ts';
export { maskerOf } from './masking.ts';
export { createToolRunner } from './service.ts';
export { fillTemplate, sampleUrl, secretsIn, urlTemplateTrouble } from './template.ts';
