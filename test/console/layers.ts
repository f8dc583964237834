import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { openSection } from './browser.ts';
import type { Ask, fillOrganisation } from './filled-organisation.ts';
import {
  account,
  asWebsite,
  eraseUntilProof,
  inRow,
  ownNumber,
  typeNumber,
  whileStopping,
  withMcpServer,
  withoutQueues,
  withPhone,
  withPublicAddress,
  withQueues,
} from './layer-steps.ts';

/** Opens a layer above the page; a string is the full name of the button that does so. */
export type Opening = string | RegExp | ((page: Page, ask: Ask) => Promise<void>);

/** File that contains the layer, and the steps that open it. */
export type Layer = readonly [file: string, ...steps: Opening[]];

export interface ShownPage {
  readonly path: string;
  readonly heading: string | RegExp;
  /** Ordered so that each can be opened from the page. */
  readonly layers?: readonly Layer[];
}

const sources = join(import.meta.dirname, '..', '..', 'console', 'src');
const opening =
  /<(?:Dialog|FormDialog|Confirm|Modal|Drawer|Menu|Popover|HoverCard|Combobox|Select|Layer|LayerButton|AccountItems|Spotlight\.Root)[\s>]/g;
/** Generic frames, which other components fill. */
const frames = [
  ...[
    'shared/dialog/dialog.tsx',
    'shared/dialog/dialog-frame.tsx',
    'shared/form/form-dialog.tsx',
    'shared/dialog/confirm.tsx',
  ],
  ...['shared/menu/layer.tsx', 'shared/menu/layer-button.tsx', 'app/account-items.tsx'],
];

