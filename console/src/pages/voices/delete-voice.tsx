import { Text } from '@mantine/core';
import { t } from '../../language/text.ts';
import { useAllAgents } from '../../server/agents.ts';
import { removeVoice } from '../../server/voices.ts';
import { Confirm } from '../../shared/dialog/confirm.tsx';

interface DeleteVoiceProps {
  readonly name: string;
  readonly onDone: (sentence: string) => Promise<void>;
  readonly onCancel: () => void;
}

/** Question before a voice is deleted. Names the agents that speak with it. */
export function DeleteVoice({ name, onDone, onCancel }: DeleteVoiceProps) {
  const agents = useAllAgents().data?.agents ?? [];
  const using = agents.filter(({ voice_config: voice }) => voice.provider === 'platform' && voice.speaker === name);
  return (
    <Confirm
      title={t('Delete {name}?', { name })}
      action={t('Delete the voice')}
      send={() => removeVoice(name)}
      onDone={() => onDone(t('{name} deleted.', { name }))}
      onGone={() => onDone(t('{name} had been deleted already.', { name }))}
      onCancel={onCancel}
    >
      {t('The recording and all samples are deleted. This cannot be undone.')}
      {using.length > 0 && (
        <Text fw={600} mt="sm" component="span" display="block">
          {t('These agents speak with it, and with another voice afterwards: {names}.', {
            names: using.map((agent) => agent.name).join(', '),
          })}
        </Text>
      )}
    </Confirm>
  );
}
