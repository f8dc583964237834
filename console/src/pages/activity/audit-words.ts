import { t } from '../../language/text.ts';
import type { AuditEvent } from '../../server/answers.ts';

/** Descriptions by method and path, without the base that the sign-in pages share. */
const words: Readonly<Record<string, string>> = {
  'POST register': t('Created an account'),
  'POST demo': t('Created the sample account'),
  'POST login': t('Signed in'),
  'POST password/reset': t('Set a password by a link'),
  'user add': t('Added an account'),
  'user password': t('Set somebody’s password'),
  'user role': t('Changed a role'),
  'key create': t('Created an API key'),
  'key revoke': t('Revoked an API key'),
  'POST members': t('Added a member'),
  'POST members/{user_uuid}/invitation': t('Invited a member again'),
  'PATCH members/{user_uuid}': t('Changed a member'),
  'DELETE members/{user_uuid}': t('Removed a member'),
  'POST api-keys': t('Created an API key'),
  'DELETE api-keys/{uuid}': t('Revoked an API key'),
  'DELETE api-keys/narrowed': t('Dismissed the list of narrowed API keys'),
  'POST logout': t('Signed out'),
  'POST password/change': t('Changed their password'),
  'POST superadmin/waitlist/{email}/approve': t('Approved a waiting account'),
  'POST /api/voice/agents': t('Created an agent'),
  'PATCH /api/voice/agents/{uuid}': t('Changed an agent'),
  'DELETE /api/voice/agents/{uuid}': t('Deleted an agent'),
  'POST /api/kb/documents': t('Added a document'),
  'PATCH /api/kb/documents/{uuid}': t('Renamed a document'),
  'DELETE /api/kb/documents/{uuid}': t('Deleted a document'),
  'POST /api/agents/ocr_agent/process_pdf': t('Processed a document'),
  'POST /api/kb/documents/{uuid}/reading': t('Processed a document'),
  'DELETE /api/kb/documents/{uuid}/reading': t('Cancelled the reading of a document'),
  'POST /api/voice/flows': t('Created a campaign'),
  'PATCH /api/voice/flows/{uuid}': t('Changed a campaign'),
  'DELETE /api/voice/flows/{uuid}': t('Deleted a campaign'),
  'POST /api/voice/flows/{uuid}/toggle': t('Paused or resumed a campaign'),
  'POST /v1/campaigns/{uuid}/launch': t('Launched a campaign'),
  'POST /v1/campaigns/{uuid}/stop': t('Stopped a campaign'),
  'POST /api/voice/flows/{uuid}/browser-test': t('Began a test call'),
  'POST /api/voice/agents/{uuid}/browser-test': t('Began a test call'),
  'POST /v1/calls': t('Placed a call'),
  'POST /api/voice/calls/{uuid}/end': t('Ended a call'),
  'POST /api/voice/calls/{uuid}/transfer': t('Transferred a call'),
  'POST /api/voice/calls/{uuid}/metadata': t('Added details to a call'),
  'POST /api/voice/calls/{uuid}/listen': t('Listened to a call'),
  'POST /api/voice/calls/{uuid}/whisper': t('Sent a text to the agent of a call'),
  'POST /api/voice/listening-sessions/{uuid}/take-over': t('Took a call over'),
  'POST /api/voice/listening-sessions/{uuid}/hand-back': t('Handed a call back'),
  'PUT /api/integrations/telephony/{provider}': t('Connected a telephony provider'),
  'DELETE /api/integrations/telephony/{provider}': t('Disconnected a telephony provider'),
  'PUT /api/voice/integrations/telephony/{provider}': t('Connected a telephony provider'),
  'DELETE /api/voice/integrations/telephony/{provider}': t('Disconnected a telephony provider'),
  'POST /api/voice/webhooks': t('Registered a webhook'),
  'POST /v1/webhooks': t('Registered a webhook'),
  'PUT /api/settings/language-model': t('Connected a language model'),
  'DELETE /api/settings/language-model': t('Disconnected the language model'),
  'POST /api/settings/language-model/test': t('Tested a language model'),
  'POST /api/voice/customers/import/{uuid}/undo': t('Undid an import'),
  'PATCH /api/voice/webhooks/{uuid}': t('Changed a webhook'),
  'POST /api/voice/webhooks/{uuid}/test': t('Sent a test to a webhook'),
  'POST /api/voice/webhooks/deliveries/{delivery_uuid}/redeliver': t('Sent a webhook delivery again'),
  'DELETE /api/voice/webhooks/{uuid}': t('Deleted a webhook'),
  'POST /v1/contacts': t('Added a contact'),
  'POST /v1/contacts/bulk': t('Added contacts'),
  'PATCH /v1/contacts/{uuid}': t('Changed a contact'),
  'DELETE /v1/contacts/{uuid}': t('Deleted a contact'),
  'POST /api/voice/customers/import': t('Imported contacts'),
  'POST /api/voice/customers/import/columns': t('Previewed a table of contacts'),
  'POST /api/voice/customers/import/{uuid}/cancel': t('Cancelled an import'),
  'POST /api/voice/customers/{uuid}/calls': t('Called a contact'),
  'POST /api/voice/customers/{uuid}/erase': t('Erased a person'),
  'POST /api/voice/erasures': t('Erased a person'),
  erase: t('Erased a person'),
  'PATCH /api/organization': t('Changed the time zone'),
  'PUT /api/voice/retention': t('Changed the retention'),
  'POST /api/voice/retention/run': t('Ran the retention'),
  'PUT /api/calls/{id}/hold': t('Put a call on hold'),
  'DELETE /api/calls/{id}/hold': t('Released a call from its hold'),
  'POST /api/calls/deletions': t('Deleted calls by a filter'),
  'DELETE /api/voice/suppressions/{uuid}': t('Removed a number from the do-not-call list'),
  'POST /api/voice/queues': t('Created a queue'),
  'PATCH /api/voice/queues/{uuid}': t('Changed a queue'),
  'DELETE /api/voice/queues/{uuid}': t('Deleted a queue'),
  'PUT /api/voice/agents/me/availability': t('Changed their availability'),
  'POST /api/uploads': t('Uploaded a recording'),
  'POST /api/uploads/bulk': t('Uploaded recordings'),
  'PATCH /api/calls/{id}': t('Corrected an analysed call'),
  'DELETE /api/calls/{id}': t('Deleted an analysed call'),
  'POST /api/calls/{id}/retry': t('Retried an analysis'),
  'POST /api/reports': t('Created a report'),
  'POST /api/reports/schedules': t('Scheduled a report'),
  'DELETE /api/reports/schedules/{id}': t('Deleted a scheduled report'),
  'POST /api/segments': t('Created a segment'),
  'PATCH /api/segments/{id}': t('Changed a segment'),
  'DELETE /api/segments/{id}': t('Deleted a segment'),
  'POST /api/projects': t('Created a project'),
  'PATCH /api/projects/{id}': t('Changed a project'),
  'DELETE /api/projects/{id}': t('Deleted a project'),
  'POST /api/extraction-fields': t('Created an extraction field'),
  'PATCH /api/extraction-fields/{id}': t('Changed an extraction field'),
  'DELETE /api/extraction-fields/{id}': t('Deleted an extraction field'),
  'POST /api/pf-coach/personas': t('Created a persona'),
  'PATCH /api/pf-coach/personas/{uuid}': t('Changed a persona'),
  'DELETE /api/pf-coach/personas/{uuid}': t('Deleted a persona'),
  'POST /api/pf-coach/scenarios': t('Created a scenario'),
  'DELETE /api/pf-coach/scenarios/{uuid}': t('Deleted a scenario'),
  'POST /api/pf-coach/documents': t('Added a coach document'),
  'DELETE /api/pf-coach/documents/{uuid}': t('Deleted a coach document'),
  'POST /api/pf-coach/runs': t('Started a practice run'),
  'DELETE /api/pf-coach/runs/{uuid}': t('Deleted a practice run'),
  'POST /api/voice/models/speakers': t('Created a voice'),
  'DELETE /api/voice/models/speakers/{name}': t('Deleted a voice'),
  'POST /api/voice/models/speakers/{name}/deploy': t('Deployed a voice'),
  'DELETE /api/voice/models/speakers/{name}/deploy': t('Withdrew a voice'),
  'PATCH /api/settings/model-routing': t('Changed the routing of models'),
  'PATCH /api/analysis/model-routing': t('Changed the models of analysis'),
  'DELETE /api/jobs/{uuid}': t('Cancelled a job'),
  'POST /api/jobs/{uuid}/retry': t('Tried a job again'),
};

