import type { ReactNode } from 'react';
import { PageHeading } from '../components/page-heading.tsx';
import { rich, t } from '../language/text.ts';
import { lazyPage } from './lazy-page.tsx';
import type { Place } from './place.ts';
import { Link } from './router.tsx';

const TestCallPage = lazyPage(() => import('../test-call/test-call-page.tsx').then(({ TestCallPage }) => TestCallPage));
const CallsPage = lazyPage(() => import('../calls/calls-page.tsx').then(({ CallsPage }) => CallsPage));
const CallPage = lazyPage(() => import('../calls/call-page.tsx').then(({ CallPage }) => CallPage));

const AgentsPage = lazyPage(() => import('../agents/agents-page.tsx').then(({ AgentsPage }) => AgentsPage));
const AgentPage = lazyPage(() => import('../agents/agent-page.tsx').then(({ AgentPage }) => AgentPage));
const NewAgentPage = lazyPage(() => import('../agents/agent-page.tsx').then(({ NewAgentPage }) => NewAgentPage));
const CampaignsPage = lazyPage(() =>
  import('../campaigns/campaigns-page.tsx').then(({ CampaignsPage }) => CampaignsPage),
);
const CampaignPage = lazyPage(() => import('../campaigns/campaign-page.tsx').then(({ CampaignPage }) => CampaignPage));
const NewCampaignPage = lazyPage(() =>
  import('../campaigns/new-campaign-page.tsx').then(({ NewCampaignPage }) => NewCampaignPage),
);
const DocumentsPage = lazyPage(() =>
  import('../documents/documents-page.tsx').then(({ DocumentsPage }) => DocumentsPage),
);
const DocumentPage = lazyPage(() => import('../documents/document-page.tsx').then(({ DocumentPage }) => DocumentPage));
const AudioPage = lazyPage(() => import('../documents/audio-page.tsx').then(({ AudioPage }) => AudioPage));
const RecordingPage = lazyPage(() =>
  import('../documents/recording-page.tsx').then(({ RecordingPage }) => RecordingPage),
);
const ContactsPage = lazyPage(() => import('../contacts/contacts-page.tsx').then(({ ContactsPage }) => ContactsPage));
const ContactPage = lazyPage(() => import('../contacts/contact-page.tsx').then(({ ContactPage }) => ContactPage));
const QueuesPage = lazyPage(() => import('../queues/queues-page.tsx').then(({ QueuesPage }) => QueuesPage));
const DashboardPage = lazyPage(() =>
  import('../dashboard/dashboard-page.tsx').then(({ DashboardPage }) => DashboardPage),
);
const UploadsPage = lazyPage(() => import('../uploads/uploads-page.tsx').then(({ UploadsPage }) => UploadsPage));
const ProjectsPage = lazyPage(() => import('../segments/projects-page.tsx').then(({ ProjectsPage }) => ProjectsPage));
const CustomersPage = lazyPage(() =>
  import('../customers/customers-page.tsx').then(({ CustomersPage }) => CustomersPage),
);
const CustomerPage = lazyPage(() => import('../customers/customer-page.tsx').then(({ CustomerPage }) => CustomerPage));
const VoiceQualityPage = lazyPage(() =>
  import('../dashboard/voice-quality-page.tsx').then(({ VoiceQualityPage }) => VoiceQualityPage),
);
const ReportsPage = lazyPage(() => import('../reports/reports-page.tsx').then(({ ReportsPage }) => ReportsPage));
const ReportPage = lazyPage(() => import('../reports/report-page.tsx').then(({ ReportPage }) => ReportPage));
const FieldsPage = lazyPage(() => import('../extraction-fields/fields-page.tsx').then(({ FieldsPage }) => FieldsPage));
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
const PracticePage = lazyPage(() => import('../coaching/practice-page.tsx').then(({ PracticePage }) => PracticePage));
const PracticeScenarioPage = lazyPage(() =>
  import('../coaching/practice-scenario-page.tsx').then(({ PracticeScenarioPage }) => PracticeScenarioPage),
);
const ProgressPage = lazyPage(() => import('../coaching/progress-page.tsx').then(({ ProgressPage }) => ProgressPage));
const JudgePage = lazyPage(() => import('../coaching/judge-page.tsx').then(({ JudgePage }) => JudgePage));
const RunsPage = lazyPage(() => import('../coaching/runs-page.tsx').then(({ RunsPage }) => RunsPage));
const RunPage = lazyPage(() => import('../coaching/run-page.tsx').then(({ RunPage }) => RunPage));
const ComparePage = lazyPage(() => import('../coaching/compare-page.tsx').then(({ ComparePage }) => ComparePage));
const ScenariosPage = lazyPage(() =>
  import('../coaching/scenarios-page.tsx').then(({ ScenariosPage }) => ScenariosPage),
);
const ScenarioPage = lazyPage(() => import('../coaching/scenario-page.tsx').then(({ ScenarioPage }) => ScenarioPage));
const NewScenarioPage = lazyPage(() =>
  import('../coaching/new-scenario-page.tsx').then(({ NewScenarioPage }) => NewScenarioPage),
);
const PersonasPage = lazyPage(() => import('../coaching/personas-page.tsx').then(({ PersonasPage }) => PersonasPage));
const PersonaPage = lazyPage(() => import('../coaching/persona-page.tsx').then(({ PersonaPage }) => PersonaPage));
const NewPersonaPage = lazyPage(() =>
  import('../coaching/persona-page.tsx').then(({ NewPersonaPage }) => NewPersonaPage),
);
const CoachDocumentsPage = lazyPage(() =>
  import('../coaching/coach-documents-page.tsx').then(({ CoachDocumentsPage }) => CoachDocumentsPage),
);
const CoachDocumentPage = lazyPage(() =>
  import('../coaching/coach-document-page.tsx').then(({ CoachDocumentPage }) => CoachDocumentPage),
);
const VoicesPage = lazyPage(() => import('../voices/voices-page.tsx').then(({ VoicesPage }) => VoicesPage));
const ModelsPage = lazyPage(() => import('../models/models-page.tsx').then(({ ModelsPage }) => ModelsPage));
const ScorecardsPage = lazyPage(() =>
  import('../scorecards/scorecards-page.tsx').then(({ ScorecardsPage }) => ScorecardsPage),
);
const RetentionPage = lazyPage(() =>
  import('../retention/retention-page.tsx').then(({ RetentionPage }) => RetentionPage),
);
const RubricsPage = lazyPage(() => import('../coaching/rubrics-page.tsx').then(({ RubricsPage }) => RubricsPage));

