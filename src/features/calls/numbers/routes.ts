import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { organisationOf } from '../../../http/identity.ts';
import { Problem } from '../../../http/problem.ts';
import { answerUrlBody, answerUrlSet, numberList, tested } from './schema.ts';
import type { AnswerUrlResult, Numbers } from './service.ts';

const tags = ['telephony connections'];
/** Each request asks the providers, and a leaked key must not change where calls go. */
const config = { access: { role: 'admin', keys: false }, limit: { perMinute: 30 } } as const;
const providerName = z.object({ provider: z.string().max(64) });

type OneProvider = { Params: z.output<typeof providerName> };
type Setting = { Body: z.output<typeof answerUrlBody> };

const unknownProvider = (name: string): Problem => new Problem('not_found', `The provider ${name} does not exist.`);

export function registerNumberRoutes(app: FastifyInstance, numbers: Numbers): void {
  app.route<OneProvider>({
    method: 'POST',
    url: '/api/integrations/telephony/:provider/test',
    config,
    schema: {
      summary: 'Asks the provider for the numbers of the connected account and returns what it answered.',
      tags,
      params: providerName,
      response: { 200: tested },
    },
    handler: async (request) => {
      const { provider } = request.params;
      const result = await numbers.test(organisationOf(request), provider);
      if (result === undefined) throw unknownProvider(provider);
      return result;
    },
  });

  app.route({
    method: 'GET',
    url: '/api/voice/numbers',
    config,
    schema: {
      summary: 'Lists the numbers of all connected accounts and trunks, with the campaign that answers each.',
      tags,
      response: { 200: numberList },
    },
    handler: (request) => numbers.list(organisationOf(request)),
  });

  app.route<Setting>({
    method: 'POST',
    url: '/api/voice/numbers/answer-url',
    config: {
      ...config,
      errors: {
        bad_request: 'The provider has no request that sets the URL.',
        conflict: 'No account is connected, or the public address is not set.',
        not_found: 'The provider does not exist, or the account does not have the number.',
        unavailable: 'The provider did not accept the URL.',
      },
    },
    schema: {
      summary: 'Enters the answer URL of this server for a number at its provider.',
      tags,
      body: answerUrlBody,
      response: { 200: answerUrlSet },
    },
    handler: async (request) => {
      const { provider, phone_number: phoneNumber } = request.body;
      const result = await numbers.setAnswerUrl(organisationOf(request), provider, phoneNumber);
      if (result.kind !== 'set') throw problemOf(result, provider);
      return { provider, phone_number: phoneNumber, answer_url: result.answerUrl };
    },
  });
}

function problemOf(result: Exclude<AnswerUrlResult, { kind: 'set' }>, provider: string): Problem {
  switch (result.kind) {
    case 'unknown_provider':
      return unknownProvider(provider);
    case 'unsupported':
      return new Problem('bad_request', `${provider} has no request that sets the URL. Enter it at the provider.`);
    case 'no_public_address':
      return new Problem(
        'conflict',
        'Set the public address, at which providers reach this server, in the console or with PUBLIC_BASE_URL.',
      );
    case 'not_connected':
      return new Problem('conflict', result.detail);
    case 'not_owned':
      return new Problem('not_found', result.detail);
    case 'failed':
      return new Problem('unavailable', result.detail);
  }
}
