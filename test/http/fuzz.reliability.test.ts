import { afterAll, beforeAll, expect, it } from 'vitest';
import { type FuzzTarget, fuzzCallers, fuzzTarget, judgeFuzz, openFuzzTarget } from '../../bench/trials/fuzz-http.ts';
import { type Fuzzer, findFuzzer } from '../../bench/trials/schemathesis.ts';
import { temporaryFolder } from './test-app.ts';

/** The built module: from source, the server would be translated again. */
const entry = new URL('../../dist/bench/trials/scripted-server.js', import.meta.url);

let fuzzer: Fuzzer;
let target: FuzzTarget | undefined;
const undo: (() => void | Promise<void>)[] = [];
beforeAll(async () => {
  fuzzer = await findFuzzer(process.env);
  if (!fuzzer.ok) return;
  const dataDir = temporaryFolder((work) => void undo.push(work));
  // One server for all callers, the most powerful last.
  target = await openFuzzTarget({ dataDir, env: { ...process.env, DATABASE_URL: '' }, entry });
});
afterAll(async () => {
  await target?.close();
  for (const work of undo) await work();
});

it.for(fuzzCallers)(
  'no request as %s gets a response that its operation does not declare',
  async (caller, { skip }) => {
    if (target === undefined || !fuzzer.ok) return skip(fuzzer.ok ? '' : fuzzer.reason);
    const options = { fuzzer, caller, seed: 1 };
    const short = await fuzzTarget(target, { ...options, seconds: 5 });
    // A busy machine may need the five seconds to read the description.
    const fuzzed = short.cases > 0 ? short : await fuzzTarget(target, { ...options, seconds: 30 });
    const { outcome, figure } = judgeFuzz(fuzzed, false);
    expect(outcome, `${figure}\n${fuzzed.output}`).toBe('pass');
  },
);
