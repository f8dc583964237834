import { Group, Text } from '@mantine/core';
import {
  IconCircleCheck,
  IconCircleX,
  IconClockPause,
  IconMicrophone,
  IconPhoneCall,
  IconPhoneOff,
  IconRecordMail,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { t } from '../../language/text.ts';
import type { CallSummary } from '../../server/answers.ts';
import { reasonText } from './end-reasons.ts';

type Icon = ComponentType<{ readonly size?: number; readonly color?: string; readonly 'aria-hidden'?: boolean }>;

const good = 'light-dark(#087f5b, #63e6be)';
const bad = 'light-dark(#c92a2a, #ffa8a8)';
const plain = 'light-dark(#55616a, #a6b1b7)';

interface Look {
  readonly text: string;
  readonly Icon: Icon;
  readonly color: string;
}

const outcomes: Readonly<Record<NonNullable<CallSummary['outcome']>, Look>> = {
  connected: { text: t('Connected'), Icon: IconCircleCheck, color: good },
  voicemail: { text: t('Voicemail'), Icon: IconRecordMail, color: plain },
  'no-answer': { text: t('No answer'), Icon: IconPhoneOff, color: plain },
  failed: { text: t('Failed'), Icon: IconCircleX, color: bad },
  agent_answered: { text: t('Connected'), Icon: IconCircleCheck, color: good },
  agent_no_answer: { text: t('Teammate did not answer'), Icon: IconPhoneOff, color: plain },
  customer_no_answer: { text: t('No answer'), Icon: IconPhoneOff, color: plain },
  cancelled: { text: t('Cancelled'), Icon: IconClockPause, color: plain },
};

const inProgress: Look = { text: t('In progress'), Icon: IconPhoneCall, color: good };
const over: Look = { text: t('Ended'), Icon: IconCircleCheck, color: plain };
const test: Look = { text: t('Test call'), Icon: IconMicrophone, color: plain };

type Ended = Pick<CallSummary, 'outcome' | 'ended_at' | 'end_reason' | 'call_type'>;

function lookOf({ outcome, ended_at: endedAt, call_type: kind }: Ended): Look {
  if (endedAt === null) return inProgress;
  if (outcome !== null) return outcomes[outcome];
  return kind === 'test' ? test : over;
}

export const outcomeText = (call: Ended): string => lookOf(call).text;

/** The result of a call: icon, label and end reason. */
export function Outcome({ call }: { readonly call: Ended }) {
  const { text, Icon, color } = lookOf(call);
  return (
    <Group gap={6} wrap="nowrap" align="flex-start">
      <span style={{ display: 'flex', paddingTop: 3 }}>
        <Icon size={17} color={color} aria-hidden />
      </span>
      <div>
        <Text size="sm" fw={500}>
          {text}
        </Text>
        {call.ended_at !== null && (
          <Text size="xs" className="quiet">
            {reasonText(call.end_reason)}
          </Text>
        )}
      </div>
    </Group>
  );
}

/** Outcomes by which a list can be filtered, with labels. */
export const outcomeChoices: readonly { readonly value: string; readonly label: string }[] = [
  { value: 'connected', label: t('Connected') },
  { value: 'voicemail', label: t('Voicemail') },
  { value: 'no-answer', label: t('No answer') },
  { value: 'failed', label: t('Failed') },
  { value: 'cancelled', label: t('Cancelled') },
  { value: 'agent_answered', label: t('Connected, by a teammate') },
  { value: 'agent_no_answer', label: t('Teammate did not answer') },
  { value: 'customer_no_answer', label: t('No answer, to a teammate') },
];
