import { afterEach, describe, expect, test } from 'vitest';
import type { EngineUse } from '../../media/inference/client.ts';
import { connectHere, type EnginePool, openEnginePool } from '../../media/inference/pool.ts';
import type { EngineClient } from '../../media/line/engine.ts';
import type { ScriptedJob } from './scripted-engine.mjs';

let pool: EnginePool;

async function open(
  options: {
    threads?: number;
    concurrency?: number;
    timeoutMs?: number;
    hungAfterMs?: number;
    moves?: boolean;
    shedAfterMs?: number;
  } = {},
): Promise<EngineClient<ScriptedJob & { slackMs?: number }, string>> {
  pool = await openEnginePool({
    name: 'scripted',
    threads: options.threads ?? 1,
    concurrency: options.concurrency ?? 1,
    providers: ['cpu'],
    niceness: 0,
    engines: [{ name: 'scripted', module: new URL('./scripted-engine.mjs', import.meta.url).href, config: null }],
    log: () => {},
    ...(options.hungAfterMs === undefined ? {} : { hungAfterMs: options.hungAfterMs }),
  });
  return connectHere(pool).engine({
    engine: 'scripted',
    slackMs: (job) => job.slackMs ?? 0,
    weight: () => 10,
    timeoutMs: options.timeoutMs ?? 200_000,
    ...(options.moves === undefined ? {} : { moves: options.moves }),
    shedAfterMs: () => options.shedAfterMs,
  });
}

afterEach(() => pool.close());

const collect = async (results: AsyncIterable<string>): Promise<string[]> => {
  const all: string[] = [];
  for await (const result of results) all.push(result);
  return all;
};
const wanted = new AbortController().signal;
/** A busy machine starts a thread in seconds. */
const patient = { timeout: 60_000 };

