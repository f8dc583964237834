import { t } from '../../../language/text.ts';
import type { BranchDraft } from './branch-draft.ts';
import { type FlowNames, messageStep, testsText } from './flow-words.ts';
import type { StepDraft } from './step-draft.ts';

export interface GraphNode {
  readonly id: string;
  readonly kind: 'step' | 'agent' | 'start' | 'end';
  readonly title: string;
  readonly detail: string;
  /** The step that the node opens; undefined for other places. */
  readonly step: StepDraft | undefined;
  /** Number of practice runs that reached the step; undefined if that is not known. */
  readonly reached: number | undefined;
}

export interface GraphEdge {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly label: string;
  /** Number of practice runs that went this way; undefined if that is not known. */
  readonly reached?: number | undefined;
}

export interface Graph {
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
}

const startId = 'start';
const endId = 'end';

/**
 * Returns the places of a flow and the ways between them. Branches to nowhere are left out. A call begins with the step
 * of the key `opening`.
 */
export function graphOf({ steps, agents, reach }: FlowNames, opening: string | undefined): Graph {
  const keys = new Set(steps.map(({ key }) => key));
  const places = new Map<string, GraphNode>();
  const place = (id: string, node: Omit<GraphNode, 'id' | 'step' | 'reached'>): string => {
    places.set(id, { ...node, id, step: undefined, reached: undefined });
    return id;
  };
  const targetOf = ({ target, go, agent }: BranchDraft): string | undefined => {
    if (target === 'end') return place(endId, { kind: 'end', title: t('End of the call'), detail: '' });
    if (target === 'agent' && agent !== '')
      return place(`${agent} ${go}`, {
        kind: 'agent',
        title: agents.get(agent) ?? t('Missing agent'),
        detail: t('takes over'),
      });
    if (go === messageStep) return place(messageStep, { kind: 'end', title: t('Takes a message'), detail: '' });
    return keys.has(go) ? go : undefined;
  };
  const edges: GraphEdge[] = [];
  for (const step of steps) {
    if (step.examples.trim() === '' && step.key !== opening) continue;
    place(startId, { kind: 'start', title: t('The caller speaks'), detail: '' });
    edges.push({ id: `${startId} ${step.key}`, from: startId, to: step.key, label: '' });
  }
  for (const step of steps)
    for (const branch of step.branches) {
      const to = targetOf(branch);
      if (to === undefined) continue;
      const label = branch.tests.length === 0 ? '' : testsText(branch.tests);
      edges.push({ id: branch.key, from: step.key, to, label, reached: reach?.counts.get(branch.key) });
      const next = branch.go;
      if (
        branch.target === 'agent' &&
        keys.has(next) &&
        !edges.some(({ from, to: end }) => from === to && end === next)
      )
        edges.push({ id: `${to} ${next}`, from: to, to: next, label: '' });
    }
  const stepNodes = steps.map((step): GraphNode => {
    const [first] = step.questions;
    const count = step.questions.length;
    const detail =
      count === 0
        ? t('No questions')
        : count === 1
          ? (first?.ask ?? '')
          : t('{count, plural, one {# question} other {# questions}}', { count });
    return { id: step.key, kind: 'step', title: step.id, detail, step, reached: reach?.counts.get(step.key) };
  });
  return { nodes: [...stepNodes, ...places.values()], edges };
}

/** Returns the keys of the steps on the shortest loop through a step; empty if it is in no loop. */
export function loopThrough(steps: readonly StepDraft[], start: StepDraft): readonly string[] {
  const byKey = new Map(steps.map((step) => [step.key, step]));
  const ways: (readonly StepDraft[])[] = [[start]];
  const seen = new Set<string>();
  for (const way of ways) {
    for (const { target, go } of way.at(-1)?.branches ?? []) {
      const next = target === 'end' ? undefined : byKey.get(go);
      if (next === start) return way.map(({ key }) => key);
      if (next === undefined || seen.has(next.key)) continue;
      seen.add(next.key);
      ways.push([...way, next]);
    }
  }
  return [];
}
