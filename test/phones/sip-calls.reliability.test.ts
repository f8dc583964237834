import { expect, test } from 'vitest';
import { hasSipp, placeSipCalls } from '../../bench/trials/sip-calls.ts';
import { testModelsDir } from '../models.ts';

const isHere = await hasSipp();

test.skipIf(!isHere)(
  'calls of sipp are answered and ended, and none is left (needs the package sip-tester)',
  async () => {
    const env = { ...process.env, MODELS_DIR: testModelsDir };
    const { failed, leftOpen } = await placeSipCalls({ env, calls: 20, batch: 20 });
    expect({ failed, leftOpen }).toEqual({ failed: 0, leftOpen: 0 });
  },
);
