import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEmbedder, createLru, type Embedder, type Embedding, similarity } from '../../media/agent/embedding.ts';
import { createKnowledge } from '../../media/agent/knowledge.ts';
import { passagesOf, sentencesOf, speakable } from '../../media/agent/passages.ts';
import { createOpenSession } from '../../media/inference/session.ts';
import type { BrainEvent, BrainRequest } from '../../media/line/brain.ts';
import type { Engine, Session } from '../../media/line/engine.ts';
import { modelPath } from '../models.ts';
import { createConversation } from './caller.ts';
import { examplePlan } from './dental.ts';
import { answerable, unanswerable } from './dental-questions.ts';
import { openBrain } from './open-brain.ts';

const plan = examplePlan('dental-receptionist');
let session: Session;
let embedder: Embedder;
let brain: Engine<BrainRequest, BrainEvent>;
let runs = 0;

beforeAll(async () => {
  const folder = modelPath('minilm-l6');
  session = await createOpenSession({ providers: ['cpu'] })(join(folder, 'model.onnx'));
  const counted: Session = {
    ...session,
    run: (feeds, fetches) => {
      runs += 1;
      return session.run(feeds, fetches);
    },
  };
  embedder = createEmbedder({
    session: counted,
    tokenizer: JSON.parse(readFileSync(join(folder, 'tokenizer.json'), 'utf8')),
  });
  brain = await openBrain();
});
afterAll(async () => {
  await brain.close();
  await session.close();
});

