import { expect, test } from 'vitest';
import { agents, attackAgent, verdictsOf } from '../../bench/trials/attack-agent.ts';
import { testModelsDir } from '../models.ts';

/** Every attack runs with `npm run trial -- attack-agent`. */
const every = 5;

test.each(agents)('the %s agent follows its plan only', async (agent) => {
  const rows = await attackAgent({ agent, modelsDir: testModelsDir, every, spoken: [] });
  expect(rows.flatMap(({ breaches }) => breaches)).toEqual([]);
  expect(verdictsOf(rows).filter(({ outcome }) => outcome !== 'pass')).toEqual([]);
});
