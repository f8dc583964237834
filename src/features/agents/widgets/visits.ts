import type { OrganisationId } from '../../../data/index.ts';
import { createGrowingCache } from '../../../growing-cache.ts';
import type { LimitStore } from '../../../http/limits/limit-store.ts';
import { createSlots, type Slots } from '../../../slots.ts';
import type { RecordChat, TextChats } from '../text-chats/index.ts';
import type { VisibleAgent, WebsiteChat } from './schema.ts';
import { dayOf } from './service.ts';
import type { WidgetRow, WidgetStore } from './store.ts';

/** A page of a website and the address from which it is read. */
export interface Visitor {
  /** Undefined for programs, and for pages without an origin, such as files. */
  readonly origin: string | undefined;
  /** Origin of this server, whose console shows how the widget looks. */
  readonly ownOrigin: string | undefined;
  readonly address: string;
}

/** Why a visitor may not talk with the agent. */
export type Refusal =
  | { readonly kind: 'unknown' | 'origin' | 'voice_off' | 'text_off' | 'visitor_busy' | 'all_busy' | 'day_over' }
  | { readonly kind: 'too_often'; readonly afterMs: number };

export interface WebsiteCall {
  readonly organisationId: OrganisationId;
  readonly flowUuid: string;
  readonly origin: string;
  readonly address: string;
}

export interface VisitsOptions {
  readonly store: Pick<WidgetStore, 'byKey' | 'countOne' | 'discountOne'>;
  readonly chats: TextChats;
  /** Returns the agent of a page as its visitors know it. */
  readonly agentOf: (
    widget: WidgetRow,
  ) => Promise<(Pick<VisibleAgent, 'agent_name' | 'languages'> & { readonly flowUuid: string }) | undefined>;
  readonly calls: {
    /** Returns the stream of a new call; undefined at capacity. */
    offer(
      call: WebsiteCall,
    ): Promise<{ readonly callUuid: string; readonly token: string; readonly mediaBaseUrl?: string } | undefined>;
    /** Returns the number of open calls from websites to a flow. */
    countOpen(organisation: OrganisationId, flowUuid: string): Promise<number>;
    /** Returns those of these calls that have not ended. */
    openAmong(organisation: OrganisationId, uuids: readonly string[]): Promise<readonly string[]>;
  };
  /** Stores a chat as a call. */
  readonly recordOf: (call: Omit<WebsiteCall, 'address'>) => RecordChat;
  /** Counts the conversations of addresses. */
  readonly starts: LimitStore;
  readonly now: () => Date;
}

export type Visits = ReturnType<typeof createVisits>;

/** Visitors and widgets whose calls are remembered. */
const maxRemembered = 10_000;
/** Requests of one widget that wait for each other, so that they are counted one after another. */
const maxWaiting = 50;