/** Returns the file of each dialog, drawer, menu and popover in the console's source, once per occurrence. */
export const layersInSource = (): string[] =>
  readdirSync(sources, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.tsx') && !frames.includes(file))
    .flatMap((file) => [...readFileSync(join(sources, file), 'utf8').matchAll(opening)].map(() => file))
    .sort();

/** Returns a page of each kind, with all layers that it opens. */
export const pagesOf = (known: Awaited<ReturnType<typeof fillOrganisation>>): readonly ShownPage[] => [
  {
    path: '/',
    heading: 'Home',
    layers: [
      ['app/palette.tsx', /^Search/],
      ['pages/dashboard/figure-builder.tsx', 'Add a figure'],
      ['app/account-menu.tsx', 'Your account'],
      ['app/shortcuts-dialog.tsx', account('Keyboard shortcuts')],
      ['app/entrance/change-password-dialog.tsx', account('Change password')],
      ['app/health-badge.tsx', whileStopping],
      ['pages/dashboard/segment-filter.tsx', /^Segments:/],
    ],
  },
  { path: '/test-call', heading: 'Test call' },
  {
    path: '/calls',
    heading: 'Calls',
    layers: [
      ['pages/calls/end-dialog.tsx', /^End the call with/],
      ['pages/calls/hand-on-dialog.tsx', /^Transfer the call with/],
      ['pages/calls/hand-on-dialog.tsx', withoutQueues, /^Transfer the call with/],
      ['shared/calls/more-filters.tsx', 'More filters'],
    ],
  },
  { path: `/calls/${known.call}`, heading: /./, layers: [['pages/calls/delete-call.tsx', 'Delete this call']] },
  { path: '/agents', heading: 'Agents', layers: [['pages/agents/agents-page.tsx', inRow('Robin', 'Delete')]] },
  { path: '/agents/gallery', heading: 'Gallery' },
  { path: '/agents/import?from=clinic', heading: 'Import an agent' },
  {
    path: '/agents/new',
    heading: 'New agent',
    layers: [['pages/agents/placeholder-menu.tsx', 'Insert a placeholder into the persona']],
  },
  { path: '/agents/new/voice', heading: 'New agent' },
  { path: `/agents/${known.agent}/knowledge`, heading: 'Robin' },
  { path: `/agents/${known.agent}/tests`, heading: 'Robin' },
  { path: `/agents/${known.agent}/split`, heading: 'Robin' },
  { path: `/agents/${known.agent}/website`, heading: 'Robin' },
  {
    path: `/agents/${known.agent}`,
    heading: 'Robin',
    layers: [
      [
        'shared/versions/choose-fields.tsx',
        async (page, ask) => {
          await ask('PATCH', `/api/voice/agents/${known.agent}`, { greeting: 'Hello from a colleague.' });
          await page.getByLabel('Greeting').fill('Hello from here.');
          await page.getByRole('button', { name: 'Publish', exact: true }).click();
        },
      ],
      [
        'shared/versions/versions.tsx',
        async (page) => {
          await page.reload();
          await page.getByRole('button', { name: 'Discard it', exact: true }).click();
          await openSection(page, 'Versions');
          await page.getByRole('button', { name: 'Restore version 1', exact: true }).click();
        },
      ],
    ],
  },
  {
    path: '/campaigns',
    heading: 'Campaigns',
    layers: [
      ['pages/campaigns/campaign-dialog.tsx', inRow('Renewals', 'Edit')],
      ['pages/campaigns/campaign-wish.tsx', inRow('Renewals', 'Delete')],
    ],
  },
  { path: '/campaigns/new', heading: 'New campaign' },
  {
    path: `/campaigns/${known.campaign}`,
    heading: 'Renewals',
  },
  { path: `/campaigns/${known.campaign}/flow`, heading: 'Steps of the conversation' },
  {
    path: '/contacts',
    heading: 'Contacts',
    layers: [
      ['shared/data-table/columns-menu.tsx', 'Columns'],
      ['shared/data-table/views-menu.tsx', 'Views'],
      ['shared/menu/row-menu.tsx', 'More actions for Asha Rao'],
      ['pages/contacts/contact-dialog.tsx', 'Add a contact'],
      ['pages/contacts/import-dialog.tsx', 'Import'],
      ['pages/contacts/recent-imports.tsx', 'Import', /^Undo the import of/],
      ['pages/contacts/contact-wish.tsx', inRow('Asha Rao', 'Opt out')],
      ['pages/contacts/contact-wish.tsx', inRow('Asha Rao', 'Delete')],
      ['pages/contacts/call-contact.tsx', 'Call: Asha Rao'],
      ['pages/contacts/do-not-call.tsx', /^Remove \+12025550144/],
      ['pages/contacts/bulk.tsx', (page) => page.getByLabel('Select Asha Rao').check(), 'Add tags'],
      ['pages/contacts/bulk.tsx', 'Delete'],
    ],
  },
  {
    path: `/contacts/${known.contact}`,
    heading: 'Asha Rao',
    layers: [
      [
        'pages/contacts/call-contact.tsx',
        async (page, ask) => {
          const { members } = await ask('GET', '/api/auth/members');
          const own = members.find(({ email }: { email: string }) => email.startsWith('owner'));
          await ask('PUT', `${ownNumber}/${own.user_uuid}`, { phone_number: '+12025550199' });
          await page.reload();
          await page.getByRole('heading', { level: 1, name: 'Asha Rao' }).waitFor();
        },
        /^Call/,
      ],
    ],
  },
  {
    path: '/queues',
    heading: 'Queues',
    layers: [
      ['pages/queues/queue-dialog.tsx', withQueues, 'Create queue'],
      ['pages/queues/person-dialog.tsx', 'Edit the phone of Nina'],
      ['pages/queues/queues-page.tsx', inRow('Front desk', 'Delete')],
    ],
  },
  {
    path: '/phones',
    heading: 'Phones',
    layers: [
      ['pages/phones/phone-dialog.tsx', 'Add phone'],
      ['pages/phones/phones-page.tsx', withPhone, inRow('Reception', 'New password')],
      ['pages/phones/phones-page.tsx', inRow('Reception', 'Delete')],
      ['pages/phones/trunks/trunk-dialog.tsx', 'Add trunk'],
      ['pages/phones/trunks/trunks-section.tsx', inRow('Refused line', 'Delete')],
    ],
  },
  {
    path: '/documents',
    heading: 'Documents',
    layers: [
      ['pages/documents/text-dialog.tsx', 'Write a text'],
      ['pages/documents/website-dialog.tsx', 'Add a website'],
      ['pages/documents/rename-dialog.tsx', inRow('Rates', 'Rename')],
      ['pages/documents/library.tsx', inRow('Rates', 'Delete')],
    ],
  },
  {
    path: `/documents/${known.document}`,
    heading: 'Rates',
    layers: [
      [
        'pages/documents/ask-panel.tsx',
        async (page) => {
          await page.getByLabel('Conversation', { exact: true }).selectOption({ index: 1 });
        },
        'Delete this one',
      ],
      ['pages/documents/website-settings.tsx', asWebsite, 'Change the visits'],
    ],
  },
  { path: '/audio', heading: 'Audio' },
  { path: `/audio/${known.recording}`, heading: 'Note' },
  {
    path: '/reports',
    heading: 'Reports',
    layers: [
      ['pages/reports/report-dialog.tsx', 'Create report'],
      ['pages/reports/schedules.tsx', 'Schedule a report'],
      ['pages/reports/schedules.tsx', /^Delete the report of every/],
    ],
  },
  { path: `/reports/${known.report}`, heading: /./ },
  { path: '/voice-quality', heading: 'Voice quality' },
  { path: '/customers', heading: 'Customers' },
  { path: `/customers/${known.customer}`, heading: /./ },
  { path: '/uploads', heading: 'Uploads' },
  {
    path: '/projects',
    heading: 'Projects',
    layers: [
      ['pages/segments/segment-dialog.tsx', 'Create project'],
      ['pages/segments/segment-dialog.tsx', 'Create segment'],
      ['pages/segments/projects-page.tsx', inRow('Spring', 'Delete')],
    ],
  },
  {
    path: '/extraction-fields',
    heading: 'Extraction fields',
    layers: [
      ['shared/extraction-fields/field-dialog.tsx', 'Create field'],
      ['shared/extraction-fields/again-dialog.tsx', 'Analyse calls again'],
      ['shared/extraction-fields/field-dialogs.tsx', inRow('Budget', 'Delete')],
    ],
  },
  { path: '/scorecards', heading: 'Scorecards' },
  { path: '/practice', heading: 'Live practice' },
  { path: `/practice/${known.scenario}`, heading: /./ },
  { path: '/progress', heading: 'Progress' },
  { path: '/judge', heading: 'Judge' },
  {
    path: '/runs',
    heading: 'Practice runs',
    layers: [['pages/coaching/start-run-dialog.tsx', 'Start a run']],
  },
  {
    path: `/runs/${known.runs[0]}`,
    heading: /./,
    layers: [
      ['pages/coaching/review-dialog.tsx', 'Review'],
      ['pages/coaching/run-page.tsx', 'Delete'],
    ],
  },
  { path: `/runs/compare?a=${known.runs[0]}&b=${known.runs[1]}`, heading: 'Compare runs' },
  { path: '/scenarios', heading: 'Scenarios' },
  { path: '/scenarios/new', heading: 'New scenario' },
  {
    path: `/scenarios/${known.scenario}`,
    heading: 'Ask for a lamp',
    layers: [['pages/coaching/scenario-page.tsx', 'Delete']],
  },
  { path: '/personas', heading: 'Personas' },
  {
    path: `/personas/${known.persona}`,
    heading: 'Nora Field',
    layers: [['pages/coaching/persona-page.tsx', 'Delete']],
  },
  {
    path: '/coach-documents',
    heading: 'Coach documents',
    layers: [
      ['pages/coaching/add-document-dialog.tsx', 'Add a document'],
      ['pages/coaching/coach-documents-page.tsx', inRow('Prices', 'Delete')],
    ],
  },
  { path: `/coach-documents/${known.coachDocument}`, heading: 'Prices' },
  { path: '/rubrics', heading: 'Rubrics' },
  {
    path: '/voices',
    heading: 'Voices',
    layers: [
      ['pages/voices/new-voice-dialog.tsx', 'Create voice'],
      ['pages/voices/pronunciation-dialog.tsx', 'Add word'],
      ['pages/voices/lexicon.tsx', inRow('Nguyen', 'Delete')],
      ['pages/voices/voices-page.tsx', inRow('our-voice', 'Withdraw')],
      ['pages/voices/delete-voice.tsx', inRow('our-voice', 'Delete')],
    ],
  },
  { path: '/models', heading: 'Models' },
  {
    path: '/model-connections',
    heading: 'Language models',
    layers: [['pages/model-connections/connections-page.tsx', inRow('Our model', 'Delete')]],
  },
  { path: `/model-connections/${known.model}`, heading: 'Our model' },
  { path: '/model-connections/new', heading: 'Connect a language model' },
  {
    path: '/team',
    heading: 'Team',
    layers: [
      ['pages/team/team-page.tsx', inRow('Nina', 'Remove')],
      [
        'pages/team/team-page.tsx',
        async (page) => {
          await page.getByLabel(/^Role of owner/).selectOption('Member');
        },
      ],
    ],
  },
  { path: '/api-keys', heading: 'API keys', layers: [['pages/api-keys/api-keys-page.tsx', 'Revoke Nightly']] },
  {
    path: '/webhooks',
    heading: 'Webhooks',
    layers: [
      ['pages/webhooks/test-webhook.tsx', 'Send a test to Books'],
      ['pages/webhooks/edit-webhook.tsx', inRow('Books', 'Edit')],
      ['pages/webhooks/webhooks-page.tsx', inRow('Books', 'Delete')],
    ],
  },
  {
    path: '/prices',
    heading: 'Prices',
    layers: [
      ['pages/prices/price-dialog.tsx', 'Add a price'],
      ['pages/prices/prices-page.tsx', 'Delete Plivo, inbound'],
    ],
  },
  { path: '/secrets', heading: 'Secrets', layers: [['pages/secrets/secrets-page.tsx', 'Delete SHOP_KEY']] },
  {
    path: '/mcp-servers',
    heading: 'MCP servers',
    layers: [['pages/mcp-servers/mcp-servers-page.tsx', withMcpServer, inRow('Orders', 'Delete')]],
  },
  {
    path: '/telephony',
    heading: 'Telephony',
    layers: [
      ['pages/telephony/connect-dialog.tsx', 'Replace the credentials: Plivo'],
      ['pages/telephony/telephony-page.tsx', 'Disconnect Plivo'],
    ],
  },
  { path: '/numbers', heading: 'Numbers' },
  {
    path: '/retention',
    heading: 'Retention and erasure',
    layers: [
      ['shared/contacts/erase-dialog.tsx', typeNumber, 'Erase a number'],
      ['shared/contacts/erase-dialog.tsx', eraseUntilProof],
    ],
  },
  {
    path: '/activity',
    heading: 'Activity',
    layers: [['shared/form/date-range.tsx', /^Days:/]],
  },
  {
    path: '/waiting-list',
    heading: 'Waiting list',
    layers: [['pages/operator/approve-dialog.tsx', 'Approve zoe@example.com']],
  },
  { path: '/organisations', heading: 'Organisations' },
  {
    path: '/public-address',
    heading: 'Public address',
    layers: [['pages/operator/public-address-page.tsx', withPublicAddress, 'Remove the address']],
  },
  { path: '/organisation', heading: 'Organisation' },
  { path: '/set-password', heading: /./ },
  { path: '/nowhere', heading: 'Page not found' },
  {
    path: '/personas/new',
    heading: 'New persona',
    layers: [
      [
        'shared/form/unsaved.tsx',
        async (page) => {
          await page.getByLabel('Name', { exact: true }).first().fill('Omar');
          await page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link', { name: 'Personas' }).click();
        },
      ],
    ],
  },
];
