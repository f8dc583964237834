import { List, Table, Text } from '@mantine/core';
import { t } from '../../language/text.ts';
import type { ImportedPart, ImportProblem } from '../../server/agent-files.ts';

const kinds: readonly (readonly [ImportedPart['kind'], string])[] = [
  ['agent', t('Agent')],
  ['campaign', t('Campaigns')],
  ['scenario', t('Scenarios')],
  ['suite', t('Suite')],
  ['persona', t('Personas')],
  ['score_field', t('Score fields')],
  ['pronunciation', t('Pronunciations')],
  ['document', t('Documents')],
];

interface ImportedPartsProps {
  readonly parts: readonly ImportedPart[];
  /** Problems that the person accepted. */
  readonly accepted: readonly ImportProblem[];
}

/** What an import adds, by kind, and what is here already. */
export const ImportedParts = ({ parts, accepted }: ImportedPartsProps) => (
  <>
    <Table verticalSpacing="xs">
      <Table.Caption>{t('Nothing is stored yet.')}</Table.Caption>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">{t('Part')}</Table.Th>
          <Table.Th scope="col">{t('What will be added')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {kinds.map(([kind, title]) => {
          const ofKind = parts.filter((part) => part.kind === kind);
          const kept = ofKind.filter(({ action }) => action === 'keep');
          if (ofKind.length === 0) return null;
          return (
            <Table.Tr key={kind}>
              <Table.Th scope="row" style={{ verticalAlign: 'top' }}>
                {title}
              </Table.Th>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>
                {namesOf(ofKind.filter(({ action }) => action !== 'keep'))}
                {kept.length > 0 && (
                  <Text size="sm" className="quiet">
                    {t('Here already, and used: {names}', { names: namesOf(kept) })}
                  </Text>
                )}
              </Table.Td>
            </Table.Tr>
          );
        })}
      </Table.Tbody>
    </Table>
    {accepted.length > 0 && (
      <div>
        <Text size="sm" fw={600}>
          {t('You accepted this')}
        </Text>
        <List size="sm">
          {accepted.map(({ kind, name, accept }) => (
            <List.Item key={`${kind} ${name}`}>{accept === null ? name : `${name}: ${effects[accept]}`}</List.Item>
          ))}
        </List>
      </div>
    )}
  </>
);

/** What happens to what is missing or differs. */
const effects: Readonly<Record<NonNullable<ImportProblem['accept']>, string>> = {
  voices: t('another voice speaks'),
  models: t('the default language model is used'),
  mcp_servers: t('its tools are left out'),
  documents: t('it is left out'),
  agents: t('the same agent continues'),
  existing: t('the one of your organisation is kept'),
};

const namesOf = (parts: readonly ImportedPart[]): string => parts.map(({ name }) => name).join(', ');
