import { packOf } from '../../language/languages.ts';
import type { AgentAction, AgentPlan, AgentRequest, HeardLine } from '../../line/agent.ts';
import { english, type Say, sayIn } from '../embedded/wording.ts';
import { type Phrase, phrasesOf } from '../phrases.ts';

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
    .reduce((words, line) => words.replaceAll(spaced(line), ''), spaced(text))
    .replace(/\s+/g, ' ')
    .trim();
  const bare = rest.replace(/[\s.,…]+$/, '');
  if (interrupted !== true || bare === '') return rest;
  return lines.some((line) => line.startsWith(bare)) ? '' : `${bare}…`;
}

/** Two spaces between words, so that neighbours share none and a line is found only where it is not part of a word. */
const spaced = (text: string): string => ` ${text.trim().split(/\s+/).join('  ')} `;

/** Longest first, because one may begin like another. */
function ownLinesOf({ languageCode, tools }: AgentPlan): readonly string[] {
  const pack = packOf(languageCode);
  const bridgeLines = bridges.flatMap((name) => pack?.wording?.lines[name] ?? english[name]);
  const { moment, apology, hold, progress } = pack?.lines ?? {};
  const spoken = [moment, apology, ...(hold ?? []), ...(progress ?? [])];
  const announcements = tools.map(({ announcement }) => announcement);
  return [...bridgeLines, ...spoken, ...announcements]
    .filter((line) => line !== undefined && line.trim() !== '')
    .sort((a, b) => (b as string).length - (a as string).length) as string[];
}

/** Why the reply of a model did not come to its end. */
export type Failure = 'llm_timeout' | 'llm_error' | 'llm_cut' | 'llm_garbage' | 'llm_withheld';

export const sayOf = ({ plan, callUuid, turn }: AgentRequest): Say => sayIn(plan.languageCode, `${callUuid}:${turn}`);

/** Returns the apology after a reply that broke off or was withheld as confidential. The caller hears what was done anyway. */
export function brokenOff(request: AgentRequest, outcome: Failure, spokenChars: number): readonly Phrase[] {
  const { input, plan } = request;
  const isDone = spokenChars === 0 && input.kind === 'tool_result' && input.ok && outcome !== 'llm_withheld';
  const tool = isDone ? plan.tools.find(({ name }) => name === input.name) : undefined;
  const line = outcome === 'llm_withheld' ? 'withheld' : tool?.effect === 'write' ? 'tool_done' : 'lost_thread';
  return phrasesOf(sayOf(request)(line));
}

/**
 * Returns what to say when the model acts without text, so that the caller does not wait in silence. `saidText`: what the
 * reply has said instead of the model, which was a request to wait.
 */
export function silentActions(
  request: AgentRequest,
  [action]: readonly AgentAction[],
  saidText: string,
): readonly Phrase[] {
  const say = sayOf(request);
  if (action?.kind === 'end' && action.reason !== 'voicemail') return phrasesOf(request.plan.goodbye);
  if (action?.kind === 'transfer') return phrasesOf(say('connecting'));
  if (action?.kind === 'hand_over') {
    const branches = request.plan.goals.flatMap(({ next = [] }) => next);
    const branch = branches.find(({ agent, go }) => agent === action.agent && go === action.go);
    return phrasesOf(branch?.say ?? say('connecting'));
  }
  if (action?.kind !== 'tool') return [];
  const tool = request.plan.tools.find(({ name }) => name === action.name);
  return phrasesOf(tool?.announcement ?? (saidText === '' ? say('moment') : ''));
}
