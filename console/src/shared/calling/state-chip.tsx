import { IconBrain, IconEar, IconVolume } from '@tabler/icons-react';
import type { LineState } from '../../../../client/call/messages.ts';
import { t } from '../../language/text.ts';
import styles from './state-chip.module.css';

const states = {
  listening: { text: t('Listening'), Icon: IconEar },
  thinking: { text: t('Thinking'), Icon: IconBrain },
  speaking: { text: t('Speaking'), Icon: IconVolume },
} as const;

/** The state of turn-taking. */
export function StateChip({ state }: { readonly state: LineState }) {
  const { text, Icon } = states[state];
  return (
    <span className={styles.chip} data-state={state}>
      <Icon size={17} aria-hidden />
      {text}
    </span>
  );
}
