import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import type { Ask, fillOrganisation } from './filled-organisation.ts';
import { chooseInRow } from './row-menu.ts';

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
  ...['components/dialog.tsx', 'components/dialog-frame.tsx', 'components/form-dialog.tsx', 'components/confirm.tsx'],
  ...['components/layer.tsx', 'components/layer-button.tsx', 'frame/account-items.tsx'],
];

/** Returns the file of each dialog, drawer, menu and popover in the console's source, once per occurrence. */
export const layersInSource = (): string[] =>
  readdirSync(sources, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.tsx') && !frames.includes(file))
    .flatMap((file) => [...readFileSync(join(sources, file), 'utf8').matchAll(opening)].map(() => file))
    .sort();

const account = (item: string) => async (page: Page) => {
  await page.getByRole('button', { name: 'Your account', exact: true }).click();
  await page.getByRole('menuitem', { name: item }).click();
};
const inRow = (row: string, action: string) => (page: Page) => chooseInRow(page, row, action);
const queueList = /\/api\/voice\/queues\?/;
const withoutQueues = async (page: Page) => {
  await page.route(queueList, (route) => route.fulfill({ json: { queues: [], total: 0, limit: 100, offset: 0 } }));
  await page.reload();
};
const withQueues = async (page: Page) => {
  await page.unroute(queueList);
  await page.reload();
};
const strange = '+12025550999';
const typeNumber = async (page: Page) => {
  await page.getByLabel('Number, with + and country code').fill(strange);
};
/** Confirms an erasure and waits for its proof, which replaces the dialog. */
const eraseUntilProof = async (page: Page) => {
  await page.getByRole('button', { name: 'Erase a number', exact: true }).click();
  await page.getByLabel(`Type ${strange} to confirm`).fill(strange);
  await page.getByRole('button', { name: 'Erase this person', exact: true }).click();
  await page.getByRole('dialog', { name: 'Proof of the erasure' }).waitFor();
};
const ownNumber = '/api/voice/agents/phone-numbers';

/** Returns a page of each kind, with all layers that it opens. */
export const pagesOf = (known: Awaited<ReturnType<typeof fillOrganisation>>): readonly ShownPage[] => [
  {
    path: '/',
    heading: 'Dashboard',
    layers: [
      ['frame/palette.tsx', /^Search/],
      ['frame/account-menu.tsx', 'Your account'],
      ['frame/shortcuts-dialog.tsx', account('Keyboard shortcuts')],
      ['account/change-password-dialog.tsx', account('Change password')],
      ['frame/health-badge.tsx', /engine/],
      ['dashboard/segment-filter.tsx', /^Segments:/],
    ],
  },
  { path: '/test-call', heading: 'Test call' },
  {
    path: '/calls',
    heading: 'Calls',
    layers: [
      ['calls/end-dialog.tsx', /^End the call with/],
      ['calls/hand-on-dialog.tsx', /^Transfer the call with/],
      ['calls/hand-on-dialog.tsx', withoutQueues, /^Transfer the call with/],
    ],
  },
  { path: `/calls/${known.call}`, heading: /./, layers: [['calls/delete-call.tsx', 'Delete this call']] },
  { path: '/agents', heading: 'Agents', layers: [['agents/agents-page.tsx', inRow('Robin', 'Delete')]] },
  { path: '/agents/new', heading: 'New agent' },
  { path: `/agents/${known.agent}`, heading: 'Robin' },
  {
    path: '/campaigns',
    heading: 'Campaigns',
    layers: [
      ['campaigns/campaign-dialog.tsx', inRow('Renewals', 'Edit')],
      ['campaigns/campaign-wish.tsx', inRow('Renewals', 'Delete')],
    ],
  },
  { path: '/campaigns/new', heading: 'New campaign' },
  {
    path: `/campaigns/${known.campaign}`,
    heading: 'Renewals',
    layers: [
      ['campaigns/goal-dialog.tsx', 'Add goal'],
      ['campaigns/goals-panel.tsx', /^Delete the goal/],
    ],
  },
  {
    path: '/contacts',
    heading: 'Contacts',
    layers: [
      ['components/data-table/columns-menu.tsx', 'Columns'],
      ['components/data-table/views-menu.tsx', 'Views'],
      ['components/row-menu.tsx', 'More actions for Asha Rao'],
      ['contacts/contact-dialog.tsx', 'Add a contact'],
      ['contacts/import-dialog.tsx', 'Import'],
      ['contacts/recent-imports.tsx', 'Import', /^Undo the import of/],
      ['contacts/contact-wish.tsx', inRow('Asha Rao', 'Opt out')],
      ['contacts/contact-wish.tsx', inRow('Asha Rao', 'Delete')],
      ['contacts/call-contact.tsx', 'Call: Asha Rao'],
      ['contacts/do-not-call.tsx', /^Remove \+12025550144/],
      ['contacts/bulk.tsx', (page) => page.getByLabel('Select Asha Rao').check(), 'Add tags'],
      ['contacts/bulk.tsx', 'Delete'],
    ],
  },
  {
    path: `/contacts/${known.contact}`,
    heading: 'Asha Rao',
    layers: [
      [
        'contacts/call-contact.tsx',
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
      ['queues/queue-dialog.tsx', withQueues, 'Create queue'],
      ['queues/person-dialog.tsx', 'Edit the phone of Nina'],
      ['queues/queues-page.tsx', inRow('Front desk', 'Delete')],
    ],
  },
  {
    path: '/documents',
    heading: 'Documents',
    layers: [
      ['documents/rename-dialog.tsx', inRow('Rates', 'Rename')],
      ['documents/library.tsx', inRow('Rates', 'Delete')],
    ],
  },
  {
    path: `/documents/${known.document}`,
    heading: 'Rates',
    layers: [
      [
        'documents/ask-panel.tsx',
        async (page) => {
          await page.getByLabel('Conversation', { exact: true }).selectOption({ index: 1 });
        },
        'Delete this one',
      ],
    ],
  },
  { path: '/audio', heading: 'Audio' },
  { path: `/audio/${known.recording}`, heading: 'Note' },
  {
    path: '/reports',
    heading: 'Reports',
    layers: [
      ['reports/report-dialog.tsx', 'Create report'],
      ['reports/schedules.tsx', 'Schedule a report'],
      ['reports/schedules.tsx', /^Delete the report of every/],
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
      ['segments/segment-dialog.tsx', 'Create project'],
      ['segments/segment-dialog.tsx', 'Create segment'],
      ['segments/projects-page.tsx', inRow('Spring', 'Delete')],
    ],
  },
  {
    path: '/extraction-fields',
    heading: 'Extraction fields',
    layers: [
      ['extraction-fields/field-dialog.tsx', 'Create field'],
      ['extraction-fields/again-dialog.tsx', 'Analyse calls again'],
      ['extraction-fields/field-dialogs.tsx', inRow('Budget', 'Delete')],
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
    layers: [['coaching/start-run-dialog.tsx', 'Start a run']],
  },
  {
    path: `/runs/${known.runs[0]}`,
    heading: /./,
    layers: [
      ['coaching/review-dialog.tsx', 'Review'],
      ['coaching/run-page.tsx', 'Delete'],
    ],
  },
  { path: `/runs/compare?a=${known.runs[0]}&b=${known.runs[1]}`, heading: 'Compare runs' },
  { path: '/scenarios', heading: 'Scenarios' },
  { path: '/scenarios/new', heading: 'New scenario' },
  {
    path: `/scenarios/${known.scenario}`,
    heading: 'Ask for a lamp',
    layers: [['coaching/scenario-page.tsx', 'Delete']],
  },
  { path: '/personas', heading: 'Personas' },
  {
    path: `/personas/${known.persona}`,
    heading: 'Nora Field',
    layers: [['coaching/persona-page.tsx', 'Delete']],
  },
  {
    path: '/coach-documents',
    heading: 'Coach documents',
    layers: [
      ['coaching/add-document-dialog.tsx', 'Add a document'],
      ['coaching/coach-documents-page.tsx', inRow('Prices', 'Delete')],
    ],
  },
  { path: `/coach-documents/${known.coachDocument}`, heading: 'Prices' },
  { path: '/rubrics', heading: 'Rubrics' },
  {
    path: '/voices',
    heading: 'Voices',
    layers: [
      ['voices/new-voice-dialog.tsx', 'Create voice'],
      ['voices/pronunciation-dialog.tsx', 'Add word'],
      ['voices/lexicon.tsx', inRow('Nguyen', 'Delete')],
      ['voices/voices-page.tsx', inRow('our-voice', 'Withdraw')],
      ['voices/delete-voice.tsx', inRow('our-voice', 'Delete')],
    ],
  },
  { path: '/models', heading: 'Models' },
  {
    path: '/team',
    heading: 'Team',
    layers: [
      ['team/team-page.tsx', inRow('Nina', 'Remove')],
      [
        'team/team-page.tsx',
        async (page) => {
          await page.getByLabel(/^Role of owner/).selectOption('Member');
        },
      ],
    ],
  },
  { path: '/api-keys', heading: 'API keys', layers: [['api-keys/api-keys-page.tsx', 'Revoke Nightly']] },
  {
    path: '/webhooks',
    heading: 'Webhooks',
    layers: [
      ['webhooks/test-webhook.tsx', 'Send a test to Books'],
      ['webhooks/edit-webhook.tsx', inRow('Books', 'Edit')],
      ['webhooks/webhooks-page.tsx', inRow('Books', 'Delete')],
    ],
  },
  {
    path: '/telephony',
    heading: 'Telephony',
    layers: [
      ['telephony/connect-dialog.tsx', 'Replace the credentials: Plivo'],
      ['telephony/telephony-page.tsx', 'Disconnect Plivo'],
    ],
  },
  {
    path: '/retention',
    heading: 'Retention and erasure',
    layers: [
      ['retention/erase-dialog.tsx', typeNumber, 'Erase a number'],
      ['retention/erase-dialog.tsx', eraseUntilProof],
    ],
  },
  {
    path: '/activity',
    heading: 'Activity',
    layers: [['components/date-range.tsx', /^Days:/]],
  },
  {
    path: '/waiting-list',
    heading: 'Waiting list',
    layers: [['operator/approve-dialog.tsx', 'Approve zoe@example.com']],
  },
  { path: '/organisations', heading: 'Organisations' },
  { path: '/set-password', heading: /./ },
  { path: '/nowhere', heading: 'Page not found' },
  {
    path: '/personas/new',
    heading: 'New persona',
    layers: [
      [
        'frame/unsaved.tsx',
        async (page) => {
          await page.getByLabel('Name', { exact: true }).first().fill('Omar');
          await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Personas' }).click();
        },
      ],
    ],
  },
];
