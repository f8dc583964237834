import { Table, Text } from '@mantine/core';
import { t } from '../../language/text.ts';
import type { ModelConnection } from '../../server/model-connections.ts';

type Learned = NonNullable<ModelConnection['learned']>;

const limits: Readonly<Record<Learned['token_field'], string>> = {
  max_tokens: 'max_tokens',
  max_completion_tokens: 'max_completion_tokens',
  none: t('Not accepted'),
};
const formats: Readonly<Record<Learned['response_format'], string>> = {
  json_schema: t('JSON schema'),
  json_object: t('JSON object'),
  none: t('Not accepted'),
};
const proofs: Readonly<Record<Learned['call_proof'], string>> = {
  none: t('Accepted'),
  signature: t('With a signature'),
  reasoning: t('With the reasoning'),
  unwanted: t('Without what came with them'),
  text: t('With a text'),
  told: t('Told in words'),
};
const accepted = (isAccepted: boolean): string => (isAccepted ? t('Accepted') : t('Not accepted'));

/** What the test and calls have learned of a server. */
export const LearnedFacts = ({ learned }: { readonly learned: Learned }) => (
  <div style={{ width: '100%' }}>
    <Text fw={600} size="sm" mb={4} id="learned">
      {t('What the server accepts')}
    </Text>
    <Table variant="vertical" layout="auto" aria-labelledby="learned">
      <Table.Tbody>
        {factsOf(learned).map(([name, value]) => (
          <Table.Tr key={name}>
            <Table.Th>{name}</Table.Th>
            <Table.Td style={{ overflowWrap: 'anywhere' }}>{value}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  </div>
);

const factsOf = (learned: Learned): readonly (readonly [name: string, value: string])[] => [
  [t('Tools'), accepted(learned.tools)],
  ...(learned.tools ? [[t('Earlier tool calls'), proofs[learned.call_proof]] as const] : []),
  [t('System message'), accepted(learned.system_role)],
  [t('Order of messages'), learned.alternates ? t('User first and last, alternating') : t('Any')],
  [t('Limit of a reply'), limits[learned.token_field]],
  [t('Temperature'), accepted(learned.temperature)],
  [t('Structured replies'), formats[learned.response_format]],
  [t('Token counts'), learned.usage ? t('Reported') : t('Not reported')],
];
