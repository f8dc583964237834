import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { sendXml, xmlTypes } from '../../../http/content-types.ts';
import { isLoopbackName } from '../../../http/host.ts';
import { organisationOf, userOf } from '../../../http/identity.ts';
import { Problem } from '../../../http/problem.ts';
import type { AddressTokens } from '../../../secrets/index.ts';
import { linphoneSettings, type PhoneAccount } from './linphone-settings.ts';
import * as schema from './schema.ts';
import type { PhoneAccess, Phones } from './service.ts';

export interface LinphoneOptions {
  readonly phones: Pick<Phones, 'find' | 'accountOf'>;
  readonly tokens: AddressTokens;
  readonly publicBaseUrl: () => string | undefined;
  /** Returns where a phone registers that reaches this server at `host`. Undefined while telephones are off. */
  readonly registrarFor: (host: string) => Pick<PhoneAccount, 'domain' | 'transport'> | undefined;
}

/** A new password makes older addresses invalid. */
const thingOf = (uuid: string, password: string): string => `${uuid} ${password}`;

/**
 * Returns the address from which Linphone reads the settings of a phone. Null if no phone could: telephones are off, or
 * the request came to an address that works on this machine only.
 */
export function linphoneAddress(
  request: FastifyRequest,
  { phone, password }: PhoneAccess,
  { tokens, publicBaseUrl, registrarFor }: LinphoneOptions,
): string | null {
  if (registrarFor(request.hostname) === undefined) return null;
  const publicUrl = publicBaseUrl();
  // The proxy of a public name may not say that it was called over https.
  const isPublicName = publicUrl !== undefined && new URL(publicUrl).hostname === request.hostname;
  const isUnreachable = isLoopbackName(request.hostname);
  const origin = isUnreachable || isPublicName ? publicUrl : `${request.protocol}://${request.host}`;
  if (origin === undefined) return null;
  const holder = { organisationId: organisationOf(request), userUuid: userOf(request) };
  const url = new URL(`/api/voice/phones/${phone.uuid}/linphone`, origin);
  url.searchParams.set('token', tokens.issue(holder, thingOf(phone.uuid, password)));
  return url.href;
}

type OnePhone = { Params: z.output<typeof schema.phoneUuid>; Querystring: z.output<typeof schema.linphoneQuery> };

export function registerLinphoneRoute(app: FastifyInstance, options: LinphoneOptions): void {
  const { phones, tokens, registrarFor } = options;
  app.route<OnePhone>({
    method: 'GET',
    url: '/api/voice/phones/:uuid/linphone',
    config: {
      // A phone that scans the code has no credential: the token in the address authorises the request.
      access: 'public',
      errors: { unauthorised: 'The token is missing, expired, or for another phone or password.' },
    },
    schema: {
      summary: 'Returns the settings of a phone as Linphone reads them, for the address in its QR code.',
      tags: ['phones'],
      params: schema.phoneUuid,
      querystring: schema.linphoneQuery,
      answers: xmlTypes,
    },
    handler: async (request, reply) => {
      const { uuid } = request.params;
      const phone = await phones.find(uuid);
      const account = phone && (await phones.accountOf(phone.sipUsername));
      const holder = account && (await tokens.read(request.query.token ?? '', thingOf(uuid, account.password)));
      if (phone === undefined || account === undefined || holder?.organisationId !== phone.organisationId)
        throw new Problem('unauthorised', 'Give the phone a new password, and scan the QR code that appears with it.');
      const registrar = registrarFor(request.hostname);
      if (registrar === undefined) throw new Problem('unavailable', 'Telephones are off: SIP_PORT is not set.');
      const { name, sipUsername: username } = phone;
      const { password } = account;
      reply.header('cache-control', 'no-store');
      return sendXml(reply, linphoneSettings({ name, username, password, ...registrar }));
    },
  });
}
