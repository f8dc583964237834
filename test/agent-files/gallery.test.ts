import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { agentFilesOnce } from './agent-files-app.ts';

const dir = join(import.meta.dirname, '..', '..', 'gallery');

const keys = readdirSync(dir).filter((name) => name.endsWith('.json'));

describe('the gallery', () => {
  const open = agentFilesOnce();

  test('six businesses are offered, each with goals and two scenarios', async () => {
    const { body } = await open().ask('member', 'GET', '/api/voice/agents/gallery');
    const agents = body.agents as { key: string; goals: string[]; scenarios: string[]; description: string }[];
    expect(agents.map(({ key }) => key)).toEqual([
      'clinic',
      'collections',
      'property',
      'restaurant',
      'support',
      'survey',
    ]);
    for (const { goals, scenarios, description } of agents) {
      expect(goals.length).toBeGreaterThan(1);
      expect(scenarios).toHaveLength(2);
      expect(description.length).toBeGreaterThan(40);
    }
    expect((await open().ask('member', 'GET', '/api/voice/agents/gallery/bakery')).status).toBe(404);
  });

  test.each(keys)('%s is imported, and exported with the same bytes', async (key) => {
    const app = open();
    const bytes = readFileSync(join(dir, key));
    const made = await app.imported('admin', bytes);
    expect(made, JSON.stringify(made.body)).toMatchObject({ status: 201 });
    const exported = await app.exported('admin', `${made.body.agent_uuid}`);
    expect(exported.bytes.toString()).toBe(bytes.toString());
  });
});
