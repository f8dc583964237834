import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { organisationOf, viewerOf } from '../../../http/identity.ts';
import { Problem } from '../../../http/problem.ts';
import type { TransferStart, Transfers } from './contract.ts';
import * as schema from './schema.ts';

export interface TransferRouteOptions {
  readonly transfers: Transfers;
  /** Returns whether the viewer may see this call. */
  readonly sees: (viewer: ReturnType<typeof viewerOf>, callUuid: string) => Promise<boolean>;
}

export function registerTransferRoutes(app: FastifyInstance, { transfers, sees }: TransferRouteOptions): void {
  app.route<{ Params: z.output<typeof schema.callUuid>; Body: z.output<typeof schema.transferBody> }>({
    method: 'POST',
    url: '/api/voice/calls/:uuid/transfer',
    config: {
      access: { scopes: ['voice:calls:write'] },
      limit: { perMinute: 10 },
      errors: {
        not_found: 'The call or the queue does not exist.',
        conflict: 'The call is not active or is already being transferred.',
        unavailable: 'No member of the queue is available, or the call to the member failed.',
      },
    },
    schema: {
      summary:
        'Transfers an active call to a member of a queue: their phone rings, they hear the brief and press 1 to accept. The result is the event `call.transferred`.',
      tags: ['calls'],
      params: schema.callUuid,
      body: schema.transferBody,
      response: { 200: schema.transferAnswer },
    },
    handler: async (request) => {
      const { uuid } = request.params;
      const { target, agent_brief: brief, context } = request.body;
      const isSeen = await sees(viewerOf(request), uuid);
      const started = isSeen
        ? await transfers.begin(organisationOf(request), uuid, { target, brief, context })
        : ({ kind: 'unknown_call' } as const);
      if (started.kind !== 'ringing') throw refused(started, uuid);
      return { call_uuid: uuid, status: 'transferring', target: started.target, transfer_uuid: started.transferUuid };
    },
  });
}

function refused(started: Exclude<TransferStart, { kind: 'ringing' }>, uuid: string): Problem {
  switch (started.kind) {
    case 'unknown_call':
      return new Problem('not_found', `Call ${uuid} does not exist.`);
    case 'unknown_queue':
      return new Problem('not_found', 'No queue has this name.');
    case 'not_active':
      return new Problem('conflict', `Call ${uuid} is not active.`);
    case 'not_by_phone':
      return new Problem('conflict', `Call ${uuid} is not carried by a telephony provider and cannot be transferred.`);
    case 'none_free':
      return new Problem('unavailable', 'No member of the queue is available.');
    case 'not_placed':
      return new Problem('unavailable', `The call to the teammate failed. ${started.detail}`);
  }
}
