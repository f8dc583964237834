import type { AgentPlan } from '../../media/ports.ts';
import { newPersona } from '../../src/features/coaching/personas/schema.ts';
import type { Played, Snapshot } from '../../src/features/coaching/practice-runs/index.ts';
import { draftOf } from '../../src/features/coaching/scenario-drafts/index.ts';
import type { Criterion } from '../../src/features/coaching/scenarios/index.ts';
import { newScenario } from '../../src/features/coaching/scenarios/schema.ts';
import type { Transcript } from '../../src/transcripts/transcript.ts';
import { type Defect, defects } from './defects.ts';

export interface Reproduction {
  readonly name: string;
  /** In the original call, the correct agent meets the criterion and the defective one does not. */
  readonly isSeeded: boolean;
  /** The criterion fails again in the scenario made from the call, played with another seed. */
  readonly failsAgain: boolean;
  readonly passesWhenMended: boolean;
  /** Why a run of the scenario has no result. */
  readonly error: string | undefined;
  /** Words of the customer's own data that remain in the scenario. */
  readonly leaks: readonly string[];
  readonly ms: number;
}

type Play = (plan: AgentPlan, snapshot: Snapshot, seed: number) => Promise<Played>;
/** Returns the score of the only criterion. */
type Judge = (snapshot: Snapshot, played: Played) => Promise<number>;

const bar = 70;
const people = [
  ['Nora Whitfield', '415 867 2671'],
  ['Marcus Oyelaran', '312 664 9085'],
  ['Priyanka Deshmukh', '617 442 7730'],
  ['Tobias Lindqvist', '206 918 4456'],
  ['Ewa Kaczmarek', '773 250 6149'],
] as const;

/** For each defective agent: makes a call, derives a scenario from it, and plays the scenario. */
export async function reproductions(plan: AgentPlan, base: Snapshot, { play, judge }: { play: Play; judge: Judge }) {
  const results: Reproduction[] = [];
  for (const [index, defect] of defects.entries()) results.push(await reproduced(defect, index));
  return results;

  async function reproduced(defect: Defect, index: number): Promise<Reproduction> {
    const [name, phone] = people[index % people.length] as (typeof people)[number];
    const criteria = [criterionOf(defect)];
    const call: Snapshot = {
      ...base,
      criteria,
      persona: { ...base.persona, name, profile: { phone_number: phone }, objections: [], hidden_state: {} },
      scenario: {
        ...base.scenario,
        situation: defect.situation,
        hidden_state: {},
        stop_conditions: { max_turns: 30, satisfied_when: null, hangup_triggers: [] },
      },
    };
    const broken = defect.breakAgent(plan);
    const [right, wrong] = [await play(plan, call, index), await play(broken, call, index)];
    const isSeeded = (await judge(call, right)) >= bar && (await judge(call, wrong)) < bar;
    const startMs = performance.now();
    const draft = draftOf({
      uuid: `call-${index}`,
      transcript: turnsOf(wrong),
      languageCode: 'en-US',
      outcome: null,
      sentiment: null,
      // In every other case the contact's name and number are unknown.
      ...(index % 2 === 0 ? { names: [name], phones: [phone] } : { names: [], phones: [] }),
    });
    const ms = performance.now() - startMs;
    const { profile, objections, ...persona } = newPersona.parse(draft.persona);
    const { stop_conditions, ...scenario } = newScenario.parse({ ...draft.scenario, persona_uuid: 'persona' });
    const made: Snapshot = {
      criteria,
      documents: [],
      persona: {
        ...base.persona,
        ...(persona as object),
        profile: profile ?? '',
        objections: objections ?? [],
        hidden_state: {},
      },
      scenario: {
        ...base.scenario,
        ...(scenario as object),
        stop_conditions: { satisfied_when: null, hangup_triggers: [], ...(stop_conditions as { max_turns: number }) },
      },
    };
    const [again, mended] = [await play(broken, made, 1000 + index), await play(plan, made, 1000 + index)];
    const text = JSON.stringify(draft).toLowerCase();
    const own = [...name.toLowerCase().split(' '), phone, phone.replaceAll(' ', '')];
    return {
      name: defect.name,
      isSeeded,
      ms,
      error: again.error ?? mended.error,
      failsAgain: again.error === undefined && (await judge(made, again)) < bar,
      passesWhenMended: mended.error === undefined && (await judge(made, mended)) >= bar,
      leaks: own.filter((word) => text.includes(word)),
    };
  }
}

const turnsOf = ({ transcript }: Played): Transcript =>
  transcript.map(({ speaker, text, timestamp }) => {
    const startMs = Math.round(timestamp * 1000);
    return { speaker, text, startMs, endMs: startMs + 300 * text.split(' ').length, words: [] };
  });

const criterionOf = ({ name, says }: Defect): Criterion => ({
  id: 1,
  key: 'criterion',
  name,
  group: 'Bench',
  field_type: 'score',
  options: [says],
  description: '',
  required: false,
  only_if_connected: false,
  min_seconds: 0,
  weight: 1,
  is_active: true,
  position: 0,
  measure: null,
  scope: 'installation',
  version: 1,
});
