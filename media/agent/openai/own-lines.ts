import { packOf } from '../../language/languages.ts';
import type { AgentPlan, HeardLine } from '../../line/agent.ts';
import { english } from '../embedded/wording.ts';

/** Lines with which code bridges a wait or a lost reply. */
const bridges = ['moment', 'lost_thread'] as const;

/**
 * Returns what the agent said, without what code said for the model: requests to wait and apologies. A model that reads
 * them as its own words repeats them in place of an answer, and one that finds them behind the result of a tool has
 * nothing to add.
 */
export function modelWordsOf({ text, interrupted }: HeardLine, plan: AgentPlan): string {
  const lines = ownLinesOf(plan);
  const rest = lines
    .reduce((words, line) => words.replaceAll(line, ' '), text)
    .replace(/\s+/g, ' ')
    .trim();
  const bare = rest.replace(/[\s.,…]+$/, '');
  if (interrupted !== true || bare === '') return rest;
  return lines.some((line) => line.startsWith(bare)) ? '' : `${bare}…`;
}

/** Longest first, because one may begin like another. */
function ownLinesOf({ languageCode, tools }: AgentPlan): readonly string[] {
  const pack = packOf(languageCode);
  const said = bridges.flatMap((name) => pack?.wording?.lines[name] ?? english[name]);
  const { moment, apology, hold, progress } = pack?.lines ?? {};
  const spoken = [moment, apology, ...(hold ?? []), ...(progress ?? [])];
  const announcements = tools.map(({ announcement }) => announcement);
  return [...said, ...spoken, ...announcements]
    .filter((line) => line !== undefined && line.trim() !== '')
    .sort((one, other) => (other as string).length - (one as string).length) as string[];
}
