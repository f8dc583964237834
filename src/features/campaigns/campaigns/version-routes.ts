import { isDeepStrictEqual } from 'node:util';
import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import type { OrganisationId } from '../../../data/index.ts';
import { tagged } from '../../../http/edits.ts';
import { organisationOf } from '../../../http/identity.ts';
import { checkedBody } from '../../../http/zod-compilers.ts';
import type { Definition, VersionStore } from '../../../versions/index.ts';
import { createVersions, registerVersionRoutes } from '../../agents/index.ts';
import { campaignToJson } from './campaign-json.ts';
import { definitionOf, type FlowStore } from './definition-store.ts';
import { done } from './routes.ts';
import * as schema from './schema.ts';
import type { Campaigns } from './service.ts';

export interface CampaignVersionRoutes {
  readonly campaigns: Pick<Campaigns, 'change'>;
  readonly store: Pick<FlowStore, 'get'>;
  readonly versions: VersionStore;
}

/** Registers the routes of the versions of campaigns: their script, settings and agent. */
export function registerCampaignVersionRoutes(app: FastifyInstance, options: CampaignVersionRoutes): void {
  const { campaigns, store } = options;
  async function current(organisation: OrganisationId, uuid: string) {
    const row = await store.get(organisation, uuid);
    if (row === undefined) return undefined;
    return { version: row.version, draftVersion: null, definition: definitionOf(row), createdAt: row.createdAt };
  }
  registerVersionRoutes(app, {
    url: '/api/voice/flows',
    tag: 'campaigns',
    noun: 'campaign',
    versions: createVersions({ kind: 'campaign', store: options.versions, current }),
    answer: schema.campaign,
    async restore(request, { uuid, definition, edit }, reply) {
      const organisation = organisationOf(request);
      const now = await current(organisation, uuid);
      const patch = checkedBody(schema.campaignPatch, patchTo(definition, now?.definition ?? {}));
      const flow = done(await campaigns.change(organisation, uuid, patch, edit), uuid);
      tagged(reply, flow.version);
      return campaignToJson(flow) as z.output<typeof schema.campaign>;
    },
  });
}

/** Returns the change that leads back to a definition. Keys of the config that it lacks are cleared. */
function patchTo(definition: Definition, now: Definition): Definition {
  const differing = Object.entries(definition).filter(([key, value]) => !isDeepStrictEqual(value, now[key]));
  const cleared = Object.keys((now.config ?? {}) as Definition).map((key) => [key, null]);
  const config = { ...Object.fromEntries(cleared), ...(definition.config as Definition) };
  return { ...Object.fromEntries(differing), config };
}