/** Returns the page of a place. */
export function pageOf(place: Place): ReactNode {
  switch (place.page) {
    case 'test_call':
      return <TestCallPage />;
    case 'calls':
      return <CallsPage />;
    case 'call':
      return <CallPage uuid={place.uuid} />;
    case 'agents':
      return <AgentsPage />;
    case 'agent':
      return <AgentPage key={place.uuid} uuid={place.uuid} />;
    case 'new_agent':
      return <NewAgentPage />;
    case 'campaigns':
      return <CampaignsPage />;
    case 'new_campaign':
      return <NewCampaignPage />;
    case 'campaign':
      return <CampaignPage key={place.uuid} uuid={place.uuid} />;
    case 'contacts':
      return <ContactsPage />;
    case 'contact':
      return <ContactPage key={place.uuid} uuid={place.uuid} />;
    case 'queues':
      return <QueuesPage />;
    case 'documents':
      return <DocumentsPage />;
    case 'document':
      return <DocumentPage key={place.uuid} uuid={place.uuid} />;
    case 'audio':
      return <AudioPage />;
    case 'recording':
      return <RecordingPage key={place.uuid} uuid={place.uuid} />;
    case 'dashboard':
      return <DashboardPage />;
    case 'uploads':
      return <UploadsPage />;
    case 'projects':
      return <ProjectsPage />;
    case 'customers':
      return <CustomersPage />;
    case 'customer':
      return <CustomerPage key={place.id} id={place.id} />;
    case 'voice_quality':
      return <VoiceQualityPage />;
    case 'reports':
      return <ReportsPage />;
    case 'report':
      return <ReportPage key={place.id} id={place.id} />;
    case 'extraction_fields':
      return <FieldsPage />;
    case 'practice':
      return <PracticePage />;
    case 'practice_scenario':
      return <PracticeScenarioPage key={place.uuid} uuid={place.uuid} />;
    case 'progress':
      return <ProgressPage />;
    case 'judge':
      return <JudgePage />;
    case 'runs':
      return <RunsPage />;
    case 'run':
      return <RunPage key={place.uuid} uuid={place.uuid} />;
    case 'compare_runs':
      return <ComparePage />;
    case 'scenarios':
      return <ScenariosPage />;
    case 'scenario':
      return <ScenarioPage key={place.uuid} uuid={place.uuid} />;
    case 'new_scenario':
      return <NewScenarioPage />;
    case 'personas':
      return <PersonasPage />;
    case 'persona':
      return <PersonaPage key={place.uuid} uuid={place.uuid} />;
    case 'new_persona':
      return <NewPersonaPage />;
    case 'coach_documents':
      return <CoachDocumentsPage />;
    case 'coach_document':
      return <CoachDocumentPage key={place.uuid} uuid={place.uuid} />;
    case 'scorecards':
      return <ScorecardsPage />;
    case 'retention':
      return <RetentionPage />;
    case 'rubrics':
      return <RubricsPage />;
    case 'voices':
      return <VoicesPage />;
    case 'models':
      return <ModelsPage />;
    case 'team':
      return <TeamPage />;
    case 'api_keys':
      return <ApiKeysPage />;
    case 'webhooks':
      return <WebhooksPage />;
    case 'telephony':
      return <TelephonyPage />;
    case 'activity':
      return <ActivityPage />;
    case 'waiting_list':
      return <WaitingListPage />;
    case 'organisations':
      return <OrganisationsPage />;
    case 'set_password':
    case 'lost':
      return (
        <PageHeading
          title={t('Page not found')}
          lead={rich('Nothing exists at this address. {link} or {link2}.', {
            link: <Link href="/test-call">{t('Make a test call')}</Link>,
            link2: <Link href="/calls">{t('look at the calls')}</Link>,
          })}
        />
      );
  }
}
