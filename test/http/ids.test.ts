import { expect, test } from 'vitest';
import { openAppOnce } from './test-app.ts';
import { bearing } from './test-server.ts';

const openApp = openAppOnce();

const ask = (method: 'GET' | 'POST' | 'PATCH', url: string, payload?: object) =>
  openApp().http.inject({
    method,
    url,
    headers: bearing(openApp().admin),
    ...(payload === undefined ? {} : { payload }),
  });

test('a UUID in upper case names the same thing in a path, a query and a body', async () => {
  const agent = (
    await ask('POST', '/api/voice/agents', {
      name: 'Ann',
      voice_config: { provider: 'platform', speaker: 'ava', language_code: 'en-US' },
    })
  ).json();
  expect((await ask('GET', `/api/voice/agents/${agent.uuid.toUpperCase()}`)).json()).toEqual(agent);

  const flow = { kind: 'outbound', name: 'Renewals', provider: 'platform', voice_agent_id: agent.uuid.toUpperCase() };
  const campaign = (await ask('POST', '/api/voice/flows', flow)).json();
  expect(campaign.voice_agent_id).toBe(agent.uuid);

  const segment = (
    await ask('POST', '/api/segments', {
      name: 'Renewals',
      kind: 'campaign',
      rule: { campaign_uuid: campaign.uuid.toUpperCase() },
    })
  ).json();
  expect(segment.rule.campaign_uuid).toBe(campaign.uuid);
  expect((await ask('GET', `/api/dashboard?segment_uuids=${segment.uuid.toUpperCase()}`)).statusCode).toBe(200);

  const persona = (await ask('POST', '/api/pf-coach/personas', { name: 'Ravi', profile: 'A customer.' })).json();
  const scenario = { name: 'Price', situation: 'The customer asks.', persona_uuid: persona.uuid.toUpperCase() };
  expect((await ask('POST', '/api/pf-coach/scenarios', scenario)).json().persona_uuid).toBe(persona.uuid);
  const listed = await ask('GET', `/api/pf-coach/scenarios?persona_uuid=${persona.uuid.toUpperCase()}`);
  expect(listed.json().total).toBe(1);
});
