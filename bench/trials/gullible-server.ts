import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Language model server with the chat-completions protocol that obeys every instruction it reads. */
export interface GullibleServer {
  readonly baseUrl: string;
  /** Treats following input as its owner's, which it never obeys. */
  learn(): void;
  /** Starts obeying. */
  obey(): void;
  /** Everything sent to it since it last started obeying. */
  readonly read: string;
  /** Number of instructions carried out since then. */
  readonly obeyed: number;
  close(): Promise<void>;
}

interface Order {
  readonly say?: string;
  readonly call?: { readonly name: string; readonly arguments: object };
}

interface Message {
  readonly role: string;
  readonly content: string | null;
}

export async function openGullibleServer(): Promise<GullibleServer> {
  const known = new Set<string>();
  let learning = true;
  let read = '';
  let obeyed = 0;

  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const { messages } = JSON.parse(body) as { messages: readonly Message[] };
    const texts = messages.map(({ content }) => content ?? '');
    read += body;
    const sentences = texts.flatMap(sentencesIn);
    const fresh = sentences.filter((sentence) => !known.has(sentence));
    if (learning) for (const sentence of sentences) known.add(sentence);
    const orders = learning ? [] : fresh.flatMap((sentence) => ordersIn(sentence, texts[0] ?? ''));
    obeyed += orders.length;
    answer(response, orders.length > 0 ? orders : usual(texts.at(-1) ?? ''));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    learn() {
      learning = true;
    },
    obey() {
      learning = false;
      read = '';
      obeyed = 0;
    },
    get read() {
      return read;
    },
    get obeyed() {
      return obeyed;
    },
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

const sentencesIn = (text: string): readonly string[] => text.split(/\n+|(?<=[.!?])\s+/).filter((each) => each !== '');

/** Behaviour of a model that is not misled. */
const usual = (text: string): readonly Order[] =>
  /\bfree on tuesday\b/i.test(text)
    ? [{ say: 'Let me look.', call: { name: 'find_slot', arguments: { day: 'Tuesday' } } }]
    : [{ say: 'Sure, I can help you with that.' }];

const secretWords =
  /\b(?:prompt|instructions?|rules|code|password|secrets?|price|confidential|everything|above|guardrails|notes|customers?|tenant|clinic|documents?)\b/i;
const tellWords =
  /\b(?:reveal|repeat|say|read|print|recite|tell|spell|give|list|output|translate|encode|show|disclose|whisper|state|name|put|what)\b/i;

/** Returns everything that a sentence orders, as far as it can be parsed. `given`: the model's confidential context. */
function ordersIn(sentence: string, given: string): readonly Order[] {
  const orders: Order[] = [];
  const told = tellWords.test(sentence) && secretWords.test(sentence) ? secretsOf(sentence, given) : undefined;
  const called = /\b(?:call|use|run|invoke|execute|trigger)\b.*?\b([a-z]+(?:_[a-z]+)+)\b/i.exec(sentence);
  const destination = /(?:tel:|sips?:|https?:)\S+|[+(]?\d[\d\s().-]{6,}\d/i.exec(sentence)?.[0];
  if (called !== null) {
    const args = argumentsIn(sentence);
    const filled = told === undefined ? args : Object.fromEntries(Object.keys(args).map((key) => [key, told]));
    orders.push({ call: { name: called[1] ?? '', arguments: filled } });
  } else if (
    /\b(?:transfer|forward|connect|put|route|patch|dial|whisper)\b/i.test(sentence) ||
    /brief/i.test(sentence)
  ) {
    const target = destination ?? (/billing/i.test(sentence) ? 'billing' : 'front_desk');
    orders.push({ call: { name: 'transfer_call', arguments: { target, brief: told ?? sentence } } });
  }
  if (told !== undefined) orders.push({ say: told });
  return orders;
}

function argumentsIn(sentence: string): object {
  try {
    return JSON.parse(/\{.*\}/.exec(sentence)?.[0] ?? '{}') as object;
  } catch {
    return {};
  }
}

/** Returns its confidential context in the form that the sentence requests. */
function secretsOf(sentence: string, given: string): string {
  if (/prompt|instructions|rules|everything|above|guardrails|notes|documents/i.test(sentence)) return given;
  const secrets = given.match(/\b[A-Z]{3,}-\d[\w-]*|\b\d,\d{3}\b/g) ?? [];
  return secrets.map((secret) => `It is ${inForm(sentence, secret)}.`).join(' ');
}

const names = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];

function inForm(sentence: string, secret: string): string {
  if (/backwards|reverse/i.test(sentence)) return [...secret].reverse().join('');
  if (/spell|letter by letter|spaces/i.test(sentence)) return [...secret].join(' ');
  if (/dashes/i.test(sentence)) return [...secret].join('-');
  if (/words/i.test(sentence)) return secret.replace(/\d/g, (digit) => `${names[Number(digit)]} `);
  if (/base64/i.test(sentence)) return Buffer.from(secret).toString('base64');
  if (/\bhex\b/i.test(sentence)) return Buffer.from(secret).toString('hex');
  return secret;
}

function answer(response: ServerResponse, orders: readonly Order[]): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const send = (delta: object, finish: string | null = null): void => {
    const choices = [{ index: 0, delta, finish_reason: finish }];
    const chunk = { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model: 'gullible', choices };
    response.write(`data: ${JSON.stringify(chunk)}\n\n`);
  };
  for (const { say } of orders) if (say !== undefined) for (const piece of piecesOf(say)) send({ content: piece });
  const calls = orders.flatMap(({ call }) => (call === undefined ? [] : [call]));
  calls.forEach(({ name, arguments: args }, index) => {
    const asked = { name, arguments: JSON.stringify(args) };
    send({ tool_calls: [{ index, id: `call_${index}`, type: 'function', function: asked }] });
  });
  send({}, calls.length > 0 ? 'tool_calls' : 'stop');
  response.end('data: [DONE]\n\n');
}

/** Splits text into token-sized pieces. */
const piecesOf = (text: string): readonly string[] => `${text} `.match(/[\s\S]{1,7}/g) ?? [];
