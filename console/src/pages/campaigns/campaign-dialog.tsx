import { useState } from 'react';
import { t } from '../../language/text.ts';
import { type Campaign, changeCampaign } from '../../server/campaigns.ts';
import { useGoBack } from '../../shared/dialog/dialog.tsx';
import { FormDialog } from '../../shared/form/form-dialog.tsx';
import { NameInput } from '../../shared/form/name-input.tsx';
import { useSubmit } from '../../shared/form/use-submit.ts';
import { bodyIn, shownFields } from './campaign-body.ts';
import { AgentField, ReachFields, WordsFields } from './campaign-fields.tsx';
import { MenuChoicesField } from './menu-choices-field.tsx';

interface CampaignDialogProps {
  readonly campaign: Campaign;
  readonly onDone: (name: string) => Promise<void>;
  readonly onCancel: () => void;
}

/** Dialog that edits a campaign. Mounted only while open; returns the focus afterwards. */
export function CampaignDialog({ campaign: latest, onDone, onCancel }: CampaignDialogProps) {
  // The page refreshes the campaign while the form is open, which keeps the values it began with.
  const [campaign] = useState(latest);
  const { goBack, cancel } = useGoBack(onCancel);
  const { kind } = campaign;
  const { isBusy, trouble, faults, onSubmit } = useSubmit(
    (field) => {
      const body = bodyIn(field, campaign, kind);
      const agent = field('voice_agent_id');
      const patch = { ...body, ...(agent === (campaign.voice_agent_id ?? '') ? {} : { voice_agent_id: agent }) };
      return changeCampaign(campaign.uuid, patch, campaign.version);
    },
    (stored) => onDone(stored.name).then(goBack),
    shownFields,
  );
  return (
    <FormDialog
      title={t('Edit the campaign')}
      action={t('Save')}
      trouble={trouble}
      isBusy={isBusy}
      onSubmit={onSubmit}
      onClose={cancel}
    >
      <NameInput defaultValue={campaign.name} error={faults.name} data-autofocus />
      <AgentField campaign={campaign} faults={faults} />
      <ReachFields campaign={campaign} faults={faults} kind={kind} />
      <WordsFields campaign={campaign} faults={faults} />
      {kind === 'outbound' && <MenuChoicesField campaign={campaign} faults={faults} />}
    </FormDialog>
  );
}
