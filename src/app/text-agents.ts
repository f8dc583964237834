import type { openTextAgent, TextAgent } from '../../media/index.ts';
import type { Config } from '../config/config.ts';
import type { MediaPlane } from './overrides.ts';

type Open = typeof openTextAgent;

/** Opens the agent engine for conversations in writing; undefined where a stand-in for the media plane has none. */
export function textAgentOf(standIn: MediaPlane | undefined): Open | undefined {
  // Imported late, as the media plane is.
  return standIn === undefined
    ? async (options) => (await import('../../media/index.ts')).openTextAgent(options)
    : standIn.openTextAgent;
}

/** With other models than the usual one; the least recently opened is closed when there are more. */
const mostOpen = 3;

/** Agents by the language model that plays them, opened when they are first needed. */
export function createTextAgents(open: Open | undefined, media: Config['media']) {
  const agents = new Map<string, Promise<TextAgent>>();

  function opened(key: string, llm: Config['media']['llm']): Promise<TextAgent> {
    const known = agents.get(key);
    if (known !== undefined) return known;
    if (open === undefined) return Promise.reject(new Error('the agent engine is not available'));
    const { modelsDir, executionProviders: providers } = media;
    const agent = open({ modelsDir, providers, ...(llm === undefined ? {} : { llm }) });
    agents.set(key, agent);
    agent.catch(() => agents.delete(key));
    if (agents.size > mostOpen) void closeOne();
    return agent;
  }

  async function closeOne(): Promise<void> {
    const [oldest] = [...agents].filter(([key]) => key !== '');
    if (oldest === undefined) return;
    agents.delete(oldest[0]);
    await (await oldest[1].catch(() => undefined))?.close();
  }

  return {
    /** With the usual agent where no language model is configured. */
    agentOf(model: string | null): Promise<TextAgent> {
      const { llm } = media;
      if (llm === undefined || model === null || model === llm.model) return opened('', llm);
      return opened(model, { ...llm, model });
    },
    async close(): Promise<void> {
      const all = [...agents.values()];
      agents.clear();
      for (const agent of all) await (await agent.catch(() => undefined))?.close();
    },
  };
}
