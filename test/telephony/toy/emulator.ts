import type { ProviderCall, RestDialect, RestProvider, RestReply } from '../../../media/emulator/index.ts';
import { toySeal } from './signature.ts';

const states: Readonly<Record<string, string>> = {
  completed: 'done',
  busy: 'busy',
  'no-answer': 'missed',
  cancel: 'missed',
  failed: 'broken',
};
const wordOf = ({ state }: ProviderCall): string => states[state] ?? state;
const described = (call: ProviderCall): RestReply => ({ status: 200, body: { id: call.id, state: wordOf(call) } });

const refusal = (status: number): RestReply => ({ status, body: { error: String(status) } });

const report = (call: ProviderCall) =>
  call.fields.status === undefined
    ? undefined
    : { url: call.fields.status, form: { id: call.id, state: wordOf(call) } };

const rest = (): RestDialect => ({
  handle({ method, url, fields }, exchange) {
    const [, kind, id] = url.pathname.split('/');
    if (kind === 'numbers')
      return exchange.numbers.includes(id ?? '') ? { status: 200, body: { number: id } } : refusal(404);
    if (kind !== 'calls') return undefined;
    if (id === undefined && method === 'POST')
      return described(exchange.place({ from: fields.from ?? '', to: fields.to ?? '', fields }));
    const call = exchange.calls.find((one) => one.id === id || one.fields.uuid === id);
    if (call === undefined) return refusal(404);
    if (method === 'DELETE') exchange.hangUp(call);
    return described(call);
  },
  refusals: { refused: refusal(400), throttled: refusal(429), down: refusal(401), broken: refusal(500) },
  ringing: report,
  answered: () => undefined,
  over: report,
  recorded: () => undefined,
  async carryOut(call, { send, talk }) {
    const { status, body } = await send({ url: call.fields.answer ?? '', form: { id: call.id } });
    if (status === 200) await talk({ kind: 'stream', url: JSON.parse(body).stream, custom: {} }, call);
  },
});

/** The provider's server side. */
export const toyEmulator: RestProvider = {
  accountOf: (authId) => ({ key: authId.split('@')[0] ?? '', account: authId }),
  open: rest,
  recordingExtension: 'wav',
  sign: (url, _form, authToken) => ({ 'x-toy': toySeal(authToken, url) }),
};
