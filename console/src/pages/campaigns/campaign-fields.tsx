import {
  Checkbox,
  Group,
  NativeSelect,
  NumberInput,
  SimpleGrid,
  Stack,
  Switch,
  Textarea,
  TextInput,
} from '@mantine/core';
import { useState } from 'react';
import { t } from '../../language/text.ts';
import { useAgents, useVoices } from '../../server/agents.ts';
import type { Campaign } from '../../server/campaigns.ts';
import { useTags } from '../../server/contacts.ts';
import { useAllQueues } from '../../server/queues.ts';
import type { Faults } from '../../server/readable.ts';
import { DayRangeField } from '../../shared/form/day-range-field.tsx';
import { rangesFrom } from '../../shared/form/day-ranges.ts';
import { KnownList } from '../../shared/form/known-list.tsx';
import { EngineNote } from '../../shared/page/engine-note.tsx';
import { SampleButton } from '../../shared/voices/sample-button.tsx';
import { useZone } from '../../shared/zone/use-zone.ts';
import { ZoneInput } from '../../shared/zone/zone-input.tsx';
import { ownZone } from '../../shared/zone/zones.ts';
import { kindTexts, weekdayNames } from './campaign-words.ts';

const plain = { autoComplete: 'off', spellCheck: false } as const;

export interface FieldsProps {
  readonly campaign: Campaign | undefined;
  /** Previous contents of the form by field name. They take precedence over the campaign's values. */
  readonly draft?: CampaignValues | undefined;
  readonly faults: Faults;
}

/** The contents of a form by field name. An unchecked box is absent. */
export type CampaignValues = Readonly<Record<string, string>>;

export const KindField = (props: {
  readonly kind: Campaign['kind'];
  readonly onChange: (kind: Campaign['kind']) => void;
}) => (
  <NativeSelect
    label={t('What it does')}
    name="kind"
    data={Object.entries(kindTexts).map(([value, label]) => ({ value, label }))}
    value={props.kind}
    onChange={({ currentTarget }) => props.onChange(currentTarget.value === 'inbound' ? 'inbound' : 'outbound')}
  />
);

/** Choice of an existing agent, or of one created with the campaign. */
export function AgentField({ campaign, draft, faults }: FieldsProps) {
  const agents = useAgents({ limit: 100, offset: 0 }).data?.agents ?? [];
  const voices = useVoices().data?.speakers ?? [];
  const [picked, setSpeaker] = useState(draft?.speaker);
  const speaker = picked ?? voices[0]?.name ?? '';
  const own = campaign?.voice_agent_id ?? '';
  const [chosen, choose] = useState(draft?.voice_agent_id ?? own);
  const isNew = campaign === undefined && chosen === '';
  const listed = agents.map(({ uuid, name }) => ({ value: uuid, label: name }));
  const isListed = own === '' || listed.some(({ value }) => value === own);
  return (
    <SimpleGrid cols={isNew ? 2 : 1} spacing="sm">
      <NativeSelect
        label={t('Agent')}
        name="voice_agent_id"
        error={faults.voice_agent_id}
        data={[
          ...(campaign === undefined ? [{ value: '', label: t('New agent') }] : []),
          ...(campaign !== undefined && own === '' ? [{ value: '', label: t('None') }] : []),
          ...(isListed ? [] : [{ value: own, label: campaign?.effective_config.agent_name ?? own }]),
          ...listed,
        ]}
        value={chosen}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
      />
      {isNew && (
        <Stack gap={6} align="flex-start">
          <NativeSelect
            label={t('Voice')}
            name="speaker"
            error={faults.speaker}
            data={voices.map(({ name }) => name)}
            value={speaker}
            onChange={({ currentTarget }) => setSpeaker(currentTarget.value)}
            w="100%"
          />
          <SampleButton key={speaker} speaker={speaker} />
        </Stack>
      )}
    </SimpleGrid>
  );
}

