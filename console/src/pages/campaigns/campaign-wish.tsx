import { t } from '../../language/text.ts';
import { type Campaign, launchCampaign, removeCampaign, stopCampaign } from '../../server/campaigns.ts';
import { Confirm } from '../../shared/dialog/confirm.tsx';
import type { CampaignWish } from './campaign-columns.tsx';
import { CampaignDialog } from './campaign-dialog.tsx';
import { LaunchQuestion } from './launch-question.tsx';

interface WishDialogProps {
  readonly kind: CampaignWish;
  readonly campaign: Campaign;
  readonly onCancel: () => void;
  /** `isGone`: the element that had the focus no longer exists. */
  readonly onDone: (sentence: string, isGone: boolean) => Promise<void>;
}

/** Dialog that confirms launching, stopping or deleting a campaign, or edits it. */
export function CampaignWishDialog({ kind, campaign, onCancel, onDone }: WishDialogProps) {
  if (kind === 'edit')
    return (
      <CampaignDialog
        campaign={campaign}
        onCancel={onCancel}
        onDone={(name) => onDone(t('{name} was stored.', { name }), false)}
      />
    );
  const { title, text, action, send, done } = askings[kind];
  return (
    <Confirm
      title={title(campaign)}
      action={action}
      send={() => send(campaign.uuid)}
      onCancel={onCancel}
      onDone={() => onDone(done(campaign), true)}
      onGone={() => onDone(t('{name} was gone already.', { name: campaign.name }), true)}
    >
      {text(campaign)}
    </Confirm>
  );
}

const askings = {
  launch: {
    title: ({ name }: Campaign) => t('Launch {name}?', { name }),
    text: (campaign: Campaign) => <LaunchQuestion campaign={campaign} />,
    action: t('Launch'),
    send: launchCampaign,
    done: ({ name }: Campaign) => t('{name} is running.', { name }),
  },
  stop: {
    title: ({ name }: Campaign) => t('Stop {name}?', { name }),
    text: () => t('Nobody else is called or answered. Calls in progress go on, and it can be launched again.'),
    action: t('Stop'),
    send: stopCampaign,
    done: ({ name }: Campaign) => t('{name} is paused.', { name }),
  },
  delete: {
    title: ({ name }: Campaign) => t('Delete {name}?', { name }),
    text: () =>
      t('It is stopped first, and calls in progress continue. Its calls are kept; its list of contacts is deleted.'),
    action: t('Delete'),
    send: removeCampaign,
    done: ({ name }: Campaign) => t('{name} was deleted.', { name }),
  },
} as const;
