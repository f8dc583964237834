import { type ReactNode, useState } from 'react';
import { t } from '../../language/text.ts';
import { getAgent, saveAgent } from '../../server/agents.ts';
import type { Agent, AgentBody } from '../../server/answers.ts';
import type { Answer } from '../../server/ask.ts';
import { mergeChanges } from '../../shared/form/merge-changes.ts';
import { bodyOf, draftOf } from './agent-draft.ts';
import { type Choice, ChooseFields } from './choose-fields.tsx';

type Field = keyof AgentBody & string;

/** The version that a save is based on. */
const basisOf = ({ version, draft_version: draft }: Agent, isDraft: boolean): number =>
  isDraft ? (draft ?? version) : version;

/**
 * Saves an agent. If somebody else saved it meanwhile, fields that one of both changed are merged, and for those that
 * both changed the person chooses in the dialog.
 */
export function useSaveAgent(base: Agent) {
  const [choice, setChoice] = useState<Choice>();

  const chosenOf = (conflict: Omit<Choice, 'choose'>): Promise<readonly Field[] | undefined> =>
    new Promise((resolve) => {
      const choose = (mine: readonly Field[] | undefined): void => {
        setChoice(undefined);
        resolve(mine);
      };
      setChoice({ ...conflict, choose });
    });

  async function save(body: AgentBody, isDraft: boolean, before: Agent): Promise<Answer<Agent>> {
    const { uuid } = before;
    const saved = await saveAgent({ uuid, body, isDraft, version: basisOf(before, isDraft) });
    if (saved.ok || saved.status !== 409) return saved;
    const now = await getAgent(uuid, isDraft);
    if (!now.ok) return now;
    // Refused for another reason, such as a bar or a split test.
    if (basisOf(now.value, isDraft) === basisOf(before, isDraft)) return saved;
    const old = bodyOf(draftOf(before));
    const theirs = bodyOf(draftOf(now.value));
    if (!old.ok || !theirs.ok) return saved;
    const { merged, both } = mergeChanges({ base: old.body, mine: body, theirs: theirs.body });
    const chosen = both.length === 0 ? [] : await chosenOf({ fields: both, mine: body, theirs: theirs.body });
    if (chosen === undefined)
      return {
        ok: false,
        status: 409,
        detail: t('Not saved: somebody else changed the agent. Save again to compare.'),
      };
    const next = { ...merged, ...Object.fromEntries(chosen.map((field) => [field, body[field]])) };
    return save(next, isDraft, now.value);
  }

  const dialog: ReactNode = choice && <ChooseFields {...choice} />;
  return { dialog, send: (body: AgentBody, isDraft: boolean) => save(body, isDraft, base) };
}
