import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { fromUpload } from './packing.ts';
import type { GalleryAgent } from './schema.ts';

export interface Gallery {
  /** By name of their files. */
  list(): Promise<readonly GalleryAgent[]>;
  /** Returns the file of an agent; undefined if there is none. */
  file(key: string): Promise<Buffer | undefined>;
}

const described = z.object({
  name: z.string(),
  voice_config: z.object({ language_code: z.string() }),
});
const campaign = z.object({
  kind: z.enum(['inbound', 'outbound']),
  config: z.object({
    business_name: z.string(),
    description: z.string().default(''),
    goals: z.array(z.object({ id: z.string() })).default([]),
  }),
});

/** Agents that come with the product, as files that an import reads. The folder is read once. */
export function createGallery(dir: string): Gallery {
  let reading: Promise<ReadonlyMap<string, { readonly bytes: Buffer; readonly about: GalleryAgent }>> | undefined;
  const all = () => {
    reading ??= readAll(dir);
    return reading;
  };
  return {
    list: async () => [...(await all()).values()].map(({ about }) => about),
    file: async (key) => (await all()).get(key)?.bytes,
  };
}

async function readAll(dir: string) {
  const names = (await readdir(dir).catch(() => [])).filter((name) => name.endsWith('.json')).sort();
  const agents = new Map<string, { readonly bytes: Buffer; readonly about: GalleryAgent }>();
  for (const name of names) {
    const bytes = await readFile(join(dir, name));
    const bundle = await fromUpload(bytes);
    if ('wrong' in bundle) continue;
    const { file } = bundle;
    const agent = described.safeParse(file.agent).data;
    const first = campaign.safeParse(file.campaigns[0]).data;
    if (agent === undefined || first === undefined) continue;
    const key = name.slice(0, -'.json'.length);
    const about = {
      key,
      name: agent.name,
      business_name: first.config.business_name,
      description: first.config.description,
      kind: first.kind,
      language_code: agent.voice_config.language_code,
      goals: first.config.goals.map(({ id }) => id),
      scenarios: file.scenarios.map((scenario) => `${scenario.name}`),
    };
    agents.set(key, { bytes, about });
  }
  return agents;
}
