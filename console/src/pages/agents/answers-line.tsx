import { Text } from '@mantine/core';
import { Fragment } from 'react';
import { rich, t } from '../../language/text.ts';
import type { Agent, Flow } from '../../server/answers.ts';
import { useFlows } from '../../server/queries.ts';
import { Link } from '../../shared/navigation/router.tsx';

/** The numbers that this agent answers, and the campaigns in which it calls. Nothing until it is in one. */
export function AnswersLine({ agent }: { readonly agent: Agent }) {
  const flows = useFlows().data?.flows;
  if (flows === undefined) return null;
  const own = flows.filter(({ voice_agent_id: uuid }) => uuid === agent.uuid);
  const answering = own.filter(isAnswering);
  const others = own.filter((flow) => !isAnswering(flow));
  return (
    <Text size="sm" mt={4}>
      {answering.length > 0
        ? rich('Answers {numbers}', { numbers: listOf(answering, numberOf) })
        : t('Answers no number yet')}
      {others.length > 0 && <> · {alsoIn(answering.length > 0, others)}</>}
    </Text>
  );
}

function alsoIn(isBeside: boolean, flows: readonly Flow[]) {
  const campaigns = listOf(flows, ({ name }) => name);
  return isBeside ? rich('also in {campaigns}', { campaigns }) : rich('used in {campaigns}', { campaigns });
}

const isAnswering = ({ kind, status, phone_number: number, extension }: Flow): boolean =>
  kind === 'inbound' && status === 'active' && (number !== null || extension !== null);

const numberOf = ({ phone_number: number, extension }: Flow): string =>
  [number, extension === null ? null : t('extension {extension}', { extension })].filter(Boolean).join(' · ');

const listOf = (flows: readonly Flow[], textOf: (flow: Flow) => string) =>
  flows.map((flow, index) => (
    <Fragment key={flow.uuid}>
      {index > 0 && ', '}
      <Link href={`/campaigns/${flow.uuid}`} title={flow.name}>
        {textOf(flow)}
      </Link>
    </Fragment>
  ));
