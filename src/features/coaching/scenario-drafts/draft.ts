import { type Pseudonyms, pseudonymsOf } from '../../../analysis/pseudonyms.ts';
import { redactTurns } from '../../../analysis/redaction.ts';
import type { WorkOptions } from '../../../threads/index.ts';
import type { Transcript, Turn } from '../../../transcripts/transcript.ts';
import { type Agenda, agendaOf } from './agenda.ts';
import { exchangesOf } from './exchanges.ts';
import { lineQualityOf, mannerOf } from './manner.ts';

/** A finished conversation and its analysis. */
export interface SourceCall {
  readonly uuid: string;
  readonly transcript: Transcript;
  readonly languageCode: string;
  readonly outcome: string | null;
  readonly sentiment: 'positive' | 'neutral' | 'negative' | null;
  /** Names and numbers of the people involved, the customer's first. */
  readonly names: readonly string[];
  readonly phones: readonly string[];
}

const most = { name: 120, turns: 60 } as const;
const leastTurns = 20;

/** Drafts on another thread. Throws a `ThreadFault` if it takes too long. */
export type DraftScenario = (call: SourceCall, options: WorkOptions) => Promise<ReturnType<typeof draftOf>>;

/** Drafts a persona and a scenario from a call, without personal data. Deterministic for a call. */
export function draftOf(call: SourceCall) {
  const redacted = redactTurns([...call.transcript]);
  const { languageCode } = call;
  const pseudonyms = pseudonymsOf(redacted, call, call.uuid);
  const transcript = redacted.map((turn) => withoutPeople(turn, pseudonyms));
  const exchanges = exchangesOf(transcript, languageCode);
  const agenda = agendaOf(exchanges);
  const name = pseudonyms.customerName;
  const commonFacts = agenda.facts.filter(({ isCommon }) => isCommon);
  const disclosed = agenda.facts.filter(({ isCommon }) => !isCommon);
  const lines = exchanges.length * 2;
  return {
    replaced: pseudonyms.replaced,
    persona: {
      name,
      profile: statedOf(commonFacts),
      objections: agenda.objections.map(({ text, strength, answeredBy }) => ({
        text,
        strength,
        ...(answeredBy.length === 0 ? {} : { answered_by: answeredBy }),
      })),
      speech_habits: mannerOf(transcript, exchanges, languageCode),
      language_code: languageCode,
    },
    scenario: {
      name: nameOf(agenda, name),
      situation: situationOf(agenda),
      objective: objectives[call.outcome ?? ''] ?? 'Give the customer what they called for.',
      difficulty: difficultyOf(call, agenda),
      agent_opens: transcript[0]?.speaker === 'agent',
      hidden_state: statedOf(disclosed),
      stop_conditions: { max_turns: Math.min(most.turns, Math.max(leastTurns, Math.round(1.5 * lines))) },
      line_quality: lineQualityOf(call.transcript),
    },
  } as const;
}

const withoutPeople = (turn: Turn, { text }: Pseudonyms): Turn => ({ ...turn, text: text(turn.text) });

const statedOf = (facts: Agenda['facts']): Record<string, { value: string; asked_when: string[] }> =>
  Object.fromEntries(facts.map(({ key, value, askedWhen }) => [key, { value, asked_when: [...askedWhen] }]));

/** In quotation marks, because the customer says it verbatim. */
const situationOf = ({ wishes }: Agenda): string =>
  wishes.length === 0 ? '"I am calling about my request."' : wishes.map((wish) => `"${wish}"`).join('\n');

function nameOf({ wishes }: Agenda, person: string): string {
  const [goal = 'A call'] = wishes;
  const short = goal.length <= most.name ? goal : `${goal.slice(0, most.name).replace(/\s\S*$/u, '')} …`;
  return `${person}: ${short}`;
}

/** Objective of the agent, by the outcome of the call. */
const objectives: Readonly<Record<string, string>> = {
  resolved: 'Resolve what the customer called about.',
  follow_up_scheduled: 'Agree on a follow-up.',
  visit_scheduled: 'Schedule the visit.',
  escalated: 'Hand the customer over to the right person.',
  interested: 'Win the interest of the customer.',
};

/** Determines the persona's patience: an unhappy customer has less. */
function difficultyOf({ sentiment }: SourceCall, { objections, withheld }: Agenda): 'easy' | 'medium' | 'hard' {
  if (withheld > 0 || (sentiment === 'negative' && objections.length > 1)) return 'hard';
  return sentiment === 'positive' && objections.length === 0 ? 'easy' : 'medium';
}
