import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { viewerOf } from '../../http/identity.ts';
import { Problem } from '../../http/problem.ts';
import type { CallDesk } from './call-desk.ts';
import { maxKeyDetailsBytes } from './key-details.ts';
import * as schema from './schema.ts';
import { unknownCall } from './unknown-call.ts';

type OneCall = { Params: z.output<typeof schema.callUuid> };

const tags = ['calls'];
const access = { scopes: ['voice:calls:write'] } as const;

/** What people and programs do to a call. */
export function registerDesk(app: FastifyInstance, desk: CallDesk): void {
  app.route<OneCall & { Body: z.output<typeof schema.endBody> }>({
    method: 'POST',
    url: '/api/voice/calls/:uuid/end',
    config: {
      access,
      limit: { perMinute: 10 },
      errors: { conflict: 'The call is over already.' },
    },
    schema: {
      summary: 'Ends an active call; with dnc_request, its contact is not called again.',
      tags,
      params: schema.callUuid,
      body: schema.endBody,
      response: { 200: schema.endAnswer },
    },
    handler: async (request) => {
      const { uuid } = request.params;
      const { reason } = request.body;
      const result = await desk.end(viewerOf(request), uuid, reason);
      if (result === 'unknown') throw unknownCall(uuid);
      if (result === 'not_active') throw new Problem('conflict', `Call ${uuid} is over already.`);
      return { call_uuid: uuid, status: 'ended', reason };
    },
  });

  app.route<OneCall & { Body: z.output<typeof schema.metadataBody> }>({
    method: 'POST',
    url: '/api/voice/calls/:uuid/metadata',
    config: { access, limit: { perMinute: 30 } },
    schema: {
      summary:
        'Adds to what was found out of a call, group by group: named values are replaced, nulls take them away. A sentiment or a summary among them is what the call is listed by.',
      tags,
      params: schema.callUuid,
      body: schema.metadataBody,
      response: { 200: schema.metadataAnswer },
    },
    handler: async (request) => {
      const { uuid } = request.params;
      const details = await desk.addDetails(viewerOf(request), uuid, request.body.key_details);
      if (details === undefined) throw unknownCall(uuid);
      if (details === 'too_large')
        throw new Problem('bad_request', `The key_details of a call have ${maxKeyDetailsBytes / 1024} KiB at most.`);
      return { call_uuid: uuid, key_details: details };
    },
  });
}
