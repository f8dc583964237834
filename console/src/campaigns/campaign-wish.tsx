import { Confirm } from '../components/confirm.tsx';
import { type Campaign, launchCampaign, removeCampaign, stopCampaign } from '../server/campaigns.ts';
import type { CampaignWish } from './campaign-columns.tsx';
import { CampaignDialog } from './campaign-dialog.tsx';
import { LaunchQuestion } from './launch-question.tsx';

interface WishDialogProps {
  readonly kind: CampaignWish;
  readonly campaign: Campaign;
  readonly onCancel: () => void;
  /** `isGone`: what had the focus is not there any more. */
  readonly onDone: (sentence: string, isGone: boolean) => Promise<void>;
}

/** Asks before somebody is called, or not any more. */
export function CampaignWishDialog({ kind, campaign, onCancel, onDone }: WishDialogProps) {
  if (kind === 'edit')
    return <CampaignDialog {...{ campaign, onCancel }} onDone={(name) => onDone(`${name} was stored.`, false)} />;
  const { title, text, action, send, done } = askings[kind];
  return (
    <Confirm
      title={title(campaign)}
      action={action}
      send={() => send(campaign.uuid)}
      onCancel={onCancel}
      onDone={() => onDone(done(campaign), true)}
      onGone={() => onDone(`${campaign.name} was gone already.`, true)}
    >
      {text(campaign)}
    </Confirm>
  );
}

const askings = {
  launch: {
    title: ({ name }: Campaign) => `Launch ${name}?`,
    text: (campaign: Campaign) => <LaunchQuestion campaign={campaign} />,
    action: 'Launch',
    send: launchCampaign,
    done: ({ name }: Campaign) => `${name} is running.`,
  },
  stop: {
    title: ({ name }: Campaign) => `Stop ${name}?`,
    text: () => 'Nobody else is called or answered. Calls in progress go on, and it can be launched again.',
    action: 'Stop',
    send: stopCampaign,
    done: ({ name }: Campaign) => `${name} is paused.`,
  },
  delete: {
    title: ({ name }: Campaign) => `Delete ${name}?`,
    text: () =>
      'It is stopped first, and calls in progress continue. Its calls are kept; its list of contacts is deleted.',
    action: 'Delete',
    send: removeCampaign,
    done: ({ name }: Campaign) => `${name} was deleted.`,
  },
} as const;
