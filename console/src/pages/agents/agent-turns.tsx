import { Checkbox, Fieldset, NativeSelect, NumberInput, Stack, Textarea } from '@mantine/core';
import { t } from '../../language/text.ts';
import type { AgentDraft } from './agent-draft.ts';
import type { AgentPartProps } from './agent-part.ts';

/** Part of the form for turn-taking. */
export const AgentTurns = ({ draft, set, faults }: AgentPartProps) => (
  <Fieldset legend={t('Turns')} className="surface" mx={0}>
    <Stack gap="sm">
      <NumberInput
        label={t('End-of-turn silence (ms)')}
        description={t('Empty: automatic, from the caller’s words and pace.')}
        value={draft.endpointingMs}
        error={faults['turn.endpointing_ms']}
        onChange={(endpointingMs) => set({ endpointingMs })}
        min={0}
        max={5000}
        step={50}
        allowDecimal={false}
        maw={420}
        hideControls
      />
      <Checkbox
        label={t('Callers may interrupt it')}
        checked={draft.allowInterruptions}
        onChange={({ currentTarget }) => set({ allowInterruptions: currentTarget.checked })}
      />
      {draft.allowInterruptions && (
        <NumberInput
          label={t('Minimum words to interrupt')}
          description={t('Left empty, one is enough. A command such as “stop” always is.')}
          value={draft.minInterruptWords}
          error={faults['turn.min_interrupt_words']}
          onChange={(minInterruptWords) => set({ minInterruptWords })}
          min={1}
          max={10}
          allowDecimal={false}
          maw={420}
          hideControls
        />
      )}
    </Stack>
  </Fieldset>
);

const machines = [
  { value: 'none', label: t('Talk as usual') },
  { value: 'hangup', label: t('Hang up') },
  { value: 'leave_message', label: t('Leave a message') },
] as const satisfies readonly { readonly value: AgentDraft['voicemail']; readonly label: string }[];

/** Part of the form for how calls end. */
export const AgentCalls = ({ draft, set, faults }: AgentPartProps) => (
  <Fieldset legend={t('Calls')} className="surface" mx={0}>
    <Stack gap="sm">
      <NumberInput
        label={t('Longest call, in seconds')}
        value={draft.maxCallSeconds}
        error={faults.max_call_seconds}
        onChange={(maxCallSeconds) => set({ maxCallSeconds })}
        min={10}
        max={14_400}
        allowDecimal={false}
        maw={420}
        hideControls
      />
      <NativeSelect
        label={t('Voicemail')}
        data={[...machines]}
        value={draft.voicemail}
        onChange={({ currentTarget }) => set({ voicemail: currentTarget.value as AgentDraft['voicemail'] })}
        maw={420}
      />
      {draft.voicemail === 'leave_message' && (
        <Textarea
          label={t('Message')}
          value={draft.voicemailMessage}
          error={faults['voicemail.message']}
          onChange={({ currentTarget }) => set({ voicemailMessage: currentTarget.value })}
          required
          withAsterisk={false}
          maxLength={1000}
          rows={2}
        />
      )}
      {draft.voicemail !== 'none' && (
        <Textarea
          label={t('Reply to call screening')}
          description={t(
            'One sentence with name and reason, for a phone that asks for them before it rings. Left empty, the agent says its name and the business.',
          )}
          value={draft.screeningReply}
          error={faults['voicemail.screening']}
          onChange={({ currentTarget }) => set({ screeningReply: currentTarget.value })}
          maxLength={1000}
          rows={2}
        />
      )}
    </Stack>
  </Fieldset>
);
