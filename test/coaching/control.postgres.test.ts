import { expect, test } from 'vitest';
import { onPostgres } from '../data/databases.ts';
import { flowUuid } from '../http/test-app.ts';
import { openCoach } from './coach-app.ts';

onPostgres('practice on a control node', ({ place }) => {
  test('runs by voice are played in virtual time, and refused in real time', async () => {
    const env = { ROLE: 'control', SESSION_SECRET: 'one secret for all of them' };
    const { ask, scenario } = await openCoach(await place(), { env });
    const { uuid } = await scenario();
    const run = { scenario_uuid: uuid, target_uuid: flowUuid, mode: 'voice', wait: true };
    expect((await ask('POST', 'runs', run)).body).toMatchObject({ clock: 'virtual', status: 'completed' });
    const refused = await ask('POST', 'runs', { ...run, clock: 'real' });
    expect(refused).toMatchObject({ status: 400, body: { detail: expect.stringContaining('clock virtual') } });
  });
});
