import type { OrganisationId } from '../../../data/index.ts';
import { timeZoneAdvice } from '../../../http/time-zone.ts';
import type { Agents } from '../../agents/index.ts';
import type { Examine, Hindrance } from './clearance.ts';
import type { Flow, Flows } from './definition-service.ts';
import type { FlowStore } from './definition-store.ts';
import { handOversOf } from './hand-overs.ts';
import type { Audiences, CampaignLine, CampaignLines, DoubtOf, WrongZone } from './ports.ts';
import type { PreflightAnswer } from './preflight-schema.ts';
import { checkScript } from './script-check.ts';

export interface PreflightOptions {
  readonly store: Pick<FlowStore, 'get'>;
  readonly flows: Pick<Flows, 'whole'>;
  readonly agents: Pick<Agents, 'get'>;
  readonly examine: Examine;
  readonly telephone: CampaignLines;
  readonly doubtOf: DoubtOf;
  readonly audiences: Audiences;
  readonly now: () => Date;
}

/** Checks a campaign before its launch. Returns undefined if it does not exist. */
export type Preflight = (organisation: OrganisationId, uuid: string) => Promise<PreflightAnswer | undefined>;

type Check = PreflightAnswer['checks'][number];

/** Blocking checks are those that a launch rejects, and an empty audience. */
export function createPreflight({
  store,
  flows,
  agents,
  examine,
  telephone,
  doubtOf,
  audiences,
  now,
}: PreflightOptions): Preflight {
  async function agentCheck(organisation: OrganisationId, { voiceAgentUuid }: Flow): Promise<Check> {
    const agent = voiceAgentUuid === null ? undefined : await agents.get(organisation, voiceAgentUuid);
    return agent === undefined
      ? blocking('agent', 'The campaign has no agent. Choose one.')
      : ok('agent', `${agent.name} speaks in its calls.`);
  }

  async function audienceCheck(organisation: OrganisationId, { branches, timeWindow }: Flow): Promise<Check> {
    const { callable, optedOut } = await audiences.of(organisation, branches, now());
    const wrongZones = timeWindow === null ? [] : await audiences.withoutZone(organisation, branches);
    const zoneless = wrongZones.reduce((all, { contacts }) => all + contacts, 0);
    const whyNot = skipped(optedOut) + wrongZones.slice(0, shownZones).map(skippedZone).join('');
    const called = callable - zoneless;
    if (called > 0) {
      const detail = `${counted(called, 'contact')} will be called.${whyNot}`;
      return zoneless === 0 ? ok('audience', detail) : warning('audience', detail);
    }
    const whom = branches.length === 0 ? 'No contact' : `No contact with ${branches.join(' or ')}`;
    return blocking('audience', `${whom} can be called.${whyNot} Add contacts or choose other tags.`);
  }

  async function scriptCheck(organisation: OrganisationId, { config }: Flow): Promise<Check> {
    const { goals, opening_goal: opening } = config;
    for (const { step, agent } of handOversOf(goals))
      if ((await agents.get(organisation, agent)) === undefined)
        return blocking('script', `The step "${step}" hands over to an agent that does not exist. Choose another one.`);
    const { faults, warnings } = checkScript(goals, opening);
    const [fault] = faults;
    if (fault !== undefined) return blocking('script', `A step of the conversation is wrong: it ${fault.message}.`);
    if (warnings.length > 0) return warning('script', warnings.join(' '));
    return ok('script', `${counted(goals.length, 'step')} can be reached.`);
  }

  return async (organisation, uuid) => {
    const row = await store.get(organisation, uuid);
    if (row === undefined) return undefined;
    const flow = await flows.whole(row);
    const { line, hindrances } = await examine(row, organisation);
    const isOutbound = flow.kind === 'outbound';
    const checks: Check[] = [
      await agentCheck(organisation, flow),
      await numberCheck({ telephone, doubtOf }, organisation, flow, hindrances),
      ...(isOutbound
        ? [
            lineCheck(line, hindrances, line && (await doubtOf(organisation, line.provider))),
            await audienceCheck(organisation, flow),
          ]
        : []),
      datesCheck(hindrances),
      ...(isOutbound ? [hindered('hours', 'hours', hindrances) ?? hoursCheck(flow)] : []),
      disclosureCheck(flow),
      ...(flow.config.goals.length === 0 ? [] : [await scriptCheck(organisation, flow)]),
    ];
    return { ready: checks.every(({ status }) => status !== 'blocking'), checks };
  };
}

