import type { CallSource } from '../server/answers.ts';

/** Where a conversation came from, in words. */
export const sourceNames: Readonly<Record<CallSource, string>> = {
  call: 'Phone call',
  test: 'Test call',
  upload: 'Upload',
  api: 'API',
  practice: 'Practice call',
  simulation: 'Simulation',
};
