import { expect, test } from 'vitest';
import { type Identity, roles, scopes } from '../../src/http/identity.ts';
import { apiKey, fakeAuthenticator } from './fake-authenticator.ts';
import { openTestApp } from './test-app.ts';
import { bearing } from './test-server.ts';

const id = '7b1f7f0e-58b1-4c3c-8f0a-000000000000';

/** Rules of routes that expose or change what others own: the least role of a key's owner, and the scope. */
const keyRules: readonly (readonly [string, 'member' | 'manager', string])[] = [
  ['POST /v1/webhooks', 'manager', 'voice:calls:write'],
  ['POST /api/voice/webhooks', 'manager', 'voice:calls:write'],
  ['GET /api/voice/webhooks', 'manager', 'voice:calls:write'],
  [`PATCH /api/voice/webhooks/${id}`, 'manager', 'voice:calls:write'],
  [`DELETE /api/voice/webhooks/${id}`, 'manager', 'voice:calls:write'],
  [`POST /api/voice/webhooks/${id}/test`, 'manager', 'voice:calls:write'],
  [`GET /api/voice/webhooks/${id}/logs`, 'manager', 'voice:calls:write'],
  [`POST /api/voice/webhooks/deliveries/${id}/redeliver`, 'manager', 'voice:calls:write'],
  ['POST /api/voice/agents', 'manager', 'voice:campaigns:write'],
  [`PATCH /api/voice/agents/${id}`, 'manager', 'voice:campaigns:write'],
  [`DELETE /api/voice/agents/${id}`, 'manager', 'voice:campaigns:write'],
  ['POST /api/voice/flows', 'manager', 'voice:campaigns:write'],
  [`PATCH /api/voice/flows/${id}`, 'manager', 'voice:campaigns:write'],
  [`DELETE /api/voice/flows/${id}`, 'manager', 'voice:campaigns:write'],
  [`POST /api/voice/flows/${id}/toggle`, 'manager', 'voice:campaigns:write'],
  [`POST /v1/campaigns/${id}/launch`, 'manager', 'voice:campaigns:write'],
  [`POST /v1/campaigns/${id}/stop`, 'manager', 'voice:campaigns:write'],
  ['POST /api/voice/models/speakers', 'manager', 'voice:campaigns:write'],
  ['DELETE /api/voice/models/speakers/ada', 'manager', 'voice:campaigns:write'],
  ['POST /api/voice/models/speakers/ada/deploy', 'manager', 'voice:campaigns:write'],
  ['POST /api/voice/pronunciations', 'manager', 'voice:campaigns:write'],
  ['POST /api/voice/voice-samples/generate', 'manager', 'voice:campaigns:write'],
  ['DELETE /api/calls/1', 'manager', 'sales:calls:write'],
  ['POST /api/segments', 'manager', 'sales:calls:write'],
  ['DELETE /api/segments/1', 'manager', 'sales:calls:write'],
  ['POST /api/projects', 'manager', 'sales:calls:write'],
  ['DELETE /api/projects/1', 'manager', 'sales:calls:write'],
  ['POST /api/reports/schedules', 'manager', 'sales:calls:write'],
  ['DELETE /api/reports/schedules/1', 'manager', 'sales:calls:write'],
  ['GET /api/dashboard/voice-quality', 'manager', 'voice:calls:read'],
  ['POST /api/reports', 'member', 'sales:calls:write'],
  ['POST /api/projects/1/activate', 'member', 'sales:calls:write'],
  ['DELETE /api/projects/1/activate', 'member', 'sales:calls:write'],
  ['GET /api/reports', 'member', 'sales:reports:read'],
  ['POST /api/pf-intel/simulations', 'member', 'sales:simulations:judge'],
  ['GET /v1/calls', 'member', 'voice:calls:read'],
  ['GET /v1/contacts', 'member', 'voice:campaigns:read'],
  ['POST /v1/calls', 'member', 'voice:calls:write'],
];

/** Routes that need a person: no key opens them, whatever its scopes and owner. */
const personal: readonly string[] = [
  'GET /api/auth/api-keys',
  'POST /api/auth/api-keys',
  'GET /api/auth/api-keys/scopes',
  'GET /api/auth/api-keys/narrowed',
  'DELETE /api/auth/api-keys/narrowed',
  `DELETE /api/auth/api-keys/${id}`,
  'POST /api/auth/password/change',
  'POST /api/auth/logout',
  'GET /api/auth/members',
  'POST /api/auth/members',
  `PATCH /api/auth/members/${id}`,
  `DELETE /api/auth/members/${id}`,
  'GET /api/audit',
  'PATCH /api/organization',
  'PUT /api/integrations/telephony/telephony_a',
  'PUT /api/voice/integrations/telephony/telephony_a',
  `PUT /api/voice/agents/tag-assignments/${id}`,
  `PUT /api/voice/agents/phone-numbers/${id}`,
  'PUT /api/settings/language-model',
  'PATCH /api/settings/model-routing',
  'POST /api/extraction-fields',
  'GET /api/auth/superadmin/organizations',
  'POST /api/pf-coach/personas',
  'POST /api/pf-coach/scenarios',
  'POST /api/pf-coach/documents',
  `DELETE /api/pf-coach/runs/${id}`,
  `POST /api/voice/calls/${id}/listen`,
];

/** Returns a function that sends a malformed body to a route with a key, and returns the status. */
async function openRoutes() {
  const known: Record<string, Identity> = {};
  const app = await openTestApp({ authenticator: fakeAuthenticator(known) });
  return async (route: string, identity: Identity): Promise<number> => {
    known.token = identity;
    const [method, url] = route.split(' ') as ['GET' | 'POST', string];
    const body = method === 'GET' ? {} : { payload: '{', headers: { 'content-type': 'application/json' } };
    const headers = { ...body.headers, ...bearing('token') };
    return (await app.http.inject({ method, url, ...body, headers })).statusCode;
  };
}

test('a key opens a sensitive route with its scope and the role of its owner only', async () => {
  const keys = roles.flatMap((role) =>
    [...scopes.map((scope) => [scope]), [...scopes], []].flatMap((granted) =>
      [true, false].map((restricted) => apiKey(granted, { role, restricted })),
    ),
  );
  const statusOf = await openRoutes();
  for (const [route, least, scope] of keyRules)
    for (const identity of keys) {
      const { role = 'member', scopes: granted } = identity;
      const mayUse = granted.some((one) => one === scope) && roles.indexOf(role) >= roles.indexOf(least);
      const status = await statusOf(route, identity);
      const where = `${route}, key of a ${role} with ${granted.join(' ')}`;
      if (mayUse) expect([400, 404, 200, 202, 409], where).toContain(status);
      else expect(status, where).toBe(403);
    }
});

test('no key opens a route that needs a person', async () => {
  const statusOf = await openRoutes();
  for (const route of personal)
    for (const role of roles) expect(await statusOf(route, apiKey(scopes, { role })), `${route}, ${role}`).toBe(403);
});
