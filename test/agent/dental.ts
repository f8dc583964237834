import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { AgentPlan, KnowledgeDocument } from '../../media/line/agent.ts';

/** Returns the plan of an example flow, as the control plane would build it. */
export function examplePlan(name: string): AgentPlan {
  const folder = join(import.meta.dirname, '../../examples', name);
  const flow = JSON.parse(readFileSync(join(folder, 'flow.json'), 'utf8'));
  const documents = join(folder, flow.knowledge_dir);
  const knowledge: KnowledgeDocument[] = readdirSync(documents)
    .sort()
    .map((file) => {
      const text = readFileSync(join(documents, file), 'utf8');
      return { id: basename(file, '.md'), title: /^# (.*)$/m.exec(text)?.[1] ?? file, text };
    });
  return { ...flow.agent, knowledge, contact: {} };
}
