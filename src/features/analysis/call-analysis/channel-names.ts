import { entriesOf } from '../../../../media/language/languages.ts';

/** Words for an agent, a customer and their channels in file names. */
const agents = entriesOf(({ analysis }) => analysis?.channels.agents).join('|');
const customers = entriesOf(({ analysis }) => analysis?.channels.customers).join('|');
const first = entriesOf(({ analysis }) => analysis?.channels.first).join('|');
const second = entriesOf(({ analysis }) => analysis?.channels.second).join('|');

const forms: readonly (readonly [RegExp, 0 | 1])[] = [
  [named(agents, first), 0],
  [named(agents, second), 1],
  [named(customers, first), 1],
  [named(customers, second), 0],
  [new RegExp(`(?:^|[^a-z])(?:${agents})[-_. +]*(?:and|vs|to)?[-_. +]*(?:${customers})(?![a-z])`, 'i'), 0],
  [new RegExp(`(?:^|[^a-z])(?:${customers})[-_. +]*(?:and|vs|to)?[-_. +]*(?:${agents})(?![a-z])`, 'i'), 1],
];

function named(who: string, where: string): RegExp {
  const between = '[-_. =]*';
  return new RegExp(
    `(?:^|[^a-z])(?:(?:${who})${between}(?:${where})|(?:${where})${between}(?:${who}))(?![a-z0-9])`,
    'i',
  );
}

/**
 * Returns the agent's channel according to a file name such as `call-17_agent-left.wav`; undefined if the name does not
 * tell.
 */
export const agentChannelOf = (fileName: string | null): 0 | 1 | undefined =>
  fileName === null ? undefined : forms.find(([form]) => form.test(fileName))?.[1];
