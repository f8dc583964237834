import { Badge, Table, Text } from '@mantine/core';
import { rich, t } from '../../language/text.ts';
import { clipOf, type OwnVoice } from '../../server/voices.ts';
import { ListFrame, type ListFrameProps } from '../../shared/data-table/list-frame.tsx';
import { RowActions } from '../../shared/menu/row-actions.tsx';
import { percent } from '../../shared/page/figures.ts';
import { Moment } from '../../shared/page/moment.tsx';
import { ClipButton } from '../../shared/voices/clip-button.tsx';

export type VoiceWish = 'deploy' | 'undeploy' | 'delete';

interface OwnVoiceTableProps {
  readonly query: ListFrameProps['query'] & { readonly data: readonly OwnVoice[] | undefined };
  readonly mayWrite: boolean;
  readonly onWish: (wish: VoiceWish, voice: OwnVoice) => void;
}

const columns = [
  { name: t('Voice') },
  { name: t('State') },
  { name: t('How it is spoken'), from: 'sm' },
  { name: t('Created'), from: 'md' },
  { name: t('Actions'), isUnseen: true },
] as const;

/** How the voice was made, and how much it resembles the person. */
const Method = ({ voice }: { readonly voice: OwnVoice }) => (
  <>
    {voice.method === 'cloned' ? t('Cloned by the voice server') : t('Embedded voice, fitted')}
    {voice.method === 'fitted' && (
      <Text size="sm" className="quiet">
        {t('Resembles the person, does not imitate them.')}
      </Text>
    )}
    {voice.similarity !== null && (
      <Text size="sm" className="quiet figures">
        {rich('{value} similarity {similarity}{nearestStockVoice}', {
          value: voice.similarity_basis === 'measured' ? t('Measured') : t('Estimated'),
          similarity: percent(voice.similarity),
          nearestStockVoice:
            voice.nearest_stock_voice !== null &&
            t('; nearest stock voice {name}, {similarity}', {
              name: voice.nearest_stock_voice.name,
              similarity: percent(voice.nearest_stock_voice.similarity),
            }),
        })}
      </Text>
    )}
  </>
);

const OwnVoiceRow = ({ voice, mayWrite, onWish }: Omit<OwnVoiceTableProps, 'query'> & { readonly voice: OwnVoice }) => (
  <Table.Tr>
    <Table.Td style={{ overflowWrap: 'anywhere' }}>
      <Text fw={600} component="span">
        {voice.name}
      </Text>
      <Text size="sm" className="quiet">
        {[voice.language, voice.description].filter(Boolean).join(' · ')}
      </Text>
      <Text size="sm" className="quiet">
        {t('Consent: {note}', { note: voice.consent.note === '' ? t('not described') : voice.consent.note })}
      </Text>
    </Table.Td>
    <Table.Td>
      <Badge variant="light" color={voice.deployed ? 'teal' : 'gray'} c="var(--mantine-color-text)" tt="none">
        {voice.deployed ? t('Deployed') : t('Not deployed')}
      </Badge>
    </Table.Td>
    <Table.Td visibleFrom="sm">
      <Method voice={voice} />
    </Table.Td>
    <Table.Td visibleFrom="md">
      <Moment iso={voice.created_at} />
    </Table.Td>
    <Table.Td>
      <RowActions
        name={voice.name}
        more={
          mayWrite
            ? [
                voice.deployed
                  ? { text: t('Withdraw'), onChoose: () => onWish('undeploy', voice) }
                  : { text: t('Deploy'), onChoose: () => onWish('deploy', voice) },
                { text: t('Delete'), onChoose: () => onWish('delete', voice) },
              ]
            : []
        }
      >
        <ClipButton what={t('the recording of {name}', { name: voice.name })} load={() => clipOf(voice.name)} />
      </RowActions>
    </Table.Td>
  </Table.Tr>
);

export const OwnVoiceTable = ({ query, mayWrite, onWish }: OwnVoiceTableProps) => (
  <ListFrame
    what={t('voices of your own')}
    query={query}
    columns={columns}
    empty={
      query.data?.length === 0
        ? t('No voices of your own yet. Create one from 6 to 60 s of one person who agreed.')
        : undefined
    }
  >
    {query.data?.map((voice) => (
      <OwnVoiceRow key={voice.name} voice={voice} mayWrite={mayWrite} onWish={onWish} />
    ))}
  </ListFrame>
);
