import { AppShell, Container, Group, Loader } from '@mantine/core';
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { ChangePasswordDialog } from '../account/change-password-dialog.tsx';
import { useCall } from '../call/use-call.tsx';
import { PageHeading } from '../components/page-heading.tsx';
import { TestCallPage } from '../test-call/test-call-page.tsx';
import { AccountMenu } from './account-menu.tsx';
import styles from './app.module.css';
import { ConnectionBanner } from './connection-banner.tsx';
import { HealthBadge } from './health-badge.tsx';
import { lazyPage, PageBoundary } from './page-boundary.tsx';
import type { Place } from './place.ts';
import { Link, usePlace } from './router.tsx';

const CallsPage = lazyPage(() => import('../calls/calls-page.tsx').then(({ CallsPage }) => CallsPage));
const CallPage = lazyPage(() => import('../calls/call-page.tsx').then(({ CallPage }) => CallPage));

const AgentsPage = lazyPage(() => import('../agents/agents-page.tsx').then(({ AgentsPage }) => AgentsPage));
const AgentPage = lazyPage(() => import('../agents/agent-page.tsx').then(({ AgentPage }) => AgentPage));
const NewAgentPage = lazyPage(() => import('../agents/agent-page.tsx').then(({ NewAgentPage }) => NewAgentPage));
const CampaignsPage = lazyPage(() =>
  import('../campaigns/campaigns-page.tsx').then(({ CampaignsPage }) => CampaignsPage),
);
const CampaignPage = lazyPage(() => import('../campaigns/campaign-page.tsx').then(({ CampaignPage }) => CampaignPage));
const DocumentsPage = lazyPage(() =>
  import('../documents/documents-page.tsx').then(({ DocumentsPage }) => DocumentsPage),
);
const DocumentPage = lazyPage(() => import('../documents/document-page.tsx').then(({ DocumentPage }) => DocumentPage));
const AudioPage = lazyPage(() => import('../documents/audio-page.tsx').then(({ AudioPage }) => AudioPage));
const RecordingPage = lazyPage(() =>
  import('../documents/recording-page.tsx').then(({ RecordingPage }) => RecordingPage),
);
const ContactsPage = lazyPage(() => import('../contacts/contacts-page.tsx').then(({ ContactsPage }) => ContactsPage));
const QueuesPage = lazyPage(() => import('../queues/queues-page.tsx').then(({ QueuesPage }) => QueuesPage));
const TeamPage = lazyPage(() => import('../team/team-page.tsx').then(({ TeamPage }) => TeamPage));
const ApiKeysPage = lazyPage(() => import('../api-keys/api-keys-page.tsx').then(({ ApiKeysPage }) => ApiKeysPage));
const WebhooksPage = lazyPage(() => import('../webhooks/webhooks-page.tsx').then(({ WebhooksPage }) => WebhooksPage));
const TelephonyPage = lazyPage(() =>
  import('../telephony/telephony-page.tsx').then(({ TelephonyPage }) => TelephonyPage),
);
const ActivityPage = lazyPage(() => import('../activity/activity-page.tsx').then(({ ActivityPage }) => ActivityPage));
const WaitingListPage = lazyPage(() =>
  import('../operator/waiting-list-page.tsx').then(({ WaitingListPage }) => WaitingListPage),
);
const OrganisationsPage = lazyPage(() =>
  import('../operator/organisations-page.tsx').then(({ OrganisationsPage }) => OrganisationsPage),
);

const titles: Readonly<Record<Place['page'], string>> = {
  test_call: 'Test call',
  calls: 'Calls',
  call: 'Call',
  agents: 'Agents',
  agent: 'Agent',
  new_agent: 'New agent',
  campaigns: 'Campaigns',
  campaign: 'Campaign',
  contacts: 'Contacts',
  queues: 'Queues',
  documents: 'Documents',
  document: 'Document',
  audio: 'Audio',
  recording: 'Recording',
  team: 'Team',
  api_keys: 'API keys',
  webhooks: 'Webhooks',
  telephony: 'Telephony',
  activity: 'Activity',
  waiting_list: 'Waiting list',
  organisations: 'Organisations',
  set_password: 'Choose a password',
  lost: 'Not found',
};

export function App() {
  const place = usePlace();
  const main = useRef<HTMLElement>(null);
  const isFirst = useRef(true);
  const where = JSON.stringify(place);

  // biome-ignore lint/correctness/useExhaustiveDependencies: who reads the page by ear is taken to what is new
  useEffect(() => {
    document.title = `${titles[place.page]} · Parley`;
    if (isFirst.current) isFirst.current = false;
    else main.current?.focus();
  }, [where]);

  return (
    <AppShell header={{ height: 60 }} padding={0}>
      <a className="skip" href="#main">
        Skip to the page
      </a>
      <AppShell.Header className={styles.header}>
        <Header place={place} />
      </AppShell.Header>
      <AppShell.Main id="main" ref={main} tabIndex={-1} className={styles.main}>
        <Container size="lg" py="lg" px={{ base: 'sm', sm: 'lg' }}>
          <ConnectionBanner />
          <PageBoundary where={where}>
            <Suspense fallback={<Loader aria-label="Loading" />}>{pageOf(place)}</Suspense>
          </PageBoundary>
        </Container>
      </AppShell.Main>
    </AppShell>
  );
}

