import { pause, systemClock } from '../../kit/clock.ts';
import { elementsOf, readStream, type XmlElement } from '../answer-document.ts';
import type { Callback } from './callbacks.ts';
import { isLive, type ProviderCall } from './provider-call.ts';
import type { Carrying } from './rest-dialect.ts';

export interface DocumentParts extends Carrying {
  /** Creates a callback about the call to an address named in a document. */
  readonly about: (url: string, fields: Readonly<Record<string, string>>) => Callback;
}

/** Executes a telephony_a document and those that it leads to, until the call ends or is moved. */
export async function carryOutDocument(xml: string, call: ProviderCall, parts: DocumentParts): Promise<void> {
  const { hungUp, moved } = call;
  const signal = AbortSignal.any([hungUp.signal, moved.signal]);
  const { root, elements } = elementsOf(xml);
  if (root !== 'Response') return;
  for (const element of elements) {
    if (signal.aborted) return;
    const next = await carryOutElement(element, { call, signal, ...parts });
    if (next === 'hang_up') return;
    if (next !== undefined) return carryOutDocument(next, call, parts);
  }
}

interface Step extends DocumentParts {
  readonly call: ProviderCall;
  /** Aborts when the person on this leg hangs up or is moved elsewhere. */
  readonly signal: AbortSignal;
}

/** Returns the document that replaces this one, or undefined to continue with the next element. */
async function carryOutElement(element: XmlElement, step: Step): Promise<string | undefined> {
  const { call, signal, exchange, about, talk } = step;
  const { name, attributes, text } = element;
  switch (name) {
    case 'Stream': {
      const leaving = new AbortController();
      const leave = (): void => leaving.abort();
      signal.addEventListener('abort', leave, { once: true });
      if (signal.aborted) leave();
      await talk(readStream(element), { ...call, hungUp: leaving });
      return undefined;
    }
    case 'Speak':
      call.spoken.push(text.trim());
      return undefined;
    case 'GetInput':
    case 'Gather': {
      call.spoken.push(text.trim());
      const { key } = call.fate;
      if (key === undefined || attributes.action === undefined) return undefined;
      return (await step.send(about(attributes.action, { Digits: key, InputType: 'dtmf' }))).body;
    }
    case 'Record': {
      const { callbackUrl, startOnDialAnswer } = attributes;
      const recording = exchange.record(call, {
        askedBy: 'document',
        ...(callbackUrl === undefined ? {} : { callbackUrl }),
      });
      if (startOnDialAnswer === 'true') delete recording.startedAt;
      return undefined;
    }
    case 'Dial':
      await dial(element, step);
      return undefined;
    case 'Conference':
      await exchange.meet(call, text.trim(), signal);
      return undefined;
    default:
      return 'hang_up';
  }
}

/** Runs the other leg from its first ring to its end, with its callbacks. */
async function dial({ attributes, text }: XmlElement, { call, signal, exchange, about, tell }: Step): Promise<void> {
  const other = exchange.dial({ from: attributes.callerId ?? call.from, to: text.trim() });
  const names = { DialBLegUUID: other.id, DialALegUUID: call.id, DialBLegFrom: other.from, DialBLegTo: other.to };
  const say = (url: string | undefined, fields: Record<string, string>): Promise<void> =>
    tell(url === undefined ? undefined : about(url, { ...names, ...fields }));
  const leave = (): void => other.hungUp.abort();
  signal.addEventListener('abort', leave, { once: true });
  if (signal.aborted) leave();
  await pause(systemClock, other.fate.ringMs, other.hungUp.signal);
  if (other.fate.person === 'answers' && !other.hungUp.signal.aborted) {
    other.state = 'in-progress';
    for (const recording of call.recordings) recording.startedAt ??= new Date();
    await say(attributes.callbackUrl, { DialAction: 'answer' });
    await pause(systemClock, other.fate.talkMs, other.hungUp.signal);
    other.state = 'completed';
    await say(attributes.callbackUrl, { DialAction: 'hangup' });
  } else if (isLive(other)) {
    const { person } = other.fate;
    other.state = person === 'busy' || person === 'failed' ? person : signal.aborted ? 'cancel' : 'no-answer';
  }
  other.endedAt = new Date();
  await say(attributes.action, { DialStatus: other.state });
}
