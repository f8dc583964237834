import type { Columns } from '../columns.ts';
import { accountTables } from './accounts.ts';
import { agentTables } from './agents.ts';
import { analysisSettingTables } from './analysis-settings.ts';
import { audioTables } from './audio.ts';
import { auditTables } from './audit.ts';
import { callTables } from './calls.ts';
import { campaignTables } from './campaigns.ts';
import { coachingTables } from './coaching.ts';
import { contactTables } from './contacts.ts';
import { conversationTables } from './conversations.ts';
import { countTables } from './counts.ts';
import { documentTables } from './documents.ts';
import { erasureTables } from './erasure.ts';
import { flowTables } from './flows.ts';
import { humanAgentTables } from './human-agents.ts';
import { interactionTables } from './interactions.ts';
import { jobTables } from './jobs.ts';
import { modelConnectionTables } from './model-connections.ts';
import { nodeTables } from './nodes.ts';
import { ocrTables } from './ocr.ts';
import { phoneTables } from './phones.ts';
import { priceTables } from './prices.ts';
import { queueTables } from './queues.ts';
import { reportTables } from './reports.ts';
import { segmentTables } from './segments.ts';
import { sipTrunkTables } from './sip-trunks.ts';
import { supervisionTables } from './supervision.ts';
import { toolTables } from './tools.ts';
import { versionTables } from './versions.ts';
import { voiceQualityTables } from './voice-quality.ts';
import { voiceTables } from './voices.ts';
import { webhookTables } from './webhooks.ts';
import { widgetTables } from './widgets.ts';

/** Creates the tables of one dialect, so the other dialect need not be loaded. */
export const makeTables = (c: Columns) => ({
  ...flowTables(c),
  ...callTables(c),
  ...accountTables(c),
  ...agentTables(c),
  ...auditTables(c),
  ...documentTables(c),
  ...jobTables(c),
  ...modelConnectionTables(c),
  ...nodeTables(c),
  ...countTables(c),
  ...contactTables(c),
  ...campaignTables(c),
  ...humanAgentTables(c),
  ...phoneTables(c),
  ...sipTrunkTables(c),
  ...priceTables(c),
  ...queueTables(c),
  ...webhookTables(c),
  ...toolTables(c),
  ...ocrTables(c),
  ...conversationTables(c),
  ...audioTables(c),
  ...interactionTables(c),
  ...segmentTables(c),
  ...reportTables(c),
  ...voiceTables(c),
  ...analysisSettingTables(c),
  ...voiceQualityTables(c),
  ...coachingTables(c),
  ...supervisionTables(c),
  ...erasureTables(c),
  ...versionTables(c),
  ...widgetTables(c),
});

/** Tables with the same names and columns in either dialect. Stores use those of the database they receive. */
export type Tables = ReturnType<typeof makeTables>;
