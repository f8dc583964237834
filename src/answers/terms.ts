/** Words that say nothing about the subject of a question. */
const stopWords = new Set(
  `a an the and or but nor so of to in on at by for from with about as into than then that this these those there here it its is
  are am was were be been being do does did done has have had having can could will would shall should may might must i me
  my we us our you your he him his she her they them their who whom whose what which when where how why whether if not no
  yes please thanks thank hi hello hey okay ok tell say says said give show find know want need let explain describe list
  name end beginning mention mentioned mentions state stated states report reported reports reporting document file paper pdf page text
  according much many any annual annually yearly some all also just very more most other such each both only own same too during over under between
  per within through out up down off again s t don now according company group firm business organisation organization year
  years during amount number total value figure figures level many come came took taken take get got gets did kind sort there
  use used uses using recording audio transcript speaker speakers talk talked discussed discuss anything something someone anyone happened
  happen happens current currently overall exactly together still one`.split(/\s+/),
);

/** Several words for one thing, longest first, and what stands for them. */
const phrases: readonly (readonly [RegExp, string])[] = [
  [/\bchief executive(?: officer)?s?\b/g, 'ceo'],
  [/\bchief financial officer\b|\bfinance director\b/g, 'cfo'],
  [/\bchief operating officer\b/g, 'coo'],
  [/\bhead ?offices?\b|\bheadquarter(?:s|ed)?\b|\bregistered offices?\b/g, 'headquarters'],
  [
    /\b(?:net (?:income|profit|earnings)|profit (?:for the (?:year|period)|after tax(?:ation)?)|bottom line)\b/g,
    'netincome',
  ],
  [/\b(?:operating (?:profit|income|result)|ebit)\b/g, 'operatingprofit'],
  [/\bprofit before tax(?:ation)?\b|\bpre-?tax profit\b/g, 'pretaxprofit'],
  [/\bcosts? of (?:sales|goods sold|revenue)\b|\bcogs\b/g, 'costofsales'],
  [/\bearnings per share\b/g, 'eps'],
  [/\bresearch (?:and|&) development\b|\br ?& ?d\b/g, 'rnd'],
  [/\bcarbon dioxide\b|\bco2e?\b|\bgreenhouse[- ]gas(?:es)?\b|\bcarbon emissions?\b/g, 'emission carbon'],
  [/\bcapital expenditures?\b|\bcapex\b/g, 'capex'],
  [/\b(?:common equity tier 1|cet ?1)\b/g, 'cet1'],
  [/\b(?:(?:in charge|takes? care|took care|taking care) of|look(?:s|ed)? after|responsible for)\b/g, 'responsible'],
  [/\bmost expensive\b/g, 'highest cost'],
  [/\b(?:least expensive|cheapest)\b/g, 'lowest cost'],
  [/\bfull-?time equivalents?\b|\bpeople employed\b|\bhead ?count\b/g, 'employee'],
  [/\bnet sales\b|\bsales revenues?\b|\btop line\b/g, 'revenue'],
];

/** Different words for one subject: the first stands for all. */
const families = `revenue revenues turnover sales
  employee employees staff workforce personnel employs employed employ
  found founded established founding incorporated
  acquire acquired acquisition acquisitions bought takeover purchase purchased buy buyer buyers
  chair chairman chairwoman chairperson chaired
  customer customers client clients
  supplier suppliers vendor vendors
  debt borrowings borrowing loan loans
  grow growth grew grown increase increased increases rise rose risen
  fall fell fallen decrease decreased decline declined drop dropped reduce reduced reduction cut
  plant plants factory factories site sites facility facilities
  target targets goal goals aim aims objective objectives
  dividend dividends payout
  auditor auditors audited audit audits
  pay paid pays payment payments payable
  open opened opens opening
  close closed closes closure shut
  award awarded awards win won winner wins
  make made makes maker makers manufacturer manufacturers manufactured manufacture
  highest strongest largest biggest greatest maximum peak top
  lowest weakest smallest least minimum
  headquarters based located
  invest invested investment investments
  spend spent spending expenditure expense expenses
  cost costs price prices fee fees charge charges
  begin begins began start starts started
  expect expects expected plan plans planned expectation outlook forecast forecasts
  percent percentage %
  ceo chiefexecutive
  delay delayed late
  deadline due
  budget budgets
  meet met meeting meetings
  become became becomes
  bring brought brings
  build built builds
  choose chose chosen chooses choice
  drive drove driven drives
  hold held holds
  keep kept keeps
  lead led leads
  leave left leaves
  lend lent lends lending
  lose lost loses loss losses
  run ran runs
  sell sold sells
  send sent sends
  speak spoke spoken speaks
  stand stood stands
  strike struck strikes
  teach taught teaches
  write wrote written writes`
  .split('\n')
  .map((line) => line.trim().split(/\s+/));

