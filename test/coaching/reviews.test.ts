import { describe, expect, test } from 'vitest';
import { kappaOf, type Pair } from '../../src/features/coaching/judge-quality/kappa.ts';
import { wilsonOf } from '../../src/statistics/index.ts';
import { onEachDatabase, people } from '../contacts/contacts-app.ts';
import { openCoach, unknown } from './coach-app.ts';
import { practise } from './practise.ts';

const times = (count: number, pair: Pair): Pair[] => Array.from({ length: count }, () => pair);

describe('agreement', () => {
  test('kappa has the value of the textbook, and is undefined where chance is certain', () => {
    const pairs = [
      ...times(20, ['yes', 'yes']),
      ...times(5, ['yes', 'no']),
      ...times(10, ['no', 'yes']),
      ...times(15, ['no', 'no']),
    ];
    expect(kappaOf(pairs)).toBeCloseTo(0.4, 10);
    expect(kappaOf(times(9, ['pass', 'pass']))).toBeUndefined();
    expect(kappaOf([])).toBeUndefined();
    expect(kappaOf([...times(3, ['a', 'a']), ...times(3, ['b', 'b'])])).toBe(1);
  });

  test("Wilson's interval contains the share, and ends at 0", () => {
    const [low, high] = wilsonOf(0, 20);
    expect(low).toBeCloseTo(0, 12);
    expect(high).toBeCloseTo(0.161, 3);
  });
});

onEachDatabase('reviews of runs', ({ place }) => {
  test("a person's verdict and scores are kept beside the judge's, and counted", async () => {
    const app = await openCoach(await place());
    const { ask } = app;
    const { id } = await app.field('Price', 'Sale', ['ten euros']);
    const { uuid } = await app.scenario({ rubric: 'Sale', objective: 'Tell the price.' });
    const quality = async (as = 'mate') => (await ask('GET', 'judge', undefined, as)).body;
    const run = await practise(app, uuid, ['The lamp costs ten euros.']);
    expect(run).toMatchObject({ verdict: 'pass', review: null, scores: [{ score: 100 }] });
    const path = `runs/${run.uuid}/review`;
    const scores = [{ field_id: `${id}`, score: 40 }];
    const body = { verdict: 'fail', scores, reason: 'The price is wrong.' };
    const stored = { ...body, user_uuid: people.admin.userUuid, updated_at: expect.any(String) };
    expect(await ask('PUT', path, body)).toEqual({ status: 200, body: stored });
    expect((await ask('GET', `runs/${run.uuid}`)).body).toMatchObject({
      verdict: 'pass',
      score: 100,
      review: stored,
    });
    expect((await ask('GET', 'runs')).body.results[0].review).toEqual(stored);
    expect((await ask('PUT', path, { reason: 'Right after all.' })).body).toMatchObject({ verdict: null, scores: [] });

    for (const [given, as, status] of [
      [body, 'mate', 403],
      [body, 'key', 403],
      [body, 'stranger', 404],
      [{ verdict: 'fail' }, 'admin', 400],
      [{ ...body, verdict: 'good' }, 'admin', 400],
      [{ ...body, scores: [{ field_id: 'other', score: 1 }] }, 'admin', 400],
      [{ ...body, scores: [...scores, ...scores] }, 'admin', 400],
    ] as const)
      expect((await ask('PUT', path, given, as)).status).toBe(status);
    expect((await ask('PUT', `runs/${unknown}/review`, body)).status).toBe(404);

    expect(await quality()).toMatchObject({ least: 20, verdicts: { count: 1, agreed: null, kappa: null } });
    for (let i = 0; i < 19; i += 1) {
      const { uuid: other } = await practise(app, uuid, [i < 9 ? 'Good morning.' : 'The lamp costs ten euros.']);
      await ask('PUT', `runs/${other}/review`, { reason: 'Seen.', ...(i === 0 ? { verdict: 'pass' } : {}) });
    }
    expect(await quality()).toMatchObject({
      verdicts: { count: 20, agreed: 0.95, kappa: expect.any(Number) },
      criteria: { count: 20, agreed: 1, kappa: 1 },
      invalid_runs: { count: 0, rate: null },
    });
    expect(await quality('stranger')).toMatchObject({ verdicts: { count: 0 } });

    expect((await ask('POST', 'judge/checks', {}, 'mate')).status).toBe(403);
    expect((await ask('POST', 'judge/checks', { limit: 21 })).status).toBe(400);
    const seen = new Set<string>();
    for (let i = 0; i < 2; i += 1) {
      const checked = await ask('POST', 'judge/checks', { limit: 10 });
      expect(checked.status).toBe(201);
      for (const { run_uuid: one, flipped } of checked.body.results) {
        expect(flipped).toBe(false);
        seen.add(one);
      }
    }
    expect(seen.size).toBe(20);
    expect(await quality()).toMatchObject({ flips: { count: 20, hits: 0, rate: 0, low: 0, high: 0.161 } });
    expect((await ask('POST', 'judge/checks', {}, 'stranger')).body).toEqual({ results: [] });
    expect((await ask('DELETE', `runs/${run.uuid}`)).status).toBe(204);
    expect(await quality()).toMatchObject({ verdicts: { count: 19 }, flips: { count: 19, rate: null } });
  });
});
