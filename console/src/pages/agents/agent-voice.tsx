import { Fieldset, NativeSelect, Stack, TextInput } from '@mantine/core';
import { t } from '../../language/text.ts';
import { useVoices } from '../../server/agents.ts';
import type { AgentPartProps } from './agent-part.ts';
import { VoiceCards } from './voice-cards.tsx';

/** Part of the form for the voice and the caller's languages. */
export function AgentVoice({ draft, set, faults }: AgentPartProps) {
  const voices = useVoices().data?.speakers ?? [];
  const voice = voices.find(({ name }) => name === draft.speaker);
  const codes = voice?.language_codes ?? [];
  return (
    <Fieldset legend={t('Voice')} className="surface" mx={0}>
      <Stack gap="sm">
        <VoiceCards
          voices={voices}
          value={draft.speaker}
          language={draft.voiceLanguage}
          error={faults['voice_config.speaker'] ?? faults.voice_config}
          onChange={(name) => {
            const chosen = voices.find((each) => each.name === name);
            const isSpoken = chosen?.language_codes.includes(draft.voiceLanguage) ?? true;
            set({
              speaker: name,
              provider: 'platform',
              ...(isSpoken ? {} : { voiceLanguage: chosen?.language_codes[0] ?? draft.voiceLanguage }),
            });
          }}
        />
        <NativeSelect
          label={t('Language of the voice')}
          data={withOwn(
            codes.map((code) => ({ value: code, label: code })),
            draft.voiceLanguage,
          )}
          value={draft.voiceLanguage}
          error={faults['voice_config.language_code']}
          onChange={({ currentTarget }) => set({ voiceLanguage: currentTarget.value })}
          maw={420}
        />
        <TextInput
          label={t('Languages it understands')}
          description={t(
            'Separated by commas, of those that the voice speaks: {spokenText}. Other languages need another voice or a speech server. Empty: the language of the voice',
            { spokenText: spokenText(voice === undefined ? voices : [voice]) },
          )}
          value={draft.languages}
          error={faults.languages}
          onChange={({ currentTarget }) => set({ languages: currentTarget.value })}
          autoComplete="off"
          spellCheck={false}
        />
      </Stack>
    </Fieldset>
  );
}

/** Returns the languages of voices, as many as fit on one line. */
function spokenText(voices: readonly { readonly language_codes: readonly string[] }[]): string {
  const codes = [...new Set(voices.flatMap(({ language_codes: own }) => own))];
  const shown = codes.slice(0, 12).join(', ');
  return codes.length > 12 ? t('{shown} and others', { shown }) : shown;
}

interface Choice {
  readonly value: string;
  readonly label: string;
}

/** Keeps the current value selectable, even while the list is loading. */
const withOwn = (choices: readonly Choice[], own: string): Choice[] =>
  choices.some(({ value }) => value === own) ? [...choices] : [...choices, { value: own, label: own }];
