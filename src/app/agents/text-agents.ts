import type { openTextAgent, TextAgent } from '../../../media/index.ts';
import type { Config } from '../../config/config.ts';
import type { MediaPlane } from '../platform/overrides.ts';

type Open = typeof openTextAgent;

/**
 * Returns the loader of the agent engine for text conversations; undefined where a stand-in for the media plane has
 * none.
 */
export function textAgentOf(standIn: MediaPlane | undefined): Open | undefined {
  // Imported late, like the media plane.
  return standIn === undefined
    ? async (options) => (await import('../../../media/index.ts')).openTextAgent(options)
    : standIn.openTextAgent;
}

/** Creates an agent engine for text conversations that is opened on first use. */
export function createTextAgents(open: Open | undefined, media: Config['media']) {
  let opening: Promise<TextAgent> | undefined;
  return {
    agent(): Promise<TextAgent> {
      if (open === undefined) return Promise.reject(new Error('the agent engine is not available'));
      const { modelsDir, executionProviders: providers } = media;
      const opened = opening ?? open({ modelsDir, providers });
      opening = opened;
      opened.catch(() => {
        opening = undefined;
      });
      return opened;
    },
    async close(): Promise<void> {
      const opened = opening;
      opening = undefined;
      await (await opened?.catch(() => undefined))?.close();
    },
  };
}
