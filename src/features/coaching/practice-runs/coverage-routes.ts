import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { OrganisationId } from '../../../data/index.ts';
import { organisationOf } from '../../../http/identity.ts';
import { nameSchemas } from '../../../http/named-schemas.ts';
import { Problem } from '../../../http/problem.ts';
import { flowCoverage } from '../../../versions/index.ts';
import { coverageOf, type FlowSteps } from './coverage.ts';
import type { RunStore } from './store.ts';

/** A flow as it is now. */
export interface CoveredFlow {
  readonly version: number;
  /** When its steps were last changed. */
  readonly since: string;
  /** Undefined if it has no branches. */
  readonly steps: FlowSteps | undefined;
}

export interface CoverageRoutes {
  readonly store: Pick<RunStore, 'transcriptsSince'>;
  /** Returns undefined if the flow does not exist. */
  readonly flow: (organisation: OrganisationId, uuid: string) => Promise<CoveredFlow | undefined>;
}

const params = z.object({ uuid: z.uuid() });
const coverage = flowCoverage.extend({
  version: z.number().int().meta({ description: 'The version of the campaign.' }),
  since: z.string().meta({ description: 'When the steps were last changed. Earlier runs are not counted.' }),
});

nameSchemas({ FlowCoverage: coverage });

/** Registers the route that says which steps of a flow practice runs reached. */
export function registerCoverageRoutes(app: FastifyInstance, { store, flow: flowOf }: CoverageRoutes): void {
  app.route<{ Params: z.output<typeof params> }>({
    method: 'GET',
    url: '/api/voice/flows/:uuid/coverage',
    config: { access: { scopes: ['voice:campaigns:read'] } },
    schema: {
      summary: 'Returns which steps and branches of a campaign its practice runs reached.',
      description:
        'Counts the newest 500 judged runs since the steps of the campaign were last changed. `steps` is empty for a campaign without branches.',
      tags: ['campaigns'],
      params,
      response: { 200: coverage },
    },
    async handler(request) {
      const organisation = organisationOf(request);
      const { uuid } = request.params;
      const flow = await flowOf(organisation, uuid);
      if (flow === undefined) throw new Problem('not_found', `Campaign ${uuid} does not exist.`);
      const { version, since, steps } = flow;
      const transcripts = steps === undefined ? [] : await store.transcriptsSince(organisation, uuid, since);
      return { version, since, ...coverageOf(steps ?? [], transcripts) };
    },
  });
}
