import { t } from '../../language/text.ts';
import type { Scope } from '../../server/answers.ts';

/** What each scope permits, in one line. */
export const scopeTexts: Readonly<Record<Scope, string>> = {
  'voice:calls:read': t('Read calls: transcripts, recordings, results.'),
  'voice:calls:write': t('Place, end and transfer calls, and manage webhooks.'),
  'voice:campaigns:read': t('Read campaigns and contacts.'),
  'voice:campaigns:write': t('Create, change and start campaigns, and change contacts.'),
  'agent:ocr': t('Put questions to the agent that reads PDF files and pictures.'),
  'agent:audio': t('Put questions to the agent that listens to recordings.'),
  'sales:calls:read': t('Read analysed calls and their scores.'),
  'sales:calls:write': t('Send recordings to be analysed, and create reports.'),
  'sales:reports:read': t('Read reports and dashboards.'),
  'sales:simulations:judge': t('Have practice calls judged.'),
};
