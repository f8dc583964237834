import type { AuditEvent } from '../server/answers.ts';

/** What was asked for, by method and path without the base that sign-in pages share. */
const words: Readonly<Record<string, string>> = {
  'POST register': 'Created an account',
  'POST demo': 'Created the sample account',
  'POST login': 'Signed in',
  'POST password/reset': 'Set a password by a link',
  'user add': 'Added an account',
  'user password': 'Set somebody’s password',
  'user role': 'Changed a role',
  'key create': 'Created an API key',
  'key revoke': 'Revoked an API key',
  'POST members': 'Added a member',
  'POST members/{user_uuid}/invitation': 'Invited a member again',
  'PATCH members/{user_uuid}': 'Changed a member',
  'DELETE members/{user_uuid}': 'Removed a member',
  'POST api-keys': 'Created an API key',
  'DELETE api-keys/{uuid}': 'Revoked an API key',
  'POST logout': 'Signed out',
  'POST password/change': 'Changed their password',
  'POST superadmin/waitlist/{email}/approve': 'Approved a waiting account',
  'POST /api/voice/agents': 'Created an agent',
  'PATCH /api/voice/agents/{uuid}': 'Changed an agent',
  'DELETE /api/voice/agents/{uuid}': 'Deleted an agent',
  'POST /api/kb/documents': 'Added a document',
  'PATCH /api/kb/documents/{uuid}': 'Renamed a document',
  'DELETE /api/kb/documents/{uuid}': 'Deleted a document',
  'POST /api/agents/ocr_agent/process_pdf': 'Processed a document',
  'POST /api/kb/documents/{uuid}/reading': 'Processed a document',
  'DELETE /api/kb/documents/{uuid}/reading': 'Cancelled the reading of a document',
  'POST /api/voice/flows': 'Created a campaign',
  'PATCH /api/voice/flows/{uuid}': 'Changed a campaign',
  'DELETE /api/voice/flows/{uuid}': 'Deleted a campaign',
  'POST /api/voice/flows/{uuid}/toggle': 'Paused or resumed a campaign',
  'POST /v1/campaigns/{uuid}/launch': 'Launched a campaign',
  'POST /v1/campaigns/{uuid}/stop': 'Stopped a campaign',
  'POST /api/voice/flows/{uuid}/browser-test': 'Began a test call',
  'POST /v1/calls': 'Placed a call',
  'POST /api/voice/calls/{uuid}/end': 'Ended a call',
  'POST /api/voice/calls/{uuid}/transfer': 'Transferred a call',
  'POST /api/voice/calls/{uuid}/metadata': 'Added details to a call',
  'POST /api/voice/calls/{uuid}/listen': 'Listened to a call',
  'POST /api/voice/calls/{uuid}/whisper': 'Whispered to an agent',
  'POST /api/voice/listening-sessions/{uuid}/take-over': 'Took a call over',
  'POST /api/voice/listening-sessions/{uuid}/hand-back': 'Handed a call back',
  'PUT /api/integrations/telephony/{provider}': 'Connected a telephony provider',
  'DELETE /api/integrations/telephony/{provider}': 'Disconnected a telephony provider',
  'PUT /api/voice/integrations/telephony/{provider}': 'Connected a telephony provider',
  'DELETE /api/voice/integrations/telephony/{provider}': 'Disconnected a telephony provider',
  'POST /api/voice/webhooks': 'Registered a webhook',
  'POST /v1/webhooks': 'Registered a webhook',
  'PUT /api/settings/language-model': 'Connected a language model',
  'DELETE /api/settings/language-model': 'Disconnected the language model',
  'POST /api/settings/language-model/test': 'Tested a language model',
  'POST /api/voice/customers/import/{uuid}/undo': 'Undid an import',
  'PATCH /api/voice/webhooks/{uuid}': 'Changed a webhook',
  'POST /api/voice/webhooks/{uuid}/test': 'Sent a test to a webhook',
  'POST /api/voice/webhooks/deliveries/{delivery_uuid}/redeliver': 'Sent a webhook delivery again',
  'DELETE /api/voice/webhooks/{uuid}': 'Deleted a webhook',
  'POST /v1/contacts': 'Added a contact',
  'POST /v1/contacts/bulk': 'Added contacts',
  'PATCH /v1/contacts/{uuid}': 'Changed a contact',
  'DELETE /v1/contacts/{uuid}': 'Deleted a contact',
  'POST /api/voice/customers/import': 'Imported contacts',
  'POST /api/voice/customers/import/columns': 'Previewed a table of contacts',
  'POST /api/voice/customers/import/{uuid}/cancel': 'Cancelled an import',
  'POST /api/voice/customers/{uuid}/calls': 'Called a contact',
  'DELETE /api/voice/suppressions/{uuid}': 'Removed a number from the do-not-call list',
  'POST /api/voice/queues': 'Created a queue',
  'PATCH /api/voice/queues/{uuid}': 'Changed a queue',
  'DELETE /api/voice/queues/{uuid}': 'Deleted a queue',
  'PUT /api/voice/agents/me/availability': 'Changed their availability',
  'POST /api/uploads': 'Uploaded a recording',
  'POST /api/uploads/bulk': 'Uploaded recordings',
  'PATCH /api/calls/{id}': 'Corrected an analysed call',
  'DELETE /api/calls/{id}': 'Deleted an analysed call',
  'POST /api/calls/{id}/retry': 'Retried an analysis',
  'POST /api/reports': 'Created a report',
  'POST /api/reports/schedules': 'Scheduled a report',
  'DELETE /api/reports/schedules/{id}': 'Deleted a scheduled report',
  'POST /api/segments': 'Created a segment',
  'PATCH /api/segments/{id}': 'Changed a segment',
  'DELETE /api/segments/{id}': 'Deleted a segment',
  'POST /api/projects': 'Created a project',
  'PATCH /api/projects/{id}': 'Changed a project',
  'DELETE /api/projects/{id}': 'Deleted a project',
  'POST /api/extraction-fields': 'Created an extraction field',
  'PATCH /api/extraction-fields/{id}': 'Changed an extraction field',
  'DELETE /api/extraction-fields/{id}': 'Deleted an extraction field',
  'POST /api/pf-coach/personas': 'Created a persona',
  'PATCH /api/pf-coach/personas/{uuid}': 'Changed a persona',
  'DELETE /api/pf-coach/personas/{uuid}': 'Deleted a persona',
  'POST /api/pf-coach/scenarios': 'Created a scenario',
  'DELETE /api/pf-coach/scenarios/{uuid}': 'Deleted a scenario',
  'POST /api/pf-coach/documents': 'Added a coach document',
  'DELETE /api/pf-coach/documents/{uuid}': 'Deleted a coach document',
  'POST /api/pf-coach/runs': 'Started a practice run',
  'DELETE /api/pf-coach/runs/{uuid}': 'Deleted a practice run',
  'POST /api/voice/models/speakers': 'Created a voice',
  'DELETE /api/voice/models/speakers/{name}': 'Deleted a voice',
  'POST /api/voice/models/speakers/{name}/deploy': 'Deployed a voice',
  'DELETE /api/voice/models/speakers/{name}/deploy': 'Withdrew a voice',
  'PATCH /api/settings/model-routing': 'Changed the routing of models',
  'PATCH /api/analysis/model-routing': 'Changed the models of analysis',
  'DELETE /api/jobs/{uuid}': 'Cancelled a job',
  'POST /api/jobs/{uuid}/retry': 'Tried a job again',
};

