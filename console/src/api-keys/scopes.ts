import type { Scope } from '../server/answers.ts';

/** What each lets a key do, in one line. */
export const scopeTexts: Readonly<Record<Scope, string>> = {
  'voice:calls:read': 'Read calls: transcripts, recordings, results.',
  'voice:calls:write': 'Place, end and transfer calls, and manage webhooks.',
  'voice:campaigns:read': 'Read campaigns and contacts.',
  'voice:campaigns:write': 'Create, change and start campaigns, and change contacts.',
  'agent:ocr': 'Put questions to the agent that reads PDF files and pictures.',
  'agent:audio': 'Put questions to the agent that listens to recordings.',
  'sales:calls:read': 'Read analysed calls and their scores.',
  'sales:calls:write': 'Send recordings to be analysed.',
  'sales:reports:read': 'Read reports and dashboards.',
  'sales:simulations:judge': 'Have practice calls judged.',
};
