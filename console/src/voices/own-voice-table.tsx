import { Badge, Button, Group, Table, Text } from '@mantine/core';
import { ListFrame, type ListFrameProps } from '../components/list-frame.tsx';
import { Moment } from '../components/moment.tsx';
import { clipOf, type OwnVoice } from '../server/voices.ts';
import { ClipButton } from './clip-button.tsx';

export type VoiceWish = 'deploy' | 'undeploy' | 'delete';

interface OwnVoiceTableProps {
  readonly query: ListFrameProps['query'] & { readonly data: readonly OwnVoice[] | undefined };
  readonly mayWrite: boolean;
  readonly onWish: (wish: VoiceWish, voice: OwnVoice) => void;
}

const columns = [
  { name: 'Voice' },
  { name: 'State' },
  { name: 'How it is spoken', from: 'sm' },
  { name: 'Created', from: 'md' },
  { name: 'Actions', isUnseen: true },
] as const;

export const OwnVoiceTable = ({ query, mayWrite, onWish }: OwnVoiceTableProps) => (
  <ListFrame
    what="voices of your own"
    query={query}
    columns={columns}
    empty={
      query.data?.length === 0
        ? 'No voices of your own yet. Create one from 6 to 60 s of one person who agreed.'
        : undefined
    }
  >
    {query.data?.map((voice) => (
      <Table.Tr key={voice.name}>
        <Table.Td style={{ overflowWrap: 'anywhere' }}>
          <Text fw={600} component="span">
            {voice.name}
          </Text>
          <Text size="sm" className="quiet">
            {[voice.language, voice.description].filter(Boolean).join(' · ')}
          </Text>
          <Text size="sm" className="quiet">
            Consent: {voice.consent.note === '' ? 'not described' : voice.consent.note}
          </Text>
        </Table.Td>
        <Table.Td>
          <Badge variant="light" color={voice.deployed ? 'teal' : 'gray'} c="var(--mantine-color-text)" tt="none">
            {voice.deployed ? 'Deployed' : 'Not deployed'}
          </Badge>
        </Table.Td>
        <Table.Td visibleFrom="sm">
          {voice.method === 'cloned' ? 'Cloned by the voice server' : 'Embedded voice, fitted'}
          {voice.method === 'fitted' && (
            <Text size="sm" className="quiet">
              Resembles the person, does not imitate them.
            </Text>
          )}
          {voice.similarity !== null && (
            <Text size="sm" className="quiet figures">
              {voice.similarity_basis === 'measured' ? 'Measured' : 'Estimated'} similarity{' '}
              {Math.round(voice.similarity * 100)} %
              {voice.nearest_stock_voice !== null &&
                `; nearest stock voice ${voice.nearest_stock_voice.name}, ${Math.round(voice.nearest_stock_voice.similarity * 100)} %`}
            </Text>
          )}
        </Table.Td>
        <Table.Td visibleFrom="md">
          <Moment iso={voice.created_at} />
        </Table.Td>
        <Table.Td>
          <Group gap={6} justify="flex-end">
            <ClipButton what={`the recording of ${voice.name}`} load={() => clipOf(voice.name)} />
            {mayWrite && (
              <>
                <Button
                  variant="default"
                  size="compact-sm"
                  aria-label={`${voice.deployed ? 'Withdraw' : 'Deploy'} ${voice.name}`}
                  onClick={() => onWish(voice.deployed ? 'undeploy' : 'deploy', voice)}
                >
                  {voice.deployed ? 'Withdraw' : 'Deploy'}
                </Button>
                <Button
                  variant="default"
                  size="compact-sm"
                  aria-label={`Delete ${voice.name}`}
                  onClick={() => onWish('delete', voice)}
                >
                  Delete
                </Button>
              </>
            )}
          </Group>
        </Table.Td>
      </Table.Tr>
    ))}
  </ListFrame>
);
