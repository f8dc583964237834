import { beforeAll, expect, it } from 'vitest';
import { conform, coreCases } from '../../bench/trials/conformance.ts';
import { findSuite, type Suite } from '../../bench/trials/kosoku.ts';

let suite: Suite;
beforeAll(async () => {
  suite = await findSuite(process.env);
});

it.for(['uws', 'ws'] as const)('the driver %s speaks WebSocket as RFC 6455 has it', async (driver, { skip }) => {
  const verdict = await conform({ driver, suite, cases: coreCases, env: process.env });
  skip(verdict.outcome === 'skip', verdict.figure);
  expect(verdict).toMatchObject({ outcome: 'pass', figure: '247 of 247' });
});