function pageOf(place: Place): ReactNode {
  switch (place.page) {
    case 'test_call':
      return <TestCallPage />;
    case 'calls':
      return <CallsPage offset={place.offset} />;
    case 'call':
      return <CallPage uuid={place.uuid} />;
    case 'agents':
      return <AgentsPage offset={place.offset} />;
    case 'agent':
      return <AgentPage key={place.uuid} uuid={place.uuid} />;
    case 'new_agent':
      return <NewAgentPage />;
    case 'campaigns':
      return <CampaignsPage offset={place.offset} />;
    case 'campaign':
      return <CampaignPage key={place.uuid} uuid={place.uuid} offset={place.offset} />;
    case 'contacts':
      return <ContactsPage offset={place.offset} q={place.q} tag={place.tag} />;
    case 'queues':
      return <QueuesPage offset={place.offset} />;
    case 'documents':
      return <DocumentsPage offset={place.offset} />;
    case 'document':
      return <DocumentPage key={place.uuid} uuid={place.uuid} />;
    case 'audio':
      return <AudioPage offset={place.offset} />;
    case 'recording':
      return <RecordingPage key={place.uuid} uuid={place.uuid} />;
    case 'team':
      return <TeamPage />;
    case 'api_keys':
      return <ApiKeysPage />;
    case 'webhooks':
      return <WebhooksPage />;
    case 'telephony':
      return <TelephonyPage />;
    case 'activity':
      return <ActivityPage offset={place.offset} />;
    case 'waiting_list':
      return <WaitingListPage offset={place.offset} />;
    case 'organisations':
      return <OrganisationsPage offset={place.offset} />;
    case 'set_password':
    case 'lost':
      return (
        <PageHeading
          title="Page not found"
          lead={
            <>
              Nothing exists at this address. <Link href="/">Make a test call</Link> or{' '}
              <Link href="/calls">look at the calls</Link>.
            </>
          }
        />
      );
  }
}

const agentPages: ReadonlySet<Place['page']> = new Set(['agents', 'agent', 'new_agent']);

function Header({ place }: { readonly place: Place }) {
  const { session } = useCall();
  const isLive = session.phase === 'live';
  const [isAsking, setAsking] = useState(false);
  return (
    <Container size="lg" h="100%" px={{ base: 'sm', sm: 'lg' }}>
      <Group h="100%" justify="space-between" wrap="nowrap" gap="xs">
        <Group gap={10} wrap="nowrap">
          <Link href="/" className={styles.brand} aria-label="Parley, test call">
            <img src="/icon.svg" alt="" width={28} height={28} />
            <span className={styles.brandName}>Parley</span>
          </Link>
          <nav aria-label="Main" className={styles.nav}>
            <NavLink href="/" isHere={place.page === 'test_call'}>
              Test call
              {isLive && <span className={styles.liveDot} role="img" aria-label="in progress" />}
            </NavLink>
            <NavLink href="/calls" isHere={place.page === 'calls' || place.page === 'call'}>
              Calls
            </NavLink>
            <NavLink href="/agents" isHere={agentPages.has(place.page)} isSpare>
              Agents
            </NavLink>
            <NavLink href="/campaigns" isHere={place.page === 'campaigns' || place.page === 'campaign'} isSpare>
              Campaigns
            </NavLink>
            <NavLink href="/contacts" isHere={place.page === 'contacts'} isSpare>
              Contacts
            </NavLink>
            <NavLink href="/documents" isHere={place.page === 'documents' || place.page === 'document'} isSpare>
              Documents
            </NavLink>
            <NavLink href="/audio" isHere={place.page === 'audio' || place.page === 'recording'} isSpare>
              Audio
            </NavLink>
            <NavLink href="/team" isHere={place.page === 'team'} isSpare>
              Team
            </NavLink>
          </nav>
        </Group>
        <Group gap={8} wrap="nowrap">
          <HealthBadge />
          <AccountMenu key={place.page} here={place.page} onChangePassword={() => setAsking(true)} />
          {isAsking && <ChangePasswordDialog onCancel={() => setAsking(false)} />}
        </Group>
      </Group>
    </Container>
  );
}

interface NavLinkProps {
  readonly href: string;
  readonly isHere: boolean;
  /** Left to the account's menu where there is little room. */
  readonly isSpare?: boolean;
  readonly children: ReactNode;
}

function NavLink({ href, isHere, isSpare = false, children }: NavLinkProps) {
  return (
    <Link
      href={href}
      className={isSpare ? `${styles.navLink} ${styles.spare}` : styles.navLink}
      {...(isHere ? { 'aria-current': 'page' } : {})}
    >
      {children}
    </Link>
  );
}
