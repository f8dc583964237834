import { expect, test } from 'vitest';
import { onEachDatabase, people } from '../contacts/contacts-app.ts';
import { openCoach, unknown } from './coach-app.ts';
import { practise } from './practise.ts';

/** A second later each time. */
function createClock() {
  const clock = {
    ms: Date.parse('2026-03-02T09:00:00Z'),
    now() {
      clock.ms += 1000;
      return new Date(clock.ms);
    },
  };
  return clock;
}

onEachDatabase('progress in live practice', ({ place }) => {
  test('the next scenario trains the weakest criterion of the requesting user', async () => {
    const app = await openCoach(await place(), { now: createClock().now });
    const next = async (as: string) => (await app.ask('GET', 'live/next', undefined, as)).body;
    expect(await next('mate')).toMatchObject({ scenario_uuid: null, criterion: null });
    const price = await app.field('Price', 'Sale', ['ten euros']);
    await app.field('Warranty', 'Care', ['two years']);
    const sale = await app.scenario({ name: 'Sale', rubric: 'Sale', difficulty: 'hard' });
    const care = await app.scenario({ name: 'Care', rubric: 'Care', difficulty: 'easy' });
    expect(await next('mate')).toMatchObject({
      scenario_uuid: care.uuid,
      criterion: null,
      difficulty: 'easy',
      reason: expect.stringContaining('no scored session'),
    });

    await practise(app, sale.uuid, ['Good morning.']);
    await practise(app, care.uuid, ['The warranty is two years.']);
    expect(await next('mate')).toMatchObject({
      scenario_uuid: sale.uuid,
      scenario_name: 'Sale',
      criterion: { field_id: `${price.id}`, name: 'Price', mean: 0, runs: 1 },
      reason: expect.stringContaining('"Price" is 0 of 100'),
    });
    expect(await next('stranger')).toMatchObject({ scenario_uuid: null });
    expect(await next('admin')).toMatchObject({ scenario_uuid: care.uuid, criterion: null });

    for (let i = 0; i < 3; i += 1) await practise(app, sale.uuid, ['The lamp costs ten euros.']);
    expect(await next('mate')).toMatchObject({
      scenario_uuid: care.uuid,
      criterion: null,
      reason: expect.stringContaining('at least 70'),
    });
  });

  test('members see their own progress, managers see everybody’s', async () => {
    const clock = createClock();
    const app = await openCoach(await place(), { now: clock.now });
    await app.field('Price', 'Sale', ['ten euros']);
    const { uuid } = await app.scenario({ rubric: 'Sale' });
    const first = await practise(app, uuid, ['Good morning.']);
    const second = await practise(app, uuid, ['The lamp costs ten euros.']);
    await practise(app, uuid, ['The lamp costs ten euros.'], 'admin');
    const own = (await app.ask('GET', 'progress', undefined, 'mate')).body;
    expect(own).toMatchObject({
      days: 90,
      bar: 70,
      results: [
        {
          user_uuid: people.mate.userUuid,
          mean: 50,
          runs: [
            { run_uuid: first.uuid, score: 0 },
            { run_uuid: second.uuid, score: 100 },
          ],
          criteria: [{ name: 'Price', mean: 50, points: [{ score: 0 }, { score: 100, run_uuid: second.uuid }] }],
        },
      ],
    });
    expect(own.results).toHaveLength(1);
    const of = async (path: string, as: string) =>
      (await app.ask('GET', `progress${path}`, undefined, as)).body.results.map(
        ({ user_uuid: user }: { user_uuid: string }) => user,
      );
    expect((await of('', 'admin')).sort()).toEqual([people.mate.userUuid, people.admin.userUuid].sort());
    expect(await of(`?user_uuid=${people.mate.userUuid}`, 'admin')).toEqual([people.mate.userUuid]);
    expect(await of(`?user_uuid=${people.admin.userUuid}`, 'mate')).toEqual([]);
    expect(await of(`?user_uuid=${unknown}`, 'admin')).toEqual([]);
    expect(await of('', 'stranger')).toEqual([]);
    clock.ms += 91 * 24 * 3_600_000;
    expect(await of('', 'admin')).toEqual([]);
    expect((await app.ask('GET', 'progress?days=0')).status).toBe(400);
  });
});
