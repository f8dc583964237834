import { Paper, Radio, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { t } from '../../language/text.ts';
import type { useVoices } from '../../server/agents.ts';
import { generateSamples, useSampleCatalog, useVoiceSamples } from '../../server/voices.ts';
import { useMe } from '../../shared/account/use-account.ts';
import { SampleButton } from '../../shared/voices/sample-button.tsx';
import styles from './agent-page.module.css';

type Voice = NonNullable<ReturnType<typeof useVoices>['data']>['speakers'][number];

interface VoiceCardsProps {
  readonly voices: readonly Voice[];
  readonly value: string;
  readonly language: string;
  readonly error: string | undefined;
  readonly onChange: (name: string) => void;
}

/** With more voices than these, they can be searched. */
const withoutSearch = 12;

/** The voices of the server as cards, each with its clip. */
export function VoiceCards({ voices, value, language, error, onChange }: VoiceCardsProps) {
  const [search, setSearch] = useState('');
  useMadeClips(voices, language);
  const wanted = search.trim().toLowerCase();
  const shown = voices.filter(
    ({ name, description, gender, language_codes: codes }) =>
      name === value || [name, description, gender, ...codes].join(' ').toLowerCase().includes(wanted),
  );
  return (
    <>
      {voices.length > withoutSearch && (
        <TextInput
          label={t('Search voices')}
          leftSection={<IconSearch size={16} aria-hidden />}
          value={search}
          onChange={({ currentTarget }) => setSearch(currentTarget.value)}
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
          autoComplete="off"
          maw={420}
        />
      )}
      <Radio.Group label={t('Voice')} value={value} error={error} onChange={onChange}>
        <div className={styles.cards}>
          {shown.map(({ name, gender, age, description, language_codes: codes }) => (
            <Paper key={name} withBorder p="sm" className={styles.card} data-chosen={name === value || undefined}>
              <Radio
                value={name}
                label={name}
                description={[[gender, age].filter(Boolean).join(', '), description, codes.join(', ')]
                  .filter(Boolean)
                  .join(' · ')}
              />
              <SampleButton key={`${name} ${language}`} speaker={name} language={language} />
            </Paper>
          ))}
          {!voices.some(({ name }) => name === value) && value !== '' && (
            <Paper withBorder p="sm" className={styles.card} data-chosen>
              <Radio value={value} label={value} description={t('A voice that is not among those of this server.')} />
            </Paper>
          )}
        </div>
      </Radio.Group>
    </>
  );
}

/** Clips made for one opening of the page. */
const mostMade = 24;

/** Lets the server make the missing clips of these voices, so that each of them plays at once. */
function useMadeClips(voices: readonly Voice[], language: string): void {
  const role = useMe().data?.role;
  const queries = useQueryClient();
  const mayMake = role === 'manager' || role === 'admin';
  const [isMaking, setMaking] = useState(false);
  const catalog = useSampleCatalog().data?.speakers;
  const samples = useVoiceSamples(isMaking).data?.samples;
  const asked = useRef(false);
  const speaking = catalog?.filter(
    ({ name, languages }) => languages.includes(language) && voices.some((voice) => voice.name === name),
  );
  const isMissing = (name: string): boolean =>
    samples?.every((sample) => sample.speaker !== name || sample.language !== language) ?? false;
  const missing = speaking?.map(({ name }) => name).filter(isMissing) ?? [];
  const isNeeded = mayMake && missing.length > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: asks once for what is missing when the lists are known
  useEffect(() => {
    if (!isNeeded || asked.current) return;
    asked.current = true;
    void generateSamples(missing.slice(0, mostMade), language).then((answer) => {
      setMaking(answer.ok);
      return queries.invalidateQueries({ queryKey: ['voice-samples'] });
    });
  }, [isNeeded]);
  useEffect(() => {
    if (isMaking && missing.length === 0) setMaking(false);
  }, [isMaking, missing.length]);
}
