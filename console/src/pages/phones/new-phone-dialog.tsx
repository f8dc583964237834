import { NativeSelect } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '../../language/text.ts';
import { useAllAgents } from '../../server/agents.ts';
import type { Agent } from '../../server/answers.ts';
import { addCampaign } from '../../server/campaigns.ts';
import type { Phone, PhoneWithPassword } from '../../server/phones.ts';
import { useFlows } from '../../server/queries.ts';
import { PhoneDialog } from './phone-dialog.tsx';

interface NewPhoneDialogProps {
  readonly phones: readonly Phone[];
  readonly onDone: (stored: Phone | PhoneWithPassword) => Promise<void>;
  readonly onCancel: () => void;
  /** Called when the phone is stored, but no agent could be given an extension. */
  readonly onTrouble: (sentence: string) => void;
}

const firstOfPhones = 201;
const firstOfAgents = 100;

/** Dialog of a new phone, with a free extension and, where no agent can be dialled yet, one that can from now on. */
export function NewPhoneDialog({ phones, onDone, onCancel, onTrouble }: NewPhoneDialogProps) {
  const ofFlows = useFlows();
  const ofAgents = useAllAgents();
  const queries = useQueryClient();
  const [chosen, choose] = useState<string>();
  if (ofFlows.isPending || ofAgents.isPending) return null;
  // A phone can be added without them.
  const { flows = [] } = ofFlows.data ?? {};
  const { agents = [] } = ofAgents.data ?? {};
  const taken = new Set([...phones, ...flows].map(({ extension }) => extension));
  const extension = freeFrom(firstOfPhones, taken);
  const ofAgent = freeFrom(firstOfAgents, taken);
  const isAsked = ofFlows.data !== undefined && agents.length > 0 && !flows.some(canBeDialled);
  const agent = isAsked ? agents.find(({ uuid }) => uuid === (chosen ?? agents[0]?.uuid)) : undefined;
  const done = async (phone: Phone | PhoneWithPassword): Promise<void> => {
    const trouble = agent === undefined ? undefined : await giveExtension(agent, ofAgent);
    await Promise.all(['flows', 'campaigns'].map((key) => queries.invalidateQueries({ queryKey: [key] })));
    await onDone(phone);
    if (trouble !== undefined) onTrouble(trouble);
  };
  return (
    <PhoneDialog phone={{ name: t('Phone {extension}', { extension }), extension }} onCancel={onCancel} onDone={done}>
      {isAsked && (
        <NativeSelect
          label={t('Agent that answers {extension}', { extension: ofAgent })}
          description={t('An active inbound campaign with this agent is created.')}
          value={agent?.uuid ?? ''}
          onChange={({ currentTarget }) => choose(currentTarget.value)}
          data={[
            ...agents.map(({ uuid, name }) => ({ value: uuid, label: name })),
            { value: '', label: t('No agent') },
          ]}
        />
      )}
    </PhoneDialog>
  );
}

export const canBeDialled = ({
  kind,
  status,
  extension,
}: {
  readonly kind: string;
  readonly status: string;
  readonly extension: string | null;
}): boolean => kind === 'inbound' && status === 'active' && extension !== null;

function freeFrom(first: number, taken: ReadonlySet<string | null>): string {
  let extension = first;
  while (taken.has(`${extension}`)) extension += 1;
  return `${extension}`;
}

/** Returns what was wrong, if anything. */
async function giveExtension({ uuid, name }: Agent, extension: string): Promise<string | undefined> {
  const answer = await addCampaign({
    kind: 'inbound',
    provider: 'platform',
    name,
    voice_agent_id: uuid,
    extension,
    status: 'active',
  });
  return answer.ok
    ? undefined
    : t('{name} could not be given extension {extension}: {detail}', { name, extension, detail: answer.detail });
}