/** Choices of the list's filter, sorted by name. */
export const knownActions: readonly { readonly value: string; readonly label: string }[] = Object.entries(words)
  .filter(([action]) => /^[A-Z]+ \//.test(action) || /^[a-z]+ [a-z]+$/.test(action))
  .filter(([, text], index, all) => all.findIndex(([, other]) => other === text) === index)
  .map(([value, label]) => ({ value, label }))
  .sort((a, b) => a.label.localeCompare(b.label));

/** Returns the names of the changed fields; empty for forms whose fields are not informative. */
export const fieldsText = ({ action, fields }: AuditEvent): string =>
  /^(?:PATCH|PUT) /.test(action) && action !== 'PATCH /api/organization'
    ? fields.map((field) => field.replaceAll('_', ' ')).join(', ')
    : '';

/** Falls back to the API's own description. */
export const actionText = ({ action }: AuditEvent): string =>
  words[action.replace(/\/api\/(pf-coach\/)?auth\//, '')] ?? action;

export const endText = ({ status }: AuditEvent): string => {
  if (status === null) return t('Unknown: still running, or the server stopped');
  if (status < 400) return t('Done');
  return status < 500 ? t('Refused ({status})', { status }) : t('Failed ({status})', { status });
};

export const actorMethodTexts: Readonly<Record<AuditEvent['actor']['method'], string>> = {
  session: t('in the console'),
  api_key: t('with an API key'),
  command_line: t('on the command line'),
};
