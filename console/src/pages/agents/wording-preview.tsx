import { Fieldset, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { numberLocale } from '../../language/language.ts';
import { t } from '../../language/text.ts';
import type { Contact } from '../../server/contacts.ts';
import { SearchField } from '../../shared/data-table/search-field.tsx';
import { TroubleLine } from '../../shared/page/trouble-line.tsx';
import type { Wording } from './use-wording.ts';

interface WordingPreviewProps {
  readonly wording: Wording;
  readonly persona: string;
}

/** Fewer contacts are chosen from a list alone. */
const searchedFrom = 20;

/** The greeting and the persona as a call with the chosen contact would have them. */
export function WordingPreview({ wording, persona }: WordingPreviewProps) {
  const { contacts, total, chosen, choose, search, q, filled, unknown, trouble } = wording;
  const [greeting = '', prompt = ''] = filled;
  return (
    <Fieldset legend={t('Preview')} className="surface" mx={0}>
      <Stack gap="sm">
        <Group gap="sm" align="flex-end">
          <NativeSelect
            label={t('In a call with')}
            data={[{ value: '', label: t('An unknown caller') }, ...contacts.map(optionOf)]}
            value={chosen}
            onChange={({ currentTarget }) => choose(currentTarget.value)}
            miw={240}
          />
          {(total > searchedFrom || q !== '') && (
            <SearchField label={t('Find a contact')} value={q} onChange={search} />
          )}
        </Group>
        <TroubleLine text={trouble} />
        {greeting !== '' && (
          <div>
            <Text size="sm" fw={600}>
              {t('Greeting')}
            </Text>
            <Text dir="auto">{greeting}</Text>
          </div>
        )}
        <div>
          <Text size="sm" fw={600}>
            {t('Persona')}
          </Text>
          <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }} dir="auto" data-testid="filled">
            {persona.trim() === '' ? <span className="quiet">{t('Nothing is written yet.')}</span> : prompt}
          </Text>
        </div>
        {unknown.length > 0 && (
          <Text size="sm">
            {t('Without a value here: {names}', { names: unknown.map((name) => `{${name}}`).join(', ') })}
          </Text>
        )}
        <Text size="sm" className="quiet figures">
          {lengthText(persona)}
        </Text>
      </Stack>
    </Fieldset>
  );
}

const optionOf = ({ uuid, name, phone }: Contact) => ({
  value: uuid,
  label: name === null ? phone : `${name}, ${phone}`,
});

/** Models read about one token in four bytes of English text. */
const bytesOfToken = 4;

function lengthText(text: string): string {
  const tokens = Math.ceil(new TextEncoder().encode(text).length / bytesOfToken);
  return t(
    '{count, plural, one {# character} other {{characters} characters}}, about {tokens} tokens for a language model',
    {
      count: text.length,
      characters: text.length.toLocaleString(numberLocale),
      tokens: tokens.toLocaleString(numberLocale),
    },
  );
}
