import { beforeAll, describe, expect, it } from 'vitest';
import { createEmbedder, type Embedder, type Embedding } from '../../media/agent/embedding.ts';
import { createKnowledge } from '../../media/agent/knowledge.ts';
import type { Session } from '../../media/line/engine.ts';
import { markdownParts, similarity, unitsOf, withoutMarks } from '../../media/retrieval/index.ts';
import { sentencesOf } from '../../media/text/sentences.ts';
import { createConversation } from './caller.ts';
import { examplePlan } from './dental.ts';
import { answerable, outOfReach, unanswerable } from './dental-questions.ts';
import { type Agent, embeddingModel, openAgent } from './open-agent.ts';

const plan = examplePlan('dental-receptionist');
let session: Session;
let tokenizer: object;
let embedder: Embedder;
let brain: Agent;
let runs = 0;

beforeAll(async () => {
  ({ session, tokenizer } = await embeddingModel());
  const counted: Session = {
    ...session,
    run: (feeds, fetches) => {
      runs += 1;
      return session.run(feeds, fetches);
    },
  };
  embedder = createEmbedder({ session: counted, tokenizer });
  brain = await openAgent();
});

describe('answers from the documents', () => {
  it.each(answerable)('"%s" is answered', async (question, fact) => {
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

  it.each(outOfReach)('nothing else is said instead for: %s', async (question, fact) => {
    const said = await createConversation(brain, plan).say(question);
    if (said.trace.sources !== undefined) expect(said.text).toMatch(fact);
    else expect(said.text).toMatch(/don't have|don't know|not something I have|don't think I can|not sure/);
  });

  it('answers from scanned pages name the year of the report, the table caption and the page number', async () => {
    const table = {
      caption: 'Passengers by line, in thousands',
      header: ['Line', '2023', '2024'],
      rows: [
        ['Harbour', '412', '455'],
        ['Airport', '1,208', '1,377'],
      ],
    };
    const text = JSON.stringify([
      { place: 'page 1', blocks: [{ kind: 'text', text: 'The tram network grew in every district.' }] },
      { place: 'page 2', blocks: [{ kind: 'table', table }] },
    ]);
    const document = {
      id: 'report',
      title: 'Annual report',
      form: 'parts',
      text,
      about: 'Northline',
      year: 2024,
    } as const;
    const fact = await createKnowledge(embedder).answer(
      [document],
      'How many passengers did Northline have on the airport line?',
    );
    expect(fact?.place).toBe('page 2');
    expect(fact?.answers.map(({ unit }) => JSON.stringify(unit)).join()).toContain('1,377');
  });

  it('answers contain only sentences of the documents', async () => {
    const written = new Set(
      plan.knowledge
        .flatMap(({ title, text }) => markdownParts(title, text))
        .flatMap(({ blocks }) => blocks)
        .flatMap((block) => (block.kind === 'text' ? [block.text, ...sentencesOf(block.text)] : []))
        .map((sentence) => sentence.replace(/:\s+/g, ', ').replace(/\.$/, '')),
    );
    for (const [question] of answerable) {
      const said = await createConversation(brain, plan).say(question);
      let rest = said.text;
      for (const sentence of written) rest = rest.replaceAll(sentence, '');
      expect(rest).not.toMatch(/\d|\$/);
    }
  });

  it.each([
    ['How much does a real alignment cost?', /60 dollars/],
    ['What is the price of a break check?', /40 dollars/],
  ])('answers a recognised question with one misheard word: %s', async (question, fact) => {
    const text =
      '# Prices\n\nA tow costs 95 dollars.\n\nA wheel alignment costs 60 dollars.\n\nA brake check costs 40 dollars.';
    const garage = { ...plan, knowledge: [{ id: 'prices', title: 'Prices', text }] };
    expect((await createConversation(brain, garage).say(question)).text).toMatch(fact);
  });

  it.each([
    ['How much does a real alignment cost?', 1],
    ['How much does a nose alignment cost?', 0.9],
    ['How much does a steel haircut cost?', 0.9],
  ])(
    'says that it does not know where no heard word can be one of the document: %s (%s)',
    async (question, confidence) => {
      const text = '# Prices\n\nA tow costs 95 dollars.\n\nA wheel alignment costs 60 dollars.';
      const garage = { ...plan, knowledge: [{ id: 'prices', title: 'Prices', text }] };
      const said = await createConversation(brain, garage).say(question, confidence);
      expect(said.trace.sources).toBeUndefined();
    },
  );

  it('answers come from the documents of this call only', async () => {
    const other = {
      ...plan,
      knowledge: [{ id: 'prices', title: 'Prices', text: '# Prices\n\n- Adult cleaning: $99.' }],
    };
    expect((await createConversation(brain, other).say('How much is a cleaning?')).text).toContain('$99');
    expect((await createConversation(brain, plan).say('How much is a cleaning?')).text).toContain('$120');
  });

  it('answers are empty without documents', async () => {
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
    await knowledge.answer(plan.knowledge, 'is parking free');
    expect(runs - before).toBe(1);
    await knowledge.answer(structuredClone(plan.knowledge), 'is parking free');
    expect(runs - before).toBe(1);
  });

  it('returns at most the requested number of passages to a language model, nearest first', async () => {
    const near = await createKnowledge(embedder).passages(plan.knowledge, 'insurance', 5);
    expect(near).toHaveLength(5);
    expect(near[0]?.document.id).toBe('insurance-and-payment');
    expect(near.map(({ score }) => score)).toEqual(near.map(({ score }) => score).sort((a, b) => b - a));
  });
});

describe('embeddings', () => {
  it('are unit vectors that are close for similar meanings', async () => {
    const [a, b, c] = (await embedder.embed([
      'Where can I park my car?',
      'Is there a place to leave the car?',
      'I like pizza',
    ])) as [Embedding, Embedding, Embedding];
    expect(a).toHaveLength(384);
    expect(similarity(a, a)).toBeCloseTo(1, 5);
    expect(similarity(a, b)).toBeGreaterThan(similarity(a, c) + 0.3);
  });

  it('do not depend on the other texts of a batch', async () => {
    const fresh = createEmbedder({ session, tokenizer });
    const [alone] = await embedder.embed(['how are you']);
    const [, among] = await fresh.embed(['a much longer sentence that comes before it', 'how are you']);
    expect(among).toEqual(alone);
  });

  it('accept empty and arbitrarily long text', async () => {
    for (const vector of await embedder.embed(['', 'word '.repeat(3000)]))
      expect(similarity(vector, vector)).toBeCloseTo(1, 4);
  });

  it('are evicted beyond the capacity, those used longest ago first', async () => {
    let embedded = 0;
    const counted: Session = {
      ...session,
      run: (feeds, fetches) => {
        embedded += 1;
        return session.run(feeds, fetches);
      },
    };
    const small = createEmbedder({ session: counted, tokenizer, capacity: 2 });
    await small.embed(['one', 'two', 'one', 'three']);
    expect(embedded).toBe(3);
    await small.embed(['one']);
    expect(embedded).toBe(3);
    await small.embed(['two']);
    expect(embedded).toBe(4);
  });

  it('are kept for ten million characters of documents', async () => {
    let embedded = 0;
    const knowledge = createKnowledge({
      async embed(texts) {
        embedded += texts.length;
        return texts.map(() => Float32Array.of(1));
      },
    });
    // Words and sentences cost more to index than characters do.
    const text = `A ${'crown'.repeat(115)}. `.repeat(400).slice(0, 200_000);
    const embeddedFor = async (id: number): Promise<number> => {
      const before = embedded;
      await knowledge.prepare([{ id: String(id), title: 'Prices', text }]);
      return embedded - before;
    };
    const first = await embeddedFor(0);
    expect(await embeddedFor(0)).toBeLessThan(first);
    for (let id = 1; id <= 50; id++) await embeddedFor(id);
    expect(await embeddedFor(0)).toBe(first);
  });
});

describe('documents', () => {
  const blocks = (text: string) => markdownParts('Title', text).flatMap((part) => part.blocks);

  it('are cut at headings, which keep those above them, paragraphs and lists', () => {
    expect(
      blocks(
        '# Hours\n\nWe open at 8 a.m. on weekdays. Dr. Lee is in.\n\n## Days\n- Monday: 8 to 5\n- Tuesday: **late**\n  until 7\n\n1. First [step](http://x.example)\n2. Second\n## Doors\nTwo.',
      ),
    ).toEqual([
      { kind: 'heading', text: 'Hours' },
      { kind: 'text', text: 'We open at 8 a.m. on weekdays. Dr. Lee is in.' },
      { kind: 'heading', text: 'Hours: Days' },
      { kind: 'text', text: 'Monday: 8 to 5', isItem: true },
      { kind: 'text', text: 'Tuesday: late until 7', isItem: true },
      { kind: 'text', text: 'First step', isItem: true },
      { kind: 'text', text: 'Second', isItem: true },
      { kind: 'heading', text: 'Hours: Doors' },
      { kind: 'text', text: 'Two.' },
    ]);
  });

  it('may hold tables, whose columns keep their names', () => {
    expect(blocks('| Day | Hours |\n|---|---|\n| Monday \\| Tuesday | 8 to 5 |\n| Friday | |')).toEqual([
      {
        kind: 'table',
        table: {
          header: ['Day', 'Hours'],
          rows: [
            ['Monday | Tuesday', '8 to 5'],
            ['Friday', ''],
          ],
        },
      },
    ]);
  });

  it('of one endless paragraph become one passage of many sentences', async () => {
    const { units } = await unitsOf(markdownParts('Title', 'This sentence is said again. '.repeat(100)));
    expect(units).toHaveLength(100);
  });

  it('may be empty', () => expect(markdownParts('Title', ' \n\n---\n')).toEqual([]));

  it('are spoken without markup', () => {
    expect(withoutMarks('## **Bold** and _thin_, `code` 😀 [a link](http://x.example) 3 * 4')).toBe(
      'Bold and thin, code a link 3 4',
    );
  });

  it('keep sentences with abbreviations and times whole', () => {
    expect(sentencesOf('See Dr. Smith at 5 p.m. on Main St. for it. Then go. It costs $3.50 or so.')).toEqual([
      'See Dr. Smith at 5 p.m. on Main St. for it.',
      'Then go.',
      'It costs $3.50 or so.',
    ]);
  });
});
