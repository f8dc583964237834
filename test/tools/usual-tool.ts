import type { CallTool } from '../../src/features/agents/tools/index.ts';

/** A tool with the defaults of the API. */
export const usualTool: CallTool = {
  name: 'book',
  parameters: { type: 'object' },
  endpoint: 'https://example.com/book',
  method: 'POST',
  query: {},
  headers: {},
  timeout_ms: 6000,
  effect: 'write',
  result_chars: 2000,
  mcp: null,
};
