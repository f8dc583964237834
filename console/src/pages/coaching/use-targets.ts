import { t } from '../../language/text.ts';
import { useAgents } from '../../server/agents.ts';
import type { PracticeRun } from '../../server/coaching.ts';
import { useFlows } from '../../server/queries.ts';

type Target = Pick<PracticeRun, 'target_kind' | 'target_uuid'>;

export interface Targets {
  /** Undefined while loading. */
  readonly groups:
    | readonly { readonly group: string; readonly items: { value: string; label: string }[] }[]
    | undefined;
  readonly nameOf: (target: Target) => string;
}

/** Targets of a run. A value is the kind, a colon and the id. */
export function useTargets(): Targets {
  const flows = useFlows().data?.flows;
  const agents = useAgents({ limit: 100, offset: 0 }).data?.agents;
  const itemsOf = (kind: string, all: readonly { readonly uuid: string; readonly name: string }[]) =>
    all.map(({ uuid, name }) => ({ value: `${kind}:${uuid}`, label: name }));
  return {
    groups:
      flows === undefined || agents === undefined
        ? undefined
        : [
            { group: t('Agents'), items: itemsOf('voice_agent', agents) },
            { group: t('Campaigns'), items: itemsOf('flow', flows) },
          ].filter(({ items }) => items.length > 0),
    nameOf({ target_kind: kind, target_uuid: uuid }) {
      if (kind === 'human_rep') return t('A person');
      const all = kind === 'voice_agent' ? agents : flows;
      if (all === undefined) return '';
      return (
        all.find((one) => one.uuid === uuid)?.name ??
        (kind === 'voice_agent' ? t('A deleted agent') : t('A deleted campaign'))
      );
    },
  };
}
