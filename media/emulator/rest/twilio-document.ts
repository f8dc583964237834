import { pause, systemClock } from '../../kit/clock.ts';
import { elementsOf, readTwilioStream, type XmlElement } from '../answer-document.ts';
import type { Callback } from './callbacks.ts';
import { isLive, type ProviderCall } from './provider-call.ts';
import type { Carrying } from './rest-dialect.ts';

export interface TwimlParts extends Carrying {
  /** Creates a callback about the call to an address named in a document. */
  readonly about: (url: string, fields: Readonly<Record<string, string>>) => Callback;
}

/** Executes a twilio document and those that it leads to, until the call ends or is moved. */
export async function carryOutTwiml(xml: string, call: ProviderCall, parts: TwimlParts): Promise<void> {
  const signal = AbortSignal.any([call.hungUp.signal, call.moved.signal]);
  const { root, elements } = elementsOf(xml);
  if (root !== 'Response') return;
  for (const verb of elements) {
    if (signal.aborted) return;
    const next = await carryOutVerb(verb, { call, signal, ...parts });
    if (next === 'hang_up') return;
    if (next !== undefined) return carryOutTwiml(next, call, parts);
  }
}

interface Step extends TwimlParts {
  readonly call: ProviderCall;
  /** Aborts when the person on this leg hangs up or is moved elsewhere. */
  readonly signal: AbortSignal;
}

/** Returns the document that replaces this one, or undefined to continue with the next verb. */
async function carryOutVerb({ name, attributes, children, text }: XmlElement, step: Step): Promise<string | undefined> {
  const { call, signal, exchange, about, talk } = step;
  const [noun] = children;
  switch (name) {
    case 'Connect': {
      if (noun?.name !== 'Stream') return 'hang_up';
      const leaving = new AbortController();
      const leave = (): void => leaving.abort();
      signal.addEventListener('abort', leave, { once: true });
      if (signal.aborted) leave();
      await talk(readTwilioStream(noun), { ...call, hungUp: leaving });
      return undefined;
    }
    case 'Say':
      call.spoken.push(text.trim());
      return undefined;
    case 'Gather': {
      call.spoken.push(text.trim());
      const { key } = call.fate;
      if (key === undefined || attributes.action === undefined) return undefined;
      return (await step.send(about(attributes.action, { Digits: key, FinishedOnKey: '' }))).body;
    }
    case 'Start':
      if (noun?.name === 'Recording') exchange.record(call, recordingOf(noun));
      return undefined;
    case 'Dial':
      if (noun?.name === 'Conference') await exchange.meet(call, noun.text.trim(), signal);
      if (noun?.name === 'Number') await dial(noun, attributes, step);
      return undefined;
    default:
      return 'hang_up';
  }
}

const recordingOf = ({ attributes: { recordingStatusCallback: callbackUrl } }: Pick<XmlElement, 'attributes'>) => ({
  askedBy: 'document' as const,
  ...(callbackUrl === undefined ? {} : { callbackUrl }),
});

/** Runs the other leg from its first ring to its end, with its callbacks. */
async function dial(
  number: XmlElement,
  attributes: XmlElement['attributes'],
  { call, signal, exchange, about, tell }: Step,
): Promise<void> {
  const other = exchange.dial({ from: attributes.callerId ?? call.from, to: number.text.trim() });
  const { statusCallback: url, statusCallbackEvent: events = '' } = number.attributes;
  const say = (event: string): Promise<void> => {
    const names = { CallSid: other.id, ParentCallSid: call.id, From: other.from, To: other.to };
    const fields = {
      ...names,
      Direction: 'outbound-dial',
      CallStatus: other.state === 'cancel' ? 'canceled' : other.state,
    };
    return tell(url === undefined || !events.split(' ').includes(event) ? undefined : about(url, fields));
  };
  const leave = (): void => other.hungUp.abort();
  signal.addEventListener('abort', leave, { once: true });
  if (signal.aborted) leave();
  await pause(systemClock, other.fate.ringMs, other.hungUp.signal);
  if (other.fate.person === 'answers' && !other.hungUp.signal.aborted) {
    other.state = 'in-progress';
    if (attributes.record === 'record-from-answer-dual') exchange.record(call, recordingOf({ attributes }));
    await say('answered');
    await pause(systemClock, other.fate.talkMs, other.hungUp.signal);
    other.state = 'completed';
  } else if (isLive(other)) {
    const { person } = other.fate;
    other.state = person === 'busy' || person === 'failed' ? person : signal.aborted ? 'cancel' : 'no-answer';
  }
  other.endedAt = new Date();
  await say('completed');
}
