import type { Agents } from '../agents/index.ts';
import type { Calls } from '../calls/index.ts';
import type { People } from '../people/index.ts';
import type { Platform } from '../platform/index.ts';
import type { ModuleList } from '../platform/module.ts';
import type { Voices } from '../voices/index.ts';
import { openCampaignsModule } from './campaigns-module.ts';

export interface CampaignsParts {
  readonly people: People;
  readonly voices: Voices;
  readonly agents: Agents;
  readonly calls: Calls;
}

/** Opens campaigns and the dialling of their contacts. */
export function openCampaigns(list: ModuleList, platform: Platform, parts: CampaignsParts): void {
  const { calls, dialing, numbers, clickToCall } = parts.calls;
  list.add(
    openCampaignsModule({
      ...platform,
      ...parts.agents,
      people: parts.people,
      dialing,
      calls,
      doubtOf: numbers.doubtOf,
      isDialing: platform.isControl,
      closePersons: clickToCall.over,
      voiceReasons: parts.voices.reasons,
    }),
  );
}
