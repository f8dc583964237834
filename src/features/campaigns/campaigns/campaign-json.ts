import type { Flow } from './definition-service.ts';
import type { CampaignAnswer, CampaignMetrics } from './schema.ts';

export const campaignToJson = (flow: Flow, metrics?: CampaignMetrics): CampaignAnswer => ({
  uuid: flow.uuid,
  kind: flow.kind,
  name: flow.name,
  status: flow.status,
  status_reason: flow.statusReason,
  provider: flow.provider,
  voice_agent_id: flow.voiceAgentUuid,
  speaker: flow.speaker,
  language_code: flow.languageCode,
  phone_number: flow.phoneNumber,
  extension: flow.extension,
  branches: [...flow.branches],
  start_date: flow.startDate,
  end_date: flow.endDate,
  time_window: flow.timeWindow,
  config: flow.ownConfig,
  effective_config: flow.config,
  ...(metrics === undefined ? {} : { metrics }),
  version: flow.version,
  created_at: flow.createdAt,
  updated_at: flow.updatedAt,
});
