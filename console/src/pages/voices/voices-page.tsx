import { Button, Table, Text, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '../../language/text.ts';
import { useVoices } from '../../server/agents.ts';
import { deployVoice, type OwnVoice, undeployVoice, useOwnVoices } from '../../server/voices.ts';
import { useMe } from '../../shared/account/use-account.ts';
import { ListFrame } from '../../shared/data-table/list-frame.tsx';
import { Confirm } from '../../shared/dialog/confirm.tsx';
import { Announcement, useAnnouncer } from '../../shared/page/announcement.tsx';
import { PageHeading } from '../../shared/page/page-heading.tsx';
import { SampleButton } from '../../shared/voices/sample-button.tsx';
import { DeleteVoice } from './delete-voice.tsx';
import { Lexicon } from './lexicon.tsx';
import { NewVoiceDialog } from './new-voice-dialog.tsx';
import { OwnVoiceTable, type VoiceWish } from './own-voice-table.tsx';

/** Page of voices made from recordings, and of those available to every agent. */
export function VoicesPage() {
  const role = useMe().data?.role;
  const mayWrite = role === 'manager' || role === 'admin';
  const own = useOwnVoices();
  const queries = useQueryClient();
  const announcer = useAnnouncer();
  const [isAdding, setAdding] = useState(false);
  const [wish, setWish] = useState<{ readonly kind: 'undeploy' | 'delete'; readonly voice: OwnVoice }>();
  const close = (): void => setWish(undefined);
  const reload = (): Promise<unknown> =>
    Promise.all(
      ['own-voices', 'voices', 'voice-sample-catalog', 'voice-samples', 'agents'].map((key) =>
        queries.invalidateQueries({ queryKey: [key] }),
      ),
    );
  const done = async (sentence: string): Promise<void> => {
    await reload();
    setAdding(false);
    close();
    announcer.sayHere(sentence);
  };
  const onWish = async (kind: VoiceWish, voice: OwnVoice): Promise<void> => {
    if (kind !== 'deploy') return setWish({ kind, voice });
    const answer = await deployVoice(voice.name);
    await reload();
    announcer.say(answer.ok ? t('{name} is deployed. Agents can choose it.', { name: voice.name }) : answer.detail);
  };
  return (
    <>
      <PageHeading
        title={t('Voices')}
        help="voices"
        lead={t('The voices that agents speak with, and voices of your own made from a recording.')}
        aside={mayWrite && <Button onClick={() => setAdding(true)}>{t('Create voice')}</Button>}
      />
      <Announcement {...announcer} />
      <section aria-labelledby="own-voices">
        <Title order={2} size="h4" id="own-voices" mb="sm">
          {t('Your voices')}
        </Title>
        <OwnVoiceTable query={own} mayWrite={mayWrite} onWish={(kind, voice) => void onWish(kind, voice)} />
      </section>
      <Lexicon mayWrite={mayWrite} say={announcer.sayHere} />
      <AllVoices />
      {isAdding && (
        <NewVoiceDialog
          onCancel={() => setAdding(false)}
          onDone={({ name, message }) => void done(`${name}: ${message}`)}
        />
      )}
      {wish?.kind === 'undeploy' && (
        <Confirm
          title={t('Withdraw {name}?', { name: wish.voice.name })}
          action={t('Withdraw the voice')}
          isHarmless
          send={() => undeployVoice(wish.voice.name)}
          onDone={() => done(t('{name} is withdrawn.', { name: wish.voice.name }))}
          onGone={() => done(t('{name} had been deleted already.', { name: wish.voice.name }))}
          onCancel={close}
        >
          {t('Agents that speak with it keep it. No other agent can choose it until you deploy it again.')}
        </Confirm>
      )}
      {wish?.kind === 'delete' && <DeleteVoice name={wish.voice.name} onDone={done} onCancel={close} />}
    </>
  );
}

const columns = [
  { name: t('Voice') },
  { name: t('Description'), from: 'sm' },
  { name: t('Languages') },
  { name: t('Listen') },
] as const;

function AllVoices() {
  const query = useVoices();
  return (
    <section aria-labelledby="all-voices" style={{ marginTop: 'var(--mantine-spacing-xl)' }}>
      <Title order={2} size="h4" id="all-voices" mb="sm">
        {t('Voices that agents can choose')}
      </Title>
      <ListFrame what={t('voices')} query={query} columns={columns}>
        {query.data?.speakers.map(({ name, provider, gender, age, description, language_codes: codes }) => (
          <Table.Tr key={`${provider} ${name}`}>
            <Table.Td>
              <Text fw={600} component="span">
                {name}
              </Text>
              <Text size="sm" className="quiet">
                {[gender, age].filter(Boolean).join(', ')}
              </Text>
            </Table.Td>
            <Table.Td visibleFrom="sm">{description}</Table.Td>
            <Table.Td>{codes.join(', ')}</Table.Td>
            <Table.Td>
              <SampleButton speaker={name} />
            </Table.Td>
          </Table.Tr>
        ))}
      </ListFrame>
    </section>
  );
}
