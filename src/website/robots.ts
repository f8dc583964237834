import { isSameSite } from './addresses.ts';
import { followed, type SiteFetch } from './fetch-page.ts';
import { SiteFault } from './site-fault.ts';
import type { RobotsFile } from './site-messages.ts';

const mostCharacters = 500_000;

/** Fetches the rules of a site for programs. A site without them allows everything; one that fails, nothing. */
export async function readRobots(fetch: SiteFetch, start: URL, signal: AbortSignal): Promise<RobotsFile> {
  const url = `${start.origin}/robots.txt`;
  try {
    const { answer } = await followed(fetch, url, { signal, mayFollow: async (next) => isSameSite(next, start) });
    if (answer !== undefined && answer.status >= 500)
      throw new SiteFault(`The site returned ${answer.status} for its robots.txt. Try again later.`);
    if (answer?.status === 200) return { url, text: (await answer.text()).slice(0, mostCharacters) };
    await answer?.body?.cancel();
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof SiteFault) throw error;
    // A site that cannot be reached at all fails with its start page, which says why.
  }
  return { url, text: '' };
}
