import type { OrganisationId } from '../../../data/index.ts';
import type { Subject } from '../../../versions/index.ts';
import type { Exported } from './export.ts';
import type { Stores } from './stores.ts';

const advice = 'Pull it again, merge your changes, and push.';
const kinds = { campaign: 'campaign', persona: 'persona', scorecard_field: 'score field', agent: 'agent' } as const;

/** Says who changed what, where an agent or its parts are not what an edit is based on. */
export async function conflictOf(
  { parts }: Stores,
  organisation: OrganisationId,
  { current, based }: { readonly current: Exported; readonly based: number },
): Promise<string> {
  const { agent, uuids } = current;
  const changes = based < agent.version ? await parts.changesOfAgent(organisation, agent, based) : undefined;
  if (changes !== undefined) return `${changes} ${advice}`;
  const named: [Subject, string][] = [
    ...[...uuids.campaigns].map(([name, id]): [Subject, string] => [{ kind: 'campaign', id }, name]),
    ...[...uuids.personas].map(([name, id]): [Subject, string] => [{ kind: 'persona', id }, name]),
    ...[...uuids.fields].map(([key, { id }]): [Subject, string] => [{ kind: 'scorecard_field', id: `${id}` }, key]),
  ];
  const last = await parts.lastChange(
    organisation,
    named.map(([subject]) => subject),
  );
  const name = named.find(([{ kind, id }]) => kind === last?.subject.kind && id === last.subject.id)?.[1];
  const what =
    last === undefined || name === undefined
      ? ''
      : ` The last change was that of the ${kinds[last.subject.kind]} "${name}", by ${last.by} at ${last.at}.`;
  return `What belongs to the agent "${agent.name}" has changed since.${what} ${advice}`;
}
