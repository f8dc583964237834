import { Anchor, Group, Loader, Paper, SimpleGrid, Text, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { rich, t } from '../../language/text.ts';
import { type Campaign, useCampaign } from '../../server/campaigns.ts';
import { useMe } from '../../shared/account/use-account.ts';
import { Link, navigate } from '../../shared/navigation/router.tsx';
import { Announcement, useAnnouncer } from '../../shared/page/announcement.tsx';
import { PageHeading } from '../../shared/page/page-heading.tsx';
import { TroubleNotice } from '../../shared/page/trouble-notice.tsx';
import { Versions } from '../../shared/versions/versions.tsx';
import { CampaignStatus, type CampaignWish, CampaignWishes, reached } from './campaign-columns.tsx';
import { campaignFieldNames } from './campaign-names.ts';
import { ProgressPanel } from './campaign-progress.tsx';
import { CampaignTargets } from './campaign-targets.tsx';
import { CampaignWishDialog } from './campaign-wish.tsx';
import { hoursText, kindTexts } from './campaign-words.ts';
import { GoalsPanel } from './goals-panel.tsx';
import { elsewhere, fixes } from './preflight-fixes.tsx';
import { PreflightList } from './preflight-list.tsx';

const allCampaigns = <Link href="/campaigns">{t('All campaigns')}</Link>;

/** Page of one campaign: its progress and its contacts. */
export function CampaignPage({ uuid }: { readonly uuid: string }) {
  const role = useMe().data?.role;
  const mayWrite = role === 'manager' || role === 'admin';
  const { data, isError, error, refetch } = useCampaign(uuid);
  const queries = useQueryClient();
  const announcer = useAnnouncer();
  const [wish, setWish] = useState<CampaignWish>();
  if (isError) {
    return (
      <>
        <PageHeading title={t('Campaign')} lead={allCampaigns} />
        <TroubleNotice
          title={t('Could not load this campaign')}
          advice={error.message}
          onRetry={() => void refetch()}
        />
      </>
    );
  }
  if (data === undefined) return <Loader aria-label={t('Loading the campaign')} />;
  return (
    <>
      <PageHeading
        title={data.name}
        lead={allCampaigns}
        aside={mayWrite && <CampaignWishes campaign={data} onWish={setWish} />}
      />
      <Announcement {...announcer} />
      <Facts campaign={data} />
      <GoalsPanel campaign={data} mayWrite={mayWrite} />
      {mayWrite && (data.status === 'draft' || data.status === 'paused') && (
        <BeforeLaunch campaign={data} onEdit={() => setWish('edit')} />
      )}
      {data.kind === 'outbound' && <ProgressPanel uuid={uuid} isRunning={data.status === 'active'} />}
      {data.kind === 'outbound' && (
        <CampaignTargets uuid={uuid} isRunning={data.status === 'active'} onTrouble={announcer.sayHere} />
      )}
      <Versions
        of={{ kind: 'flows', uuid }}
        current={data.version}
        names={campaignFieldNames}
        isReadOnly={!mayWrite}
        onRestored={async () => {
          await queries.invalidateQueries({ queryKey: ['campaigns'] });
          announcer.sayHere(t('Restored. New calls use this version.'));
        }}
      />
      {wish !== undefined && (
        <CampaignWishDialog
          kind={wish}
          campaign={data}
          onCancel={() => setWish(undefined)}
          onDone={async (sentence, isGone) => {
            if (wish === 'delete') return navigate('/campaigns');
            await queries.invalidateQueries({ queryKey: ['campaigns'] });
            setWish(undefined);
            if (isGone) announcer.sayHere(sentence);
            else announcer.say(sentence);
          }}
        />
      )}
    </>
  );
}

interface BeforeLaunchProps {
  readonly campaign: Campaign;
  readonly onEdit: () => void;
}

/** Unmet requirements of a launch, each with a link or button that fixes it. */
function BeforeLaunch({ campaign, onEdit }: BeforeLaunchProps) {
  return (
    <Paper component="section" className="surface" p="md" mb="lg" aria-labelledby="before-launch">
      <Title order={2} size="h4" id="before-launch" mb="sm">
        {t('Before the launch')}
      </Title>
      <PreflightList
        uuid={campaign.uuid}
        fixOf={(code) =>
          elsewhere[code] ?? (
            <Anchor component="button" type="button" underline="always" onClick={onEdit}>
              {fixes[code]}
            </Anchor>
          )
        }
      />
    </Paper>
  );
}

function Facts({ campaign }: { readonly campaign: Campaign }) {
  const { metrics, time_window: hours } = campaign;
  const isOutbound = campaign.kind === 'outbound';
  const facts: readonly (readonly [string, string])[] = [
    [t('What it does'), kindTexts[campaign.kind]],
    [
      t('Calls'),
      t('{totalCalls}, {callsToday} of them today', {
        totalCalls: metrics?.total_calls ?? 0,
        callsToday: metrics?.calls_today ?? 0,
      }),
    ],
    ...(isOutbound ? [[t('Reached'), reached(campaign)] as const] : []),
    [t('Mean length'), metrics?.avg_handle_time ?? '–'],
    [t('Hours'), hours === null ? t('Any') : hoursText(hours)],
    [t('Agent'), campaign.effective_config.agent_name],
    ...(campaign.extension === null ? [] : [[t('Extension'), campaign.extension] as const]),
    [t('Number'), campaign.phone_number ?? (isOutbound ? t('The provider’s') : t('None'))],
    ...(isOutbound
      ? [[t('Calls to'), campaign.branches.length === 0 ? t('All contacts') : campaign.branches.join(', ')] as const]
      : []),
  ];
  return (
    <Paper className="surface" p="md" mb="lg">
      <Group mb="sm">
        <div>
          <CampaignStatus campaign={campaign} />
        </div>
      </Group>
      <SimpleGrid component="dl" cols={{ base: 2, sm: 3 }} m={0}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <Text component="dt" size="sm" className="quiet">
              {name}
            </Text>
            <Text component="dd" m={0} style={{ overflowWrap: 'anywhere' }}>
              {value}
            </Text>
          </div>
        ))}
      </SimpleGrid>
      <Text size="sm" mt="md">
        {rich('Test calls are not counted. {link}', {
          link: <Link href={`/calls?campaign=${campaign.uuid}`}>{t('Show its calls')}</Link>,
        })}
      </Text>
    </Paper>
  );
}
