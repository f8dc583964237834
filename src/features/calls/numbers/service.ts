import type { OrganisationId } from '../../../data/index.ts';
import type { ListFailure, NumbersListed, ProviderModule, Providers } from '../../../telephony/index.ts';
import { type Flow, phoneKey } from '../../campaigns/index.ts';
import type { Account } from '../dialing/index.ts';
import type { NumberJson, NumberListJson, TestedJson } from './schema.ts';

export interface NumbersOptions {
  readonly providers: Providers;
  readonly accountOf: (organisation: OrganisationId, provider: string) => Promise<Account>;
  /** Returns the flow of any organisation that answers a number. */
  readonly answering: (phoneNumber: string) => Promise<Flow | undefined>;
  /** Returns whether the provider has confirmed that the account has its number, or keeps the account itself. */
  readonly isProven: (organisation: OrganisationId, provider: string) => Promise<boolean>;
  /** Updates the proof that the account has its number. */
  readonly prove: (organisation: OrganisationId, provider: string) => Promise<void>;
  readonly publicBaseUrl: () => string | undefined;
}

export type AnswerUrlResult =
  | { readonly kind: 'set'; readonly answerUrl: string }
  | { readonly kind: 'no_public_address' | 'unsupported' | 'unknown_provider' }
  | { readonly kind: 'not_connected' | 'not_owned' | 'failed'; readonly detail: string };

/** The numbers of an organisation's accounts and trunks, asked of their providers each time. */
export interface Numbers {
  /** Asks the provider of a connection for the account's numbers. Undefined for an unknown provider. */
  test(organisation: OrganisationId, provider: string): Promise<TestedJson | undefined>;
  /**
   * Returns what the provider of a connection says instead of confirming it, with what to do; undefined once it has
   * confirmed it, and for accounts that it keeps itself.
   */
  doubtOf(organisation: OrganisationId, provider: string): Promise<string | undefined>;
  list(organisation: OrganisationId): Promise<NumberListJson>;
  setAnswerUrl(organisation: OrganisationId, provider: string, phoneNumber: string): Promise<AnswerUrlResult>;
}

/** Results with which calls are known to be carried. */
const confirming: ReadonlySet<TestedJson['result']> = new Set(['working', 'credentials_accepted']);

const mostShown = 200;
const mostNamed = 5;

const advice: Readonly<Record<ListFailure, (provider: ProviderModule) => string>> = {
  credentials_rejected: ({ connection }) =>
    `Enter the ${connection?.authIdLabel ?? 'account ID'} and the ${connection?.authTokenLabel ?? 'token'} again.`,
  account_not_found: ({ connection }) => `Check the ${connection?.authIdLabel ?? 'account ID'}.`,
  over_limit: () => 'Too many requests were sent. Test again in a minute.',
  provider_error: ({ displayName }) => `Test again later; if it stays so, ask the support of ${displayName}.`,
  unreachable: (provider) =>
    `Check that this server reaches the internet${hasOverride(provider)}. The credentials are not tested yet.`,
  timed_out: (provider) => `Test again later${hasOverride(provider)}. The credentials are not tested yet.`,
  invalid_answer: ({ displayName, name }) =>
    `If ${name.toUpperCase()}_BASE_URL is set, it may be the address of another server than that of ${displayName}.`,
};

const hasOverride = ({ name }: ProviderModule): string => `, and check ${name.toUpperCase()}_BASE_URL if it is set`;

export function createNumbers(options: NumbersOptions): Numbers {
  const { providers, accountOf, answering, isProven, prove, publicBaseUrl } = options;

  function urlOf(provider: ProviderModule, path: string): string | undefined {
    const base = publicBaseUrl();
    return base === undefined ? undefined : new URL(`/api/voice/webhooks/${provider.name}/${path}`, base).href;
  }

  async function askProvider(organisation: OrganisationId, provider: ProviderModule) {
    const account = await accountOf(organisation, provider.name);
    const listed = account.kind === 'ready' ? await account.provider.numbers?.() : undefined;
    return { account, listed, tested: judged(provider, account, listed) };
  }

  async function row(
    organisation: OrganisationId,
    provider: ProviderModule,
    { phoneNumber, current, canSet, isTrunk }: Listed,
  ): Promise<NumberJson> {
    const flow = await answering(phoneNumber);
    const answerUrl = isTrunk ? undefined : urlOf(provider, 'answer');
    return {
      phone_number: phoneNumber,
      provider: provider.name,
      display_name: provider.displayName,
      flow: flow?.organisationId === organisation ? { uuid: flow.uuid, name: flow.name } : null,
      answer_url: answerUrl ?? null,
      answer_url_state: isTrunk
        ? 'not_needed'
        : current === undefined
          ? 'unknown'
          : current === answerUrl
            ? 'set'
            : 'other',
      can_set: canSet && answerUrl !== undefined,
    };
  }

  async function test(organisation: OrganisationId, name: string): Promise<TestedJson | undefined> {
    const provider = providers.get(name);
    if (provider === undefined) return undefined;
    const { tested } = await askProvider(organisation, provider);
    if (tested.result !== 'not_connected') await prove(organisation, name);
    return tested;
  }

  return {
    test,
    async doubtOf(organisation, name) {
      if (await isProven(organisation, name)) return undefined;
      const tested = await test(organisation, name);
      return tested === undefined || confirming.has(tested.result) ? undefined : tested.detail;
    },
    async list(organisation) {
      const answers = await Promise.all(
        providers.all.map(async (provider) => ({ provider, ...(await askProvider(organisation, provider)) })),
      );
      const connected = answers.filter(({ account }) => account.kind === 'ready');
      const rows = connected.flatMap(({ provider, account, listed }) =>
        listedOf(provider, account, listed).map((each) => row(organisation, provider, each)),
      );
      return {
        numbers: await Promise.all(rows),
        accounts: connected.map(({ provider: { name, displayName }, tested: { result, detail } }) => ({
          provider: name,
          display_name: displayName,
          result,
          detail,
        })),
      };
    },
    async setAnswerUrl(organisation, name, phoneNumber) {
      const provider = providers.get(name);
      if (provider === undefined) return { kind: 'unknown_provider' };
      const [answer, status] = [urlOf(provider, 'answer'), urlOf(provider, endPathOf(provider))];
      if (answer === undefined || status === undefined) return { kind: 'no_public_address' };
      const account = await accountOf(organisation, name);
      if (account.kind !== 'ready') return { kind: 'not_connected', detail: account.detail };
      if (account.provider.setAnswerUrl === undefined) return { kind: 'unsupported' };
      const result = await account.provider.setAnswerUrl(phoneNumber, { answer, status });
      return result.kind === 'done' ? { kind: 'set', answerUrl: answer } : result;
    },
  };
}