const ok = (code: Check['code'], detail: string): Check => ({ code, status: 'ok', detail });
const warning = (code: Check['code'], detail: string): Check => ({ code, status: 'warning', detail });
const blocking = (code: Check['code'], detail: string): Check => ({ code, status: 'blocking', detail });

const counted = (count: number, noun: string): string =>
  `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;
const skipped = (optedOut: number): string =>
  optedOut === 0 ? '' : ` ${counted(optedOut, 'opted-out contact')} will be skipped.`;

/** A file with many wrong names is read again anyway; the first are enough to see why. */
const shownZones = 5;
const skippedZone = ({ timezone, contacts }: WrongZone): string =>
  ` ${counted(contacts, 'contact')} with the time zone ${timezone} will be skipped: it ${timeZoneAdvice(timezone)}.`;

const hindered = (code: Check['code'], at: Hindrance['at'], hindrances: readonly Hindrance[]): Check | undefined => {
  const found = hindrances.find((hindrance) => hindrance.at === at);
  return found && blocking(code, found.sentence);
};

async function numberCheck(
  { telephone, doubtOf }: Pick<PreflightOptions, 'telephone' | 'doubtOf'>,
  organisation: OrganisationId,
  { kind, phoneNumber }: Flow,
  hindrances: readonly Hindrance[],
): Promise<Check> {
  const hindrance = hindered('number', 'number', hindrances);
  if (hindrance !== undefined) return hindrance;
  if (kind === 'outbound') return ok('number', `Calls come from ${phoneNumber ?? 'the number of the provider'}.`);
  if (phoneNumber === null) return warning('number', 'The campaign has no number, so that nobody can call it.');
  const line = await telephone.lineFor(organisation, phoneNumber);
  if (line.kind === 'line' && line.hasNumber) {
    const doubt = await doubtOf(organisation, line.provider);
    return doubt === undefined
      ? ok('number', `Answers ${phoneNumber} over ${line.displayName}.`)
      : warning('number', `Is to answer ${phoneNumber} over ${line.displayName}. ${doubt}`);
  }
  return warning(
    'number',
    `Answers ${phoneNumber}, but no connected account has this number. Connect the account that has it, or enter this server's answer URL at its provider.`,
  );
}

function lineCheck(line: CampaignLine | undefined, hindrances: readonly Hindrance[], doubt: string | undefined): Check {
  if (line === undefined)
    return hindered('line', 'line', hindrances) ?? blocking('line', 'No telephony provider is connected.');
  return doubt === undefined
    ? ok('line', `Calls go out over ${line.displayName}.`)
    : warning('line', `Calls are to go out over ${line.displayName}. ${doubt}`);
}

const datesCheck = (hindrances: readonly Hindrance[]): Check =>
  hindered('dates', 'dates', hindrances) ?? ok('dates', 'The end date is valid.');

const hoursCheck = ({ timeWindow }: Flow): Check =>
  timeWindow === null
    ? warning('hours', 'The campaign has no calling hours: contacts are called at any time of day.')
    : ok('hours', `Contacts are called from ${timeWindow.start} to ${timeWindow.end}, ${timeWindow.timezone}.`);

const disclosureCheck = ({ config }: Flow): Check =>
  typeof config.recording_disclosure === 'string' && config.recording_disclosure.trim() !== ''
    ? ok('disclosure', 'Callers are told about the recording.')
    : warning('disclosure', 'Callers are not told that calls are recorded. Some regions require it.');
