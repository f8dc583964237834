import { beforeAll, expect, it } from 'vitest';
import { fuzzCallers, fuzzServer } from '../../bench/trials/fuzz-http.ts';
import { type Fuzzer, findFuzzer } from '../../bench/trials/schemathesis.ts';

/** As it was built: from its source each start would translate the whole server anew. */
const entry = new URL('../../dist/bench/trials/scripted-server.js', import.meta.url);

let fuzzer: Fuzzer;
beforeAll(async () => {
  fuzzer = await findFuzzer(process.env);
});

it.for(fuzzCallers)(
  'no request as %s gets a response that its operation does not declare',
  async (caller, { skip }) => {
    const verdict = await fuzzServer({ fuzzer, caller, env: process.env, seconds: 5, seed: 1, entry });
    skip(verdict.outcome === 'skip', verdict.figure);
    expect(verdict, verdict.figure).toMatchObject({ outcome: 'pass' });
  },
);