/** Fields for whom the campaign reaches, and when. */
export const ReachFields = ({ kind, ...fields }: FieldsProps & { readonly kind: Campaign['kind'] }) => (
  <>
    <NumberField {...fields} kind={kind} />
    {kind === 'inbound' && <ExtensionField {...fields} />}
    {kind === 'outbound' && <TagsField {...fields} />}
    <HoursFields {...fields} kind={kind} />
    {kind === 'outbound' && <DialerFields {...fields} />}
  </>
);

export const NumberField = ({ campaign, draft, faults, kind }: FieldsProps & { readonly kind: Campaign['kind'] }) => (
  <TextInput
    {...plain}
    label={t('Phone number')}
    description={
      kind === 'inbound'
        ? t('The number whose calls it answers, with + and the country code')
        : t('The number it calls from, with + and the country code. Empty: the provider’s')
    }
    name="phone_number"
    error={faults.phone_number}
    type="tel"
    defaultValue={draft?.phone_number ?? campaign?.phone_number ?? ''}
    maxLength={32}
    pattern="\+[0-9][0-9 \(\)\.\-]{6,30}"
    title={t('Begin with + and the country code, as in +1 202 555 0143.')}
  />
);

export const ExtensionField = ({ campaign, draft, faults }: FieldsProps) => (
  <TextInput
    {...plain}
    label={t('Extension')}
    description={t('Two to six digits that your own phones dial to reach it. May be empty.')}
    name="extension"
    error={faults.extension}
    inputMode="numeric"
    defaultValue={draft?.extension ?? campaign?.extension ?? ''}
    maxLength={6}
    pattern="[0-9]{2,6}"
    title={t('Two to six digits, such as 100.')}
    styles={{ input: { maxWidth: 160 } }}
  />
);

export const TagsField = ({ campaign, draft, faults }: FieldsProps) => (
  <KnownList
    {...plain}
    known={useTags().data?.tags ?? []}
    separator=","
    label={t('Tags of those to call')}
    description={t('Separated by commas: City:Pune, Plan:Gold. Empty: all contacts')}
    name="branches"
    error={faults.branches}
    defaultValue={draft?.branches ?? campaign?.branches.join(', ') ?? ''}
  />
);

/** Fields for hours, weekdays, time zone, and the first and last day. */
export function HoursFields({ campaign, draft, faults, kind }: FieldsProps & { readonly kind: Campaign['kind'] }) {
  const hours = campaign?.time_window;
  const organisationZone = useZone() ?? ownZone;
  const zone = draft?.timezone ?? hours?.timezone ?? organisationZone;
  const isChecked = (day: number): boolean =>
    draft === undefined ? (hours?.weekdays?.includes(day) ?? true) : draft[`weekday_${day}`] === 'on';
  return (
    <>
      <SimpleGrid cols={2} spacing="sm">
        <TextInput
          label={t('Calls from')}
          name="start"
          type="time"
          error={faults['time_window.start']}
          defaultValue={draft?.start ?? hours?.start ?? ''}
        />
        <TextInput
          label={t('Calls until')}
          name="end"
          type="time"
          error={faults['time_window.end']}
          defaultValue={draft?.end ?? hours?.end ?? ''}
        />
      </SimpleGrid>
      <Group gap="sm" role="group" aria-label={t('Days of the week')}>
        {weekdayNames.map((name, nth) => (
          <Checkbox key={name} label={name} name={`weekday_${nth + 1}`} defaultChecked={isChecked(nth + 1)} />
        ))}
      </Group>
      <ZoneInput label={t('Time zone')} name="timezone" error={faults['time_window.timezone']} defaultValue={zone} />
      {kind === 'outbound' && (
        <DayRangeField
          label={t('Days on which it calls')}
          names={['start_date', 'end_date']}
          initial={{
            from: draft?.start_date ?? campaign?.start_date ?? '',
            to: draft?.end_date ?? campaign?.end_date ?? '',
          }}
          ranges={rangesFrom(zone, new Date())}
          error={faults.start_date ?? faults.end_date}
        />
      )}
    </>
  );
}