describe('answers from the documents', () => {
  it.each(answerable)('%s', async (question, fact) => {
    const said = await createConversation(brain, plan).say(question);
    expect(said.text).toMatch(fact);
    expect(said.trace.sources?.length).toBe(1);
    expect(said.actions).toEqual([]);
  });

  it.each(answerable)('%s (as a recogniser may write it)', async (question, fact) => {
    const bare = question.toLowerCase().replace(/[?.,']/g, '');
    expect((await createConversation(brain, plan).say(bare)).text).toMatch(fact);
  });

  it.each(unanswerable)('nothing is invented for: %s', async (question) => {
    const said = await createConversation(brain, plan).say(question);
    expect(said.trace.sources).toBeUndefined();
    expect(said.text).toMatch(/don't have|don't know|not something I have|don't think I can|not sure/);
    expect(said.text).toMatch(/\?$/);
  });

  it('hold only sentences that stand in the documents', async () => {
    const written = new Set(
      plan.knowledge
        .flatMap((document) => passagesOf(document).flatMap((passage) => passage.sentences))
        .map((sentence) => sentence.replace(/:\s+/g, ', ').replace(/\.$/, '')),
    );
    for (const [question] of answerable) {
      const said = await createConversation(brain, plan).say(question);
      let rest = said.text;
      for (const sentence of written) rest = rest.replaceAll(sentence, '');
      expect(rest).not.toMatch(/\d|\$/);
    }
  });

  it('come from the documents of this call, not of another', async () => {
    const other = {
      ...plan,
      knowledge: [{ id: 'prices', title: 'Prices', text: '# Prices\n\n- Adult cleaning: $99.' }],
    };
    expect((await createConversation(brain, other).say('How much is a cleaning?')).text).toContain('$99');
    expect((await createConversation(brain, plan).say('How much is a cleaning?')).text).toContain('$120');
  });

  it('are none when there are no documents', async () => {
    const said = await createConversation(brain, { ...plan, knowledge: [] }).say('How much is a cleaning?');
    expect(said.text).not.toMatch(/\$/);
    expect(said.text).toMatch(/\?$/);
  });
});

describe('search', () => {
  it('embeds a document once, and a question once', async () => {
    const knowledge = createKnowledge(embedder);
    await knowledge.prepare(plan.knowledge);
    const before = runs;
    await knowledge.search(plan.knowledge, 'is parking free', 3);
    expect(runs - before).toBe(1);
    await knowledge.search(structuredClone(plan.knowledge), 'is parking free', 3);
    expect(runs - before).toBe(1);
  });

  it('gives at most what was asked for, best first', async () => {
    const hits = await createKnowledge(embedder).search(plan.knowledge, 'insurance', 5);
    expect(hits).toHaveLength(5);
    expect(hits.map((hit) => hit.score)).toEqual([...hits.map((hit) => hit.score)].sort((a, b) => b - a));
  });
});

describe('embeddings', () => {
  it('are unit vectors, near for the same meaning', async () => {
    const [a, b, c] = (await embedder.embed([
      'Where can I park my car?',
      'Is there a place to leave the car?',
      'I like pizza',
    ])) as [Embedding, Embedding, Embedding];
    expect(a).toHaveLength(384);
    expect(similarity(a, a)).toBeCloseTo(1, 5);
    expect(similarity(a, b)).toBeGreaterThan(similarity(a, c) + 0.3);
  });

  it('do not depend on what is embedded beside them', async () => {
    const fresh = createEmbedder({
      session,
      tokenizer: JSON.parse(readFileSync(join(modelPath('minilm-l6'), 'tokenizer.json'), 'utf8')),
    });
    const [alone] = await embedder.embed(['how are you']);
    const [, among] = await fresh.embed(['a much longer sentence that comes before it', 'how are you']);
    expect(among).toEqual(alone);
  });

  it('take text of any length and none', async () => {
    for (const vector of await embedder.embed(['', 'word '.repeat(3000)]))
      expect(similarity(vector, vector)).toBeCloseTo(1, 4);
  });

  it('are forgotten, the oldest first, beyond the capacity', () => {
    const lru = createLru<string, number>(2);
    lru.set('a', 1);
    lru.set('b', 2);
    lru.get('a');
    lru.set('c', 3);
    expect([lru.get('a'), lru.get('b'), lru.get('c')]).toEqual([1, undefined, 3]);
  });

  it('are forgotten by their size, whatever is put in the place of another or taken out', () => {
    const lru = createLru<string, string>(10, ({ length }) => length);
    lru.set('a', 'aaaa');
    lru.set('a', 'aa');
    lru.set('b', 'bbbb');
    lru.delete('b');
    lru.set('c', 'cccccccc');
    expect([lru.get('a'), lru.get('b'), lru.get('c')]).toEqual(['aa', undefined, 'cccccccc']);
    lru.set('d', 'd'.repeat(20));
    expect([lru.get('a'), lru.get('c'), lru.get('d')]).toEqual([undefined, undefined, 'd'.repeat(20)]);
  });

  it('of documents are kept for ten million characters', async () => {
    let embedded = 0;
    const knowledge = createKnowledge({
      async embed(texts) {
        embedded += texts.length;
        return texts.map(() => Float32Array.of(1));
      },
      close: async () => {},
    });
    const text = 'A crown costs nine hundred dollars. '.repeat(6000).slice(0, 200_000);
    const embeddedFor = async (id: number): Promise<number> => {
      const before = embedded;
      await knowledge.search([{ id: String(id), title: 'Prices', text }], 'What is a crown?', 1);
      return embedded - before;
    };
    const first = await embeddedFor(0);
    expect(await embeddedFor(0)).toBeLessThan(first);
    for (let id = 1; id <= 50; id++) await embeddedFor(id);
    expect(await embeddedFor(0)).toBe(first);
  });
});

describe('documents', () => {
  const passages = (text: string) => passagesOf({ id: 'd', title: 'Title', text });

  it('are cut at headings, paragraphs and lists', () => {
    const found = passages(
      '# Hours\n\nWe open at 8 a.m. on weekdays. Dr. Lee is in.\n\n## Days\n- Monday: 8 to 5\n- Tuesday: **late**\n  until 7\n\n1. First [step](http://x.example)\n2. Second',
    );
    expect(found.map(({ heading, sentences, list }) => ({ heading, sentences, list }))).toEqual([
      { heading: 'Hours', sentences: ['We open at 8 a.m. on weekdays.', 'Dr. Lee is in.'], list: false },
      { heading: 'Days', sentences: ['Monday: 8 to 5', 'Tuesday: late until 7'], list: true },
      { heading: 'Days', sentences: ['First step', 'Second'], list: true },
    ]);
  });

  it('may hold tables', () => {
    expect(passages('| Day | Hours |\n|---|---|\n| Monday | 8 to 5 |').flatMap((passage) => passage.sentences)).toEqual(
      ['Monday: 8 to 5'],
    );
  });

  it('of one endless paragraph become several passages', () => {
    const found = passages('This sentence is said again. '.repeat(100));
    expect(found.length).toBeGreaterThan(3);
    expect(found.flatMap((passage) => passage.sentences)).toHaveLength(100);
  });

  it('may be empty', () => expect(passages(' \n\n---\n')).toEqual([]));

  it('are spoken without marks', () => {
    expect(speakable('## **Bold** and _thin_, `code` 😀 [a link](http://x.example) 3 * 4')).toBe(
      'Bold and thin, code a link 3 4',
    );
  });

  it('keep a sentence with abbreviations and times whole', () => {
    expect(sentencesOf('See Dr. Smith at 5 p.m. on Main St. for it. Then go. It costs $3.50 or so.')).toEqual([
      'See Dr. Smith at 5 p.m. on Main St. for it.',
      'Then go.',
      'It costs $3.50 or so.',
    ]);
  });
});