/** For the filter of the list, by name. */
export const knownActions: readonly { readonly value: string; readonly label: string }[] = Object.entries(words)
  .filter(([action]) => /^[A-Z]+ \//.test(action) || /^[a-z]+ [a-z]+$/.test(action))
  .filter(([, text], index, all) => all.findIndex(([, other]) => other === text) === index)
  .map(([value, label]) => ({ value, label }))
  .sort((a, b) => a.label.localeCompare(b.label));

/** What a change was about; what people enter when they sign in says nothing. */
export const fieldsText = ({ action, fields }: AuditEvent): string =>
  /^(?:PATCH|PUT) /.test(action) ? fields.map((field) => field.replaceAll('_', ' ')).join(', ') : '';

/** Falls back to the API's own description. */
export const actionText = ({ action }: AuditEvent): string =>
  words[action.replace(/\/api\/(pf-coach\/)?auth\//, '')] ?? action;

export const endText = ({ status }: AuditEvent): string => {
  if (status === null) return 'Unknown: still running, or the server stopped';
  if (status < 400) return 'Done';
  return status < 500 ? `Refused (${status})` : `Failed (${status})`;
};

export const actorMethodTexts: Readonly<Record<AuditEvent['actor']['method'], string>> = {
  session: 'in the console',
  api_key: 'with an API key',
  command_line: 'on the command line',
};