/** Fields for the number of concurrent calls and the retries. */
export function DialerFields({ campaign, draft, faults }: FieldsProps) {
  const dialer = campaign?.effective_config.dialer;
  const fault = (name: string): string | undefined => faults[`config.dialer.${name}`] ?? faults[`dialer.${name}`];
  const number = { min: 1, hideControls: true, allowDecimal: false, allowNegative: false } as const;
  return (
    <>
      <SimpleGrid cols={2} spacing="sm">
        <NumberInput
          {...number}
          label={t('Calls at once')}
          name="max_concurrent_calls"
          error={fault('max_concurrent_calls')}
          defaultValue={draft?.max_concurrent_calls ?? dialer?.max_concurrent_calls ?? 10}
          max={500}
        />
        <NumberInput
          {...number}
          label={t('Attempts for each contact')}
          name="max_attempts"
          error={fault('max_attempts')}
          defaultValue={draft?.max_attempts ?? dialer?.max_attempts ?? 3}
          max={10}
        />
      </SimpleGrid>
      <SimpleGrid cols={2} spacing="sm">
        <NumberInput
          {...number}
          label={t('Minutes until a retry, if busy')}
          name="retry_busy"
          error={fault('retry_minutes.busy')}
          defaultValue={draft?.retry_busy ?? dialer?.retry_minutes.busy ?? 15}
          max={43_200}
        />
        <NumberInput
          {...number}
          label={t('Minutes until a retry, if not answered')}
          name="retry_no_answer"
          error={fault('retry_minutes.no_answer')}
          defaultValue={draft?.retry_no_answer ?? dialer?.retry_minutes.no_answer ?? 120}
          max={43_200}
        />
      </SimpleGrid>
    </>
  );
}

/** Fields for what the agent says and avoids in calls of this campaign. */
export function WordsFields({ campaign, draft, faults }: FieldsProps) {
  const config = campaign?.effective_config;
  const queues = useAllQueues().data?.queues ?? [];
  return (
    <>
      <Textarea
        label={t('Recording disclosure')}
        description={t('Said with the greeting, as in “This call may be recorded.” Empty: none')}
        name="recording_disclosure"
        error={faults['config.recording_disclosure']}
        defaultValue={draft?.recording_disclosure ?? config?.recording_disclosure ?? ''}
        maxLength={1000}
        autosize
        minRows={1}
        maxRows={4}
      />
      <Switch
        label={t('Say the disclosure first, in full, without interruption')}
        name="recording_disclosure_required"
        defaultChecked={
          draft === undefined
            ? config?.recording_disclosure_required === true
            : draft.recording_disclosure_required === 'on'
        }
      />
      <Textarea
        label={t('Guardrails')}
        description={t('Topics that the agent does not discuss, one a line')}
        name="guardrails"
        error={faults['config.guardrails']}
        defaultValue={draft?.guardrails ?? config?.guardrails.join('\n') ?? ''}
        autosize
        minRows={2}
        maxRows={6}
      />
      <KnownList
        known={queues.map(({ name }) => name)}
        separator={'\n'}
        label={t('Queues for transfers')}
        description={t('Names of queues to which the agent may transfer calls, one a line')}
        name="transfer_targets"
        error={faults['config.transfer_targets']}
        defaultValue={draft?.transfer_targets ?? config?.transfer_targets.join('\n') ?? ''}
      />
      <div>
        <Textarea
          label={t('Instructions for the agent')}
          name="persona_prompt"
          error={faults['config.persona_prompt']}
          defaultValue={draft?.persona_prompt ?? config?.persona_prompt ?? ''}
          autosize
          minRows={3}
          maxRows={10}
        />
        <EngineNote does={t('answers from the facts in this text, and follows the goals and the documents.')} />
      </div>
    </>
  );
}