interface Listed {
  readonly phoneNumber: string;
  /** URL that the provider has; empty if it has none, undefined if unknown. */
  readonly current: string | undefined;
  readonly canSet: boolean;
  readonly isTrunk: boolean;
}

/** Returns the account's numbers or, without a list, the one that was entered. */
function listedOf(provider: ProviderModule, account: Account, listed: NumbersListed | undefined): readonly Listed[] {
  if (account.kind !== 'ready') return [];
  const isTrunk = provider.accountOf !== undefined;
  if (listed?.kind !== 'listed') {
    const enteredNumbers = [account.phoneNumber, ...(account.otherNumbers ?? [])];
    return enteredNumbers.map((phoneNumber) => ({ phoneNumber, current: undefined, canSet: false, isTrunk }));
  }
  const canSet = account.provider.setAnswerUrl !== undefined;
  return listed.numbers.slice(0, mostShown).map(({ phoneNumber, answerUrl }) => ({
    phoneNumber: withPlus(phoneNumber),
    current: answerUrl ?? (canSet ? '' : undefined),
    canSet,
    isTrunk,
  }));
}

/** Some providers write international numbers without their plus; a leading zero is national. */
const withPlus = (phoneNumber: string): string =>
  /^[1-9]\d{9,14}$/.test(phoneNumber) ? `+${phoneNumber}` : phoneNumber;

const endPathOf = ({ callbacks: { reports } }: ProviderModule): string =>
  reports.includes('hangup') ? 'hangup' : 'status';

function judged(provider: ProviderModule, account: Account, listed: NumbersListed | undefined): TestedJson {
  const { name, displayName } = provider;
  if (account.kind !== 'ready') return { provider: name, result: 'not_connected', detail: account.detail, numbers: [] };
  if (listed === undefined) {
    const detail = `${displayName} has no list of numbers here, so nothing was tested. Place a call to test it.`;
    return { provider: name, result: 'not_listed', detail, numbers: [] };
  }
  if (listed.kind === 'failed') {
    const detail = `${listed.detail} ${advice[listed.reason](provider)}`;
    return { provider: name, result: listed.reason, detail, numbers: [] };
  }
  if (listed.kind === 'accepted') {
    const detail = `${displayName} accepts the credentials. It does not list the numbers, so check there that ${account.phoneNumber} is linked to this account.`;
    return { provider: name, result: 'credentials_accepted', detail, numbers: [] };
  }
  const numbers = listed.numbers.slice(0, mostShown).map(({ phoneNumber }) => withPlus(phoneNumber));
  const isThere = listed.numbers.some(({ phoneNumber }) => phoneKey(phoneNumber) === phoneKey(account.phoneNumber));
  const works = `${displayName} accepts the credentials.`;
  if (isThere) {
    const others = listed.numbers.length - 1;
    const count = listed.isWhole ? String(others) : `more than ${others}`;
    const rest = others === 0 ? '' : others === 1 ? ' and one other number' : ` and ${count} other numbers`;
    return {
      provider: name,
      result: 'working',
      detail: `${works} The account has ${account.phoneNumber}${rest}.`,
      numbers,
    };
  }
  const named = numbers.slice(0, mostNamed).join(', ') + (numbers.length > mostNamed ? ', …' : '');
  const has = numbers.length === 0 ? 'It has no number.' : `It has ${named}.`;
  const missing = listed.isWhole ? 'The account does not have' : 'The first thousand numbers of the account lack';
  return {
    provider: name,
    result: 'number_missing',
    detail: `${works} ${missing} ${account.phoneNumber}. ${has} Connect the account again with one of its numbers.`,
    numbers,
  };
}