/** Conversations of visitors of websites with agents. Everything here may be asked by anybody. */
export function createVisits({ store, chats, agentOf, calls, recordOf, starts, now }: VisitsOptions) {
  const callsOf = createGrowingCache<readonly string[]>(maxRemembered);
  const turns = createGrowingCache<Slots>(maxRemembered);

  async function allowed(key: string, visitor: Visitor): Promise<WidgetRow | Refusal> {
    const widget = await store.byKey(key);
    if (widget?.enabled !== true) return { kind: 'unknown' };
    const { origin, ownOrigin } = visitor;
    const isAllowed = origin !== undefined && (origin === ownOrigin || widget.origins.includes(origin));
    return isAllowed ? widget : { kind: 'origin' };
  }

  async function tooOften({ key, perMinute }: WidgetRow, { address }: Visitor): Promise<Refusal | undefined> {
    const { count, resetMs } = await starts.hit(`${key} ${address}`, perMinute);
    return count > perMinute ? { kind: 'too_often', afterMs: resetMs } : undefined;
  }

  /**
   * One request of a widget after another, so that simultaneous ones do not pass a limit together. `leave` ends the turn
   * before the work ends.
   */
  async function inTurn<T>(turnKey: string, work: (leave: () => void) => Promise<T>): Promise<T | Refusal> {
    const slots = turns.get(turnKey) ?? createSlots({ atOnce: 1, waiting: maxWaiting });
    turns.set(turnKey, slots);
    const leave = await slots.enter();
    if (leave === undefined) return { kind: 'all_busy' };
    return work(leave).finally(leave);
  }

  /** Counts a conversation of the day, and undoes that if it has not begun. */
  async function counted<T>(
    widget: WidgetRow,
    begin: () => Promise<T>,
    hasBegun: (result: T) => boolean,
  ): Promise<T | { readonly kind: 'day_over' }> {
    const day = dayOf(now());
    if (!(await store.countOne(widget, day))) return { kind: 'day_over' };
    let isBegun = false;
    try {
      const result = await begin();
      isBegun = hasBegun(result);
      return result;
    } finally {
      if (!isBegun) await store.discountOne(widget, day);
    }
  }

  async function call(widget: WidgetRow, flowUuid: string, visitor: Visitor) {
    const { organisationId, key } = widget;
    const visitorKey = `${key} ${visitor.address}`;
    const openCalls = await calls.openAmong(organisationId, callsOf.get(visitorKey) ?? []);
    if (openCalls.length >= widget.atOncePerVisitor) return { kind: 'visitor_busy' } as const;
    if ((await calls.countOpen(organisationId, flowUuid)) >= widget.atOnce) return { kind: 'all_busy' } as const;
    const { origin = '', address } = visitor;
    const offer = await counted(
      widget,
      () => calls.offer({ organisationId, flowUuid, origin, address }),
      (offered) => offered !== undefined,
    );
    if (offer === undefined) return { kind: 'all_busy' } as const;
    if (!('token' in offer)) return offer;
    callsOf.set(visitorKey, [...openCalls, offer.callUuid]);
    return { kind: 'stream', token: offer.token, mediaBaseUrl: offer.mediaBaseUrl } as const;
  }

  async function chat(
    widget: WidgetRow,
    { flowUuid, visitor }: { readonly flowUuid: string; readonly visitor: Visitor },
    onCounted: () => void,
  ): Promise<Replied | Refusal> {
    const { organisationId, agentUuid, campaignUuid, atOncePerVisitor: ofOne } = widget;
    if (chats.countOf(organisationId, agentUuid) >= widget.atOnce) return { kind: 'all_busy' };
    // The campaign may have another agent by now. The agent then follows no campaign, as in a call.
    const chosen = { tools: 'run', ...(flowUuid === campaignUuid && { campaign_uuid: campaignUuid }) } as const;
    const { origin = '' } = visitor;
    const record = recordOf({ organisationId, flowUuid, origin });
    const opened = await counted(
      widget,
      () => chats.open(viewerOf(widget, visitor), agentUuid, chosen, { ofOne, onCounted, record }),
      ({ kind }) => kind === 'replied',
    );
    switch (opened.kind) {
      case 'day_over':
        return opened;
      case 'own_full':
        return { kind: 'visitor_busy' };
      case 'full':
        return { kind: 'all_busy' };
      default:
        return visible(opened);
    }
  }

  return {
    /** Returns what a page shows before a conversation. */
    async agent(
      key: string,
      visitor: Visitor,
    ): Promise<{ readonly kind: 'agent'; readonly agent: VisibleAgent } | Refusal> {
      const widget = await allowed(key, visitor);
      if ('kind' in widget) return widget;
      const agent = await agentOf(widget);
      if (agent === undefined) return { kind: 'unknown' };
      const { agent_name, languages } = agent;
      const { voice, text, maxSeconds: max_seconds } = widget;
      return { kind: 'agent', agent: { agent_name, languages, voice, text, max_seconds } };
    },
    /** Offers a call. */
    async call(key: string, visitor: Visitor) {
      const widget = await allowed(key, visitor);
      if ('kind' in widget) return widget;
      if (!widget.voice) return { kind: 'voice_off' } as const;
      const flowUuid = (await agentOf(widget))?.flowUuid;
      if (flowUuid === undefined) return { kind: 'unknown' } as const;
      return (await tooOften(widget, visitor)) ?? inTurn(`calls ${key}`, () => call(widget, flowUuid, visitor));
    },
    /** Begins a chat, which starts with the agent's greeting. */
    async chat(key: string, visitor: Visitor): Promise<Replied | Refusal> {
      const widget = await allowed(key, visitor);
      if ('kind' in widget) return widget;
      if (!widget.text) return { kind: 'text_off' };
      const flowUuid = (await agentOf(widget))?.flowUuid;
      if (flowUuid === undefined) return { kind: 'unknown' };
      return (
        (await tooOften(widget, visitor)) ??
        inTurn(`chats ${key}`, (leave) => chat(widget, { flowUuid, visitor }, leave))
      );
    },
    /** Sends a message in a chat. The uuid of the chat is its credential, on pages of the origin that began it. */
    async message(chatUuid: string, visitor: Visitor, text: string): Promise<Replied> {
      return visible(await chats.messageOf(chatUuid, (viewer) => isOf(viewer, visitor), text));
    },
  };
}

export type Replied =
  | { readonly kind: 'replied'; readonly reply: WebsiteChat }
  | { readonly kind: 'over' | 'waiting' | 'failed' };

type Chatted = Awaited<ReturnType<TextChats['open']>>;

/** Leaves out tools, usage and steps: they belong to the organisation. */
function visible(chatted: Chatted): Replied {
  switch (chatted.kind) {
    case 'replied': {
      const { chat_uuid, text, ended } = chatted.reply;
      return { kind: 'replied', reply: { chat_uuid, text, ended } };
    }
    case 'unknown':
      return { kind: 'over' };
    case 'busy':
      return { kind: 'waiting' };
    default:
      return { kind: 'failed' };
  }
}

/** A visitor has chats with each agent apart. */
const viewerOf = ({ organisationId, agentUuid }: WidgetRow, { origin, address }: Visitor) => ({
  organisationId,
  userUuid: `${origin} ${address} ${agentUuid}`,
});

/** The address may change during a chat, as on a phone. */
const isOf = ({ userUuid }: { readonly userUuid: string }, { origin }: Visitor): boolean =>
  userUuid.startsWith(`${origin} `);
