import { NativeSelect, NumberInput, SimpleGrid, Textarea, TextInput } from '@mantine/core';
import { useSubmit } from '../account/use-submit.ts';
import { useGoBack } from '../components/dialog.tsx';
import { FormDialog } from '../components/form-dialog.tsx';
import { tagsIn } from '../components/tags-in.ts';
import { useVoices } from '../server/agents.ts';
import { addCampaign, type Campaign, changeCampaign } from '../server/campaigns.ts';
import { kindTexts } from './campaign-words.ts';

interface CampaignDialogProps {
  /** Undefined for a new one. */
  readonly campaign: Campaign | undefined;
  readonly onDone: (name: string) => Promise<void>;
  readonly onCancel: () => void;
}

type Field = (name: string) => string;

const orNull = (text: string): string | null => (text.trim() === '' ? null : text.trim());
const hereZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

function windowIn(field: Field): Campaign['time_window'] {
  const [start, end] = [field('start'), field('end')];
  return start === '' && end === '' ? null : { start, end, timezone: field('timezone').trim() };
}

/** What is the agent's, and was left as it was, stays the agent's. */
function configIn(field: Field, campaign: Campaign | undefined): Record<string, unknown> {
  const prompt = field('persona_prompt').trim();
  const most = Number(field('max_concurrent_calls'));
  const dialer = campaign?.effective_config.dialer;
  return {
    ...(prompt === (campaign?.effective_config.persona_prompt ?? '') ? {} : { persona_prompt: orNull(prompt) }),
    ...(most === dialer?.max_concurrent_calls ? {} : { dialer: { ...dialer, max_concurrent_calls: most } }),
  };
}

const commonIn = (field: Field, campaign: Campaign | undefined) => ({
  name: field('name').trim(),
  phone_number: orNull(field('phone_number')),
  branches: tagsIn(field('branches')),
  end_date: orNull(field('end_date')),
  time_window: windowIn(field),
  config: configIn(field, campaign),
});

/** Makes or changes a campaign. Mounted while it asks; afterwards the focus goes back. */
export function CampaignDialog({ campaign, onDone, onCancel }: CampaignDialogProps) {
  const { goBack, cancel } = useGoBack(onCancel);
  const { isBusy, trouble, onSubmit } = useSubmit(
    (field) => {
      const common = commonIn(field, campaign);
      if (campaign !== undefined) return changeCampaign(campaign.uuid, common);
      const kind = field('kind') === 'inbound' ? 'inbound' : 'outbound';
      return addCampaign({ ...common, kind, provider: 'platform', speaker: field('speaker'), status: 'draft' });
    },
    (stored) => void onDone(stored.name).then(goBack),
  );
  return (
    <FormDialog
      title={campaign === undefined ? 'Create campaign' : 'Edit the campaign'}
      action={campaign === undefined ? 'Create' : 'Save'}
      {...{ trouble, isBusy, onSubmit }}
      onClose={cancel}
    >
      <TextInput
        label="Name"
        name="name"
        defaultValue={campaign?.name ?? ''}
        required
        withAsterisk={false}
        maxLength={120}
        autoComplete="off"
        data-autofocus
      />
      {campaign === undefined && <NewFields />}
      <ReachFields campaign={campaign} />
      <Textarea
        label="Instructions for the agent"
        name="persona_prompt"
        defaultValue={campaign?.effective_config.persona_prompt ?? ''}
        autosize
        minRows={3}
        maxRows={10}
      />
    </FormDialog>
  );
}

function NewFields() {
  const voices = useVoices().data?.speakers ?? [];
  return (
    <SimpleGrid cols={2} spacing="sm">
      <NativeSelect
        label="What it does"
        name="kind"
        data={Object.entries(kindTexts).map(([value, label]) => ({ value, label }))}
      />
      <NativeSelect label="Voice" name="speaker" data={voices.map(({ name }) => name)} />
    </SimpleGrid>
  );
}

function ReachFields({ campaign }: { readonly campaign: Campaign | undefined }) {
  const plain = { autoComplete: 'off', spellCheck: false } as const;
  const hours = campaign?.time_window;
  return (
    <>
      <TextInput
        {...plain}
        label="Phone number"
        description="Whose calls it answers, or that it calls from; left empty, the provider’s"
        name="phone_number"
        type="tel"
        defaultValue={campaign?.phone_number ?? ''}
        maxLength={32}
      />
      <TextInput
        {...plain}
        label="Tags of those to call"
        description="With commas between: City:Pune, Plan:Gold. Left empty, all contacts"
        name="branches"
        defaultValue={campaign?.branches.join(', ') ?? ''}
      />
      <SimpleGrid cols={2} spacing="sm">
        <TextInput label="Calls from" name="start" type="time" defaultValue={hours?.start ?? ''} />
        <TextInput label="Calls until" name="end" type="time" defaultValue={hours?.end ?? ''} />
        <TextInput {...plain} label="Time zone" name="timezone" defaultValue={hours?.timezone ?? hereZone} />
        <TextInput label="Last day" name="end_date" type="date" defaultValue={campaign?.end_date ?? ''} />
      </SimpleGrid>
      <NumberInput
        label="Calls at once"
        name="max_concurrent_calls"
        defaultValue={campaign?.effective_config.dialer.max_concurrent_calls ?? 10}
        min={1}
        max={500}
        hideControls
      />
    </>
  );
}