const canonical = new Map(
  families.flatMap(([head = '', ...others]) => [head, ...others].map((word) => [stem(word), head])),
);

/** A crude English stem: enough to join "plants" with "plant". */
function stem(word: string): string {
  let root = word.replace(/['’]s$|['’]$/, '');
  if (root.length > 5 && root.endsWith('ing')) root = root.slice(0, -3);
  else if (root.length > 4 && root.endsWith('ies')) root = `${root.slice(0, -3)}y`;
  else if (root.length > 4 && root.endsWith('ed')) root = root.slice(0, -2);
  else if (root.length > 4 && /(s|x|ch|sh)es$/.test(root)) root = root.slice(0, -2);
  else if (root.length > 3 && root.endsWith('s') && !root.endsWith('ss')) root = root.slice(0, -1);
  if (root.length > 3 && /([^aeiouls])\1$/.test(root)) root = root.slice(0, -1);
  return root.length > 4 && root.endsWith('e') ? root.slice(0, -1) : root;
}

const plainOf = (text: string): string =>
  text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll('’', "'");

function* wordsIn(plain: string): Generator<string> {
  for (const [word] of plain.matchAll(/\p{N}[\p{N}.,]*%?|[\p{L}&][\p{L}\p{N}&']*/gu)) {
    if (/^\p{N}/u.test(word)) {
      // "1,234.50" is what "1234.50" is.
      yield word.replaceAll(',', '').replace(/[.%]+$/, '');
      if (word.endsWith('%')) yield 'percent';
    } else if (!stopWords.has(word) && word.length > 1) {
      const root = stem(word);
      if (!stopWords.has(root)) yield canonical.get(root) ?? root;
    }
  }
}

const joined = (plain: string): string =>
  phrases.reduce((text, [pattern, word]) => text.replaceAll(pattern, ` ${word} `), plain);

/** The subjects of a passage: its words, and what several of them together stand for. */
export function termsOf(text: string): Set<string> {
  const plain = plainOf(text);
  const terms = new Set([...wordsIn(plain), ...wordsIn(joined(plain))]);
  return /\bwill\b/.test(plain) ? terms.add('expect') : terms;
}

/** The subjects of a question: what several words stand for together is not any of them. */
export const questionTerms = (text: string): Set<string> =>
  new Set(wordsIn(joined(plainOf(text).replaceAll(measure, ' '))));

const measure =
  /\bhow (?:high|long|large|big|often|far|soon|early|late|old)\b|\b(?:was|were|is|are) (?:charged|incurred|recorded|earned|received|measured)\b|\b(?:share|proportion|part) of\b/g;

/** Verbs that a table has no word for, and measures that its figures show: a question may well name them beside its subject. */
export const softTerms: ReadonlySet<string> = new Set([
  ...['spend', 'expect', 'percent', 'handl', 'plan', 'day', 'propos', 'make', 'lead', 'leave', 'cover', 'run', 'stand'],
  'fiscal',
]);

/** All words of a text as they are compared, those too that say nothing about a subject. */
export const rootsOf = (text: string): Set<string> =>
  new Set(
    [...plainOf(text).matchAll(/[\p{L}\p{N}]+/gu)].flatMap(([word]) => {
      const root = stem(word);
      return [word, root, canonical.get(root) ?? root];
    }),
  );

/** Years that a text names; "FY24" and "2023/24" are 2024. */
export function yearsIn(text: string): Set<number> {
  const years = new Set<number>();
  for (const [, full, span, fiscal] of text.matchAll(
    /\b((?:18|19|20)\d\d)(?:\s*[-/–]\s*(\d\d)\b)?|\bFY\s*'?(\d\d)\b/gi,
  )) {
    if (fiscal !== undefined) years.add(2000 + Number(fiscal));
    else years.add(span === undefined ? Number(full) : 2000 + Number(span));
  }
  return years;
}
