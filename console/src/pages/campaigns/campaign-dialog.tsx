import { useState } from 'react';
import { t } from '../../language/text.ts';
import { type Campaign, changeCampaign, getCampaign } from '../../server/campaigns.ts';
import { useGoBack } from '../../shared/dialog/dialog.tsx';
import { FormDialog } from '../../shared/form/form-dialog.tsx';
import { NameInput } from '../../shared/form/name-input.tsx';
import { useSubmit } from '../../shared/form/use-submit.ts';
import { useMergedSave } from '../../shared/versions/use-merged-save.tsx';
import { fieldsIn, fieldsOf, patchTo, shownFields } from './campaign-body.ts';
import { AgentField, ReachFields, WordsFields } from './campaign-fields.tsx';
import { campaignFieldNames } from './campaign-names.ts';
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
  const { dialog, send } = useMergedSave<Campaign, Readonly<Record<string, unknown>>>({
    title: t('Somebody else changed this campaign'),
    names: campaignFieldNames,
  });
  const { isBusy, trouble, faults, onSubmit } = useSubmit(
    (field) =>
      send(fieldsIn(field, campaign), {
        base: campaign,
        versionOf: ({ version }) => version,
        bodyOf: fieldsOf,
        save: (fields, before) => changeCampaign(before.uuid, patchTo(fields, before), before.version),
        load: () => getCampaign(campaign.uuid),
      }),
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
      {dialog}
    </FormDialog>
  );
}
