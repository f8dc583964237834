import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useSubmit } from '../account/use-submit.ts';
import { useGoBack } from '../components/dialog.tsx';
import { FormDialog } from '../components/form-dialog.tsx';
import { addCampaign, type Campaign, changeCampaign } from '../server/campaigns.ts';
import { bodyIn } from './campaign-body.ts';
import { AgentField, KindField, ReachFields, WordsFields } from './campaign-fields.tsx';

interface CampaignDialogProps {
  /** Undefined for a new one. */
  readonly campaign: Campaign | undefined;
  readonly onDone: (name: string) => Promise<void>;
  readonly onCancel: () => void;
}

const shown = [
  ...['name', 'phone_number', 'voice_agent_id', 'speaker', 'branches', 'start_date', 'end_date'],
  ...['time_window.start', 'time_window.end', 'time_window.timezone', 'config.recording_disclosure'],
  ...['config.guardrails', 'config.transfer_targets', 'config.persona_prompt', 'config.dialer.max_concurrent_calls'],
];

/** Creates or updates a campaign. Mounted while it asks; afterwards the focus goes back. */
export function CampaignDialog({ campaign, onDone, onCancel }: CampaignDialogProps) {
  const { goBack, cancel } = useGoBack(onCancel);
  const [kind, setKind] = useState<Campaign['kind']>(campaign?.kind ?? 'outbound');
  const { isBusy, trouble, faults, onSubmit } = useSubmit(
    (field) => {
      const body = bodyIn(field, campaign, kind);
      const agent = field('voice_agent_id');
      if (campaign !== undefined)
        return changeCampaign(campaign.uuid, {
          ...body,
          ...(agent === (campaign.voice_agent_id ?? '') ? {} : { voice_agent_id: agent }),
        });
      const voice = agent === '' ? { speaker: field('speaker') } : { voice_agent_id: agent };
      return addCampaign({ ...body, ...voice, kind, provider: 'platform', status: 'draft' });
    },
    (stored) => void onDone(stored.name).then(goBack),
    shown,
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
        error={faults.name}
        autoComplete="off"
        data-autofocus
      />
      {campaign === undefined && <KindField kind={kind} onChange={setKind} />}
      <AgentField campaign={campaign} faults={faults} />
      <ReachFields campaign={campaign} faults={faults} kind={kind} />
      <WordsFields campaign={campaign} faults={faults} />
    </FormDialog>
  );
}
