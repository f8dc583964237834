import { Paper, Table, Text, Title } from '@mantine/core';
import { numberLocale } from '../../language/language.ts';
import { t } from '../../language/text.ts';
import type { AnalysedCall } from '../../server/answers.ts';
import { useMe } from '../../shared/account/use-account.ts';
import { Link } from '../../shared/navigation/router.tsx';
import { costText, money } from '../../shared/page/figures.ts';

type Cost = NonNullable<AnalysedCall['cost']>;
type Part = Cost['parts'][number];

const partNames: Readonly<Record<Part['part'], string>> = {
  telephony: t('Telephony'),
  language_model: t('Language model'),
  recognition: t('Speech recognition'),
  synthesis: t('Voice'),
};

/** What a call costs and for what. Parts without a price say so. */
export function CostPanel({ cost }: { readonly cost: Cost }) {
  const role = useMe().data?.role;
  const { amount, currency, is_at_least: isAtLeast, parts } = cost;
  return (
    <Paper component="section" className="surface" p="md" aria-labelledby="cost">
      <Title order={2} size="h4" id="cost" mb="xs">
        {t('Cost')}
      </Title>
      <Text fw={600} className="figures">
        {amount === null ? t('Unknown: not every part has a price') : costText(amount, currency, isAtLeast)}
      </Text>
      {isAtLeast && amount !== null && (
        <Text size="sm" className="quiet">
          {t('More was used than was measured: replies that were cut off, or a second leg of the provider.')}
        </Text>
      )}
      {parts.length === 0 ? (
        <Text size="sm" className="quiet">
          {t('The call used nothing that is billed.')}
        </Text>
      ) : (
        <Table mt="xs" aria-labelledby="cost">
          <Table.Thead className="unseen">
            <Table.Tr>
              <Table.Th>{t('Part')}</Table.Th>
              <Table.Th>{t('Cost')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {parts.map((part) => (
              <Table.Tr key={`${part.part} ${part.service}`}>
                <Table.Td px={0}>
                  {partNames[part.part]}
                  <Text size="sm" className="quiet figures">
                    {[part.name, quantityText(part)].join(', ')}
                  </Text>
                </Table.Td>
                <Table.Td px={0} ta="end" className="figures">
                  {part.amount === null ? <span className="quiet">{t('No price')}</span> : money(part.amount, currency)}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      {amount === null && role === 'admin' && <Link href="/prices">{t('Enter prices')}</Link>}
    </Paper>
  );
}

const count = (value: number): string => value.toLocaleString(numberLocale, { maximumFractionDigits: 0 });

function quantityText(part: Part): string {
  if (part.part === 'language_model')
    return t('{prompt} tokens read, {completion} written', {
      prompt: count(part.prompt_tokens),
      completion: count(part.completion_tokens),
    });
  const seconds = t('{seconds} s', { seconds: count(part.billed_seconds ?? part.seconds) });
  if (part.part !== 'synthesis') return seconds;
  return t('{seconds}, {characters} characters', { seconds, characters: count(part.characters) });
}