describe('a pool of engine threads', () => {
  test('streams results in order and forgets the weight of finished jobs', async () => {
    const engine = await open();
    expect(await collect(engine.run({ do: 'count', upTo: 3 }, wanted))).toEqual(['1', '2', '3']);
    expect(pool.load).toBe(0);
  });

  test('ends an aborted job quietly and stops its engine', async () => {
    const engine = await open();
    const asker = new AbortController();
    const seen: string[] = [];
    for await (const result of engine.run({ do: 'count', upTo: 1e9, pauseMs: 1 }, asker.signal)) {
      seen.push(result);
      if (seen.length === 3) asker.abort();
    }
    expect(seen).toEqual(['1', '2', '3']);
    expect(await collect(engine.run({ do: 'count', upTo: 1 }, wanted))).toEqual(['1']);
    await expect.poll(() => pool.jobTotals.scripted?.finished.jobs, patient).toBe(1);
    // Threads report apart from each other.
    await expect.poll(() => pool.jobTotals.scripted?.dropped.jobs, patient).toBe(1);
  });

  test('wakes an engine that waits for the network when its job is aborted or left', async () => {
    const engine = await open({ concurrency: 4 });
    for (const leave of [true, false]) {
      const woken = new Int32Array(new SharedArrayBuffer(4));
      const asker = new AbortController();
      for await (const _ of engine.run({ do: 'wait_for_abort', woken }, asker.signal)) {
        if (leave) break;
        asker.abort();
      }
      await expect.poll(() => Atomics.load(woken, 0), patient).toBe(1);
    }
  });

  test('runs urgent jobs first, and unwanted jobs never', async () => {
    const engine = await open();
    const stale = new AbortController();
    const busy = collect(engine.run({ do: 'work', name: 'first', ms: 500 }, wanted));
    const jobs = [
      collect(engine.run({ do: 'work', name: 'partial', ms: 1, slackMs: 3000 }, wanted)),
      collect(engine.run({ do: 'work', name: 'stale', ms: 1, slackMs: 2000 }, stale.signal)),
      collect(engine.run({ do: 'work', name: 'final', ms: 1, slackMs: 0 }, wanted)),
    ];
    stale.abort();
    await busy;
    expect((await Promise.all(jobs))[0]).toEqual(['first final partial']);
  });

  test.each([true, false])('passes samples to the engine; moved: %s', async (moves) => {
    const engine = await open({ moves });
    const samples = Float32Array.of(1, 2, 3);
    expect(await collect(engine.run({ do: 'sum', samples }, wanted))).toEqual(['6']);
    expect(samples.length).toBe(moves ? 0 : 3);
  });

  test('keeps the name of an error across threads', async () => {
    const engine = await open();
    await expect(collect(engine.run({ do: 'fail' }, wanted))).rejects.toMatchObject({ code: 'voice_unknown' });
  });

  test('fails the job of a dead thread and replaces the thread', async () => {
    const engine = await open();
    await expect(collect(engine.run({ do: 'die' }, wanted))).rejects.toMatchObject({ code: 'engine_died' });
    await expect
      .poll(async () => collect(engine.run({ do: 'count', upTo: 1 }, wanted)).catch(() => []), patient)
      .toEqual(['1']);
    expect(pool.restarts).toBe(1);
  });

  test('separates engines of different lanes, or runs all on each thread if there are too few', async () => {
    const module = new URL('./scripted-engine.mjs', import.meta.url).href;
    const engines = [
      { name: 'recognise', lane: 0, module, config: null },
      { name: 'speak', lane: 1, module, config: null },
    ];
    for (const threads of [2, 1]) {
      pool = await openEnginePool({
        name: 'lanes',
        threads,
        concurrency: 1,
        providers: ['cpu'],
        niceness: 0,
        engines,
        log: () => {},
      });
      const client = connectHere(pool);
      const use = { slackMs: () => 0, weight: () => 10, timeoutMs: 200_000 };
      const recognise = client.engine<ScriptedJob, string>({ engine: 'recognise', ...use });
      const speak = client.engine<ScriptedJob, string>({ engine: 'speak', ...use });
      await expect(collect(speak.run({ do: 'die' }, wanted))).rejects.toMatchObject({ code: 'engine_died' });
      // The thread of `speak` is being started again; `recognise` has one of its own, or had the same.
      await expect(collect(speak.run({ do: 'count', upTo: 1 }, wanted))).rejects.toThrow(
        'every thread that runs speak',
      );
      const heard = collect(recognise.run({ do: 'count', upTo: 1 }, wanted));
      if (threads === 2) expect(await heard).toEqual(['1']);
      else await expect(heard).rejects.toThrow('every thread that runs recognise');
      await pool.close();
    }
  });

  describe('with an engine whose jobs spill', () => {
    const module = new URL('./scripted-engine.mjs', import.meta.url).href;
    type Use = Omit<EngineUse<ScriptedJob>, 'engine' | 'weight' | 'timeoutMs'>;

    /** `recognise` is at home on the first of two threads; `speak` is on the second alone. */
    async function openLanes(use: Partial<Use> = {}) {
      pool = await openEnginePool({
        name: 'lanes',
        threads: 2,
        concurrency: 1,
        providers: ['cpu'],
        niceness: 0,
        log: () => {},
        engines: [
          { name: 'recognise', lane: 0, spills: true, module, config: null },
          { name: 'speak', lane: 1, module, config: null },
        ],
      });
      const client = connectHere(pool);
      const timing = { slackMs: () => 0, weight: () => 10, timeoutMs: 200_000 };
      return {
        recognise: client.engine<ScriptedJob, string>({ ...timing, ...use, engine: 'recognise' }),
        speak: client.engine<ScriptedJob, string>({ ...timing, engine: 'speak' }),
      };
    }

    test('an idle thread takes the job that waits for a busy one', async () => {
      const { recognise } = await openLanes();
      const hung = collect(recognise.run({ do: 'work', name: 'long', ms: 1500 }, wanted));
      // Each thread has an engine of its own, which names what it has done.
      expect(await collect(recognise.run({ do: 'work', name: 'short', ms: 1 }, wanted))).toEqual(['short']);
      expect(await hung).toEqual(['long']);
    });

    test('a job without spilling stays on its home thread', async () => {
      const { recognise } = await openLanes({ spills: () => false });
      const first = collect(recognise.run({ do: 'work', name: 'first', ms: 300 }, wanted));
      expect(await collect(recognise.run({ do: 'work', name: 'second', ms: 1 }, wanted))).toEqual(['first second']);
      await first;
    });

    test('a waiting job runs on the first free thread', async () => {
      const { recognise, speak } = await openLanes();
      const long = collect(recognise.run({ do: 'work', name: 'long', ms: 1500 }, wanted));
      const spoken = collect(speak.run({ do: 'work', name: 'spoken', ms: 100 }, wanted));
      const waits = collect(recognise.run({ do: 'work', name: 'waits', ms: 1 }, wanted));
      expect(await waits).toEqual(['waits']);
      expect(await spoken).toEqual(['spoken']);
      expect(await long).toEqual(['long']);
    });

    test('another thread runs jobs while the home thread restarts', async () => {
      const { recognise } = await openLanes({ spills: () => false });
      await expect(collect(recognise.run({ do: 'die' }, wanted))).rejects.toMatchObject({ code: 'engine_died' });
      expect(await collect(recognise.run({ do: 'count', upTo: 1 }, wanted))).toEqual(['1']);
    });
  });

  test('drops a job when no thread becomes free in time', async () => {
    const engine = await open({ shedAfterMs: 50 });
    const busy = collect(engine.run({ do: 'work', name: 'busy', ms: 500 }, wanted));
    await expect(collect(engine.run({ do: 'count', upTo: 1 }, wanted))).rejects.toMatchObject({ code: 'job_shed' });
    expect(await busy).toEqual(['busy']);
    expect(pool.load).toBe(0);
  });

  test('replaces a hung thread while the other one works', async () => {
    const engine = await open({ threads: 2, hungAfterMs: 1200 });
    const hung = collect(engine.run({ do: 'hang' }, wanted));
    const failure = expect(hung).rejects.toMatchObject({
      code: 'engine_died',
      message: expect.stringContaining('hung'),
    });
    expect(await collect(engine.run({ do: 'count', upTo: 2 }, wanted))).toEqual(['1', '2']);
    await failure;
    await expect.poll(() => pool.restarts, patient).toBe(1);
    expect(await collect(engine.run({ do: 'count', upTo: 1 }, wanted))).toEqual(['1']);
  });

  test('treats an engine that waits forever as hung, though its thread lives', async () => {
    const engine = await open({ hungAfterMs: 1200 });
    await expect(collect(engine.run({ do: 'wait' }, wanted))).rejects.toMatchObject({ code: 'engine_died' });
    await expect
      .poll(async () => collect(engine.run({ do: 'count', upTo: 1 }, wanted)).catch(() => []), patient)
      .toEqual(['1']);
  });

  test('lets a job wait for any time behind others', async () => {
    const engine = await open({ concurrency: 4, hungAfterMs: 1200, timeoutMs: 3000 });
    await expect(collect(engine.run({ do: 'wait' }, wanted))).rejects.toMatchObject({ code: 'job_timeout' });
    expect(pool.restarts).toBe(0);
  });

  test('does not treat a long job of many steps as a hang', async () => {
    const engine = await open({ hungAfterMs: 1400 });
    const steps = await collect(engine.run({ do: 'count', upTo: 16, pauseMs: 100 }, wanted));
    expect(steps).toHaveLength(16);
    expect(pool.restarts).toBe(0);
  });

  test('reports wait and run time by kind', async () => {
    const engine = await open();
    await Promise.all(['a', 'b'].map((name) => collect(engine.run({ do: 'work', name, ms: 100, slackMs: 0 }, wanted))));
    await expect.poll(() => pool.jobs.scripted?.jobs, patient).toBe(2);
    expect(pool.jobs.scripted?.runP50Ms).toBeGreaterThanOrEqual(100);
    expect(pool.jobs.scripted?.waitP95Ms).toBeGreaterThanOrEqual(90);
  });

  test('does not restart a healthy thread because of a slow reader', async () => {
    const engine = await open({ timeoutMs: 1500 });
    const results = engine.run({ do: 'count', upTo: 3 }, wanted)[Symbol.asyncIterator]();
    await results.next();
    await new Promise((resolve) => setTimeout(resolve, 1700));
    expect(await results.next()).toMatchObject({ value: '2' });
    expect(pool.restarts).toBe(0);
  });

  test('does not mistake a long queue for a hung thread', async () => {
    const engine = await open({ timeoutMs: 1200 });
    const jobs = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) =>
      collect(engine.run({ do: 'work', name, ms: 450 }, wanted)).catch((error: { code: string }) => [error.code]),
    );
    const answers = (await Promise.all(jobs)).flat();
    expect(answers[0]).toBe('a');
    expect(answers.at(-1)).toBe('job_timeout');
    expect(pool.restarts).toBe(0);
  });

  test('forgets the weight of a dead thread’s jobs', async () => {
    const engine = await open();
    const link = pool.connect({ lost: () => {}, replaced: () => {} });
    Atomics.add(link.load, link.row * pool.threads, 500);
    expect(pool.load).toBe(500);
    pool.disconnect(link);
    expect(pool.load).toBe(0);
    expect(await collect(engine.run({ do: 'count', upTo: 1 }, wanted))).toEqual(['1']);
  });

  test('closes while a dead thread is being replaced', async () => {
    const engine = await open();
    await expect(collect(engine.run({ do: 'die' }, wanted))).rejects.toMatchObject({ code: 'engine_died' });
    await pool.close();
    await expect(collect(engine.run({ do: 'count', upTo: 1 }, wanted))).rejects.toMatchObject({ code: 'engine_died' });
  });

  test('rejects results that outrun the reader with a fault, instead of truncating', async () => {
    const engine = await open();
    const results = engine.run({ do: 'count', upTo: 5000 }, wanted)[Symbol.asyncIterator]();
    await results.next();
    // All of them were given, and none is on its way any more.
    await expect.poll(() => pool.jobs.scripted?.jobs, patient).toBe(1);
    const rest = (async () => {
      for (let next = await results.next(); next.done !== true; next = await results.next());
    })();
    await expect(rest).rejects.toMatchObject({ code: 'engine_overloaded' });
  });
});
