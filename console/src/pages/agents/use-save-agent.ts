import { t } from '../../language/text.ts';
import { getAgent, saveAgent } from '../../server/agents.ts';
import type { Agent, AgentBody } from '../../server/answers.ts';
import { useMergedSave } from '../../shared/versions/use-merged-save.tsx';
import { bodyOf, draftOf } from './agent-draft.ts';
import { agentFields } from './field-names.ts';

function sentOf(agent: Agent): AgentBody | undefined {
  const prepared = bodyOf(draftOf(agent));
  return prepared.ok ? prepared.body : undefined;
}

/** Saves an agent or its draft, merged with what somebody else saved meanwhile. */
export function useSaveAgent(base: Agent) {
  const { dialog, send } = useMergedSave<Agent, AgentBody>({
    title: t('Somebody else changed this agent'),
    names: agentFields,
  });
  const { uuid } = base;
  return {
    dialog,
    send(body: AgentBody, isDraft: boolean) {
      const versionOf = ({ version, draft_version: draft }: Agent): number => (isDraft ? (draft ?? version) : version);
      return send(body, {
        base,
        versionOf,
        bodyOf: sentOf,
        save: (changed, before) => saveAgent({ uuid, body: changed, isDraft, version: versionOf(before) }),
        load: () => getAgent(uuid, isDraft),
      });
    },
  };
}
